import { sentence } from "../sentence.ts";
import type { ResetTexts } from "../texts/reset.ts";

export const reset: ResetTexts = {
  ask: {
    title: "Forgot your password?",
    what: "We send a link to the email address of your account. It lets you choose a new password.",
    who: "User name or email address",
    whoHint: "The one that you sign in with, or the address that your account has.",
    submit: "Send me a link",
  },
  asked: {
    happened: "Look into your mail",
    meaning:
      "If there is an account with this name or address, a link is on its way. It works once, for an hour.",
    advice:
      "If nothing comes within a few minutes, look among unwanted mail, or ask with the other one: name or address. An account without an email address gets no link: ask the people who run this service.",
  },
  noMail: {
    happened: "No mail is sent here",
    meaning: "So this page cannot help you to a new password.",
    advice: "Ask the people who run this service. They can give you a link to choose one.",
  },
  choose: {
    title: "Choose a new password",
    forAccount: (user) => sentence`For the account ${user}`,
    endsSessions: "You are signed out everywhere, and sign in with the new password.",
    submit: "Change password",
    notChanged: "Your password was not changed.",
  },
  gone: {
    happened: "This link no longer works",
    meaning:
      "It was used, it is older than an hour, or the password was changed since. Nothing was changed now.",
    advice: "Ask for a new one, and use the latest mail.",
  },
  askAgain: "Ask for a new link",
  toSignIn: "Back to sign-in",
};
