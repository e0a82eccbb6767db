import { inMinutes } from "./dates.ts";

export const error = {
  kinds: {
    "bad-request": {
      happened: "We couldn’t understand this request",
      meaning: "Part of it is missing or invalid. Nothing was changed.",
      advice: "Go back to where you came from and start again.",
    },
    "forbidden-form": {
      happened: "We couldn’t accept this form",
      meaning:
        "It was open too long, you’ve signed in again since, or it came from another site. Nothing was changed.",
      advice:
        "Go back and reload the page before you send it again. Reloading empties the form, so copy what you want to keep first.",
    },
    "other-role": {
      happened: "You can’t open this page",
      meaning: "Your role in this application doesn’t include this page. Nothing was changed.",
      advice: "If you need it, ask the application’s owner.",
    },
    "not-found": {
      happened: "Page not found",
      meaning: "The address may be mistyped or out of date.",
      advice: "Check the address, or continue with one of these links.",
    },
    "wrong-method": {
      happened: "That action isn’t available on this page",
      meaning: "The address exists but doesn’t accept this kind of request. Nothing was changed.",
      advice: "Go back to where you came from and start again.",
    },
    "too-large": {
      happened: "That’s too large",
      meaning: "You sent more than this page accepts. Nothing was changed.",
      advice: "Go back and shorten the text or choose a smaller file.",
    },
    insecure: {
      happened: "This connection isn’t secure",
      meaning: "Sign-in requires HTTPS. Nothing was sent.",
      advice: "Go back to the application. If this happens again, tell its developers.",
    },
    "suspended-user": {
      happened: "Your account is suspended",
      meaning: "You can’t use it for now. Nothing was shared.",
      advice: "Ask your administrator why.",
    },
    "suspended-application": {
      happened: "This application is suspended",
      meaning: "It can’t request access to accounts for now. Nothing was shared.",
      advice: "If you rely on it, contact its developers.",
    },
    "unapproved-application": {
      happened: "This application waits for approval",
      meaning:
        "Until an administrator approves it, it works for its owner only. Nothing was shared.",
      advice: "Try again later, or contact its developers.",
    },
    "rate-limited": (minutes: number) => ({
      happened: "Too many requests",
      meaning:
        "We received too many requests from your network in a short time. Nothing was changed.",
      advice: `Try again in ${inMinutes(minutes)}.`,
    }),
    internal: {
      happened: "Something went wrong on our side",
      meaning: "We couldn’t finish your request. The error has been logged.",
      advice: "Try again. If it keeps happening, contact your administrator.",
    },
    unavailable: {
      happened: "The service is unavailable",
      meaning: "It’s busy or under maintenance. Nothing was changed.",
      advice: "Wait a minute and try again.",
    },
    "outcome-unknown": {
      happened: "We don’t know whether this worked",
      meaning: "Something failed while we were saving. The change may or may not have been saved.",
      advice: "Wait a minute, check whether the change is there, and try again if it isn’t.",
    },
  },
  home: "Home page",
  retry: "Try again",
  status: (status: number) => `Error ${status}`,
  reference: "Support reference",
};

export type ErrorKind = keyof typeof error.kinds;
