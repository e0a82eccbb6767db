import type { KeptFormTexts } from "../texts/kept-form.ts";

export const keptForm: KeptFormTexts = {
  kinds: {
    signedIn: {
      happened: "Send this form again?",
      meaning: "It’s from before your last sign-in, so it wasn’t accepted. Nothing was changed.",
      advice:
        "What you typed is still here, except for passwords and codes. If this is the right account, send it again.",
    },
    signedOut: {
      happened: "You’re no longer signed in",
      meaning: "Your session ended before you sent the form. Nothing was changed.",
      advice:
        "What you typed is still here, except for passwords and codes. Sign in in a new tab, then come back to this page and send it again.",
    },
  },
  signIn: "Sign in in a new tab",
  send: "Send again",
};
