import { sentence } from "../sentence.ts";

export const reset = {
  ask: {
    title: "Forgot your password?",
    what: "We’ll email you a link to choose a new password.",
    who: "Screen name or email",
    notSent: "The link wasn’t sent.",
    missing: "Enter your screen name or your email address.",
    whoHint: "The name you sign in with, or the email address of your account.",
    submit: "Send link",
  },
  /** The text must not depend on whether the account exists. */
  asked: {
    happened: "Check your email",
    meaning:
      "If an account has this name or address, we sent it a link. The link works once and expires after an hour.",
    advice:
      "Didn’t get it? Check your spam folder, or try again with your screen name instead of your email address, or the other way around. If your account has no email address, ask your administrator.",
  },
  noMail: {
    happened: "Password reset by email isn’t available",
    meaning: "This service doesn’t send email.",
    advice: "Ask your administrator for a password reset link.",
  },
  choose: {
    title: "Choose a new password",
    forAccount: (user: string) => sentence`For the account ${user}`,
    /** The link was made because second factors were lost. */
    recovers: {
      what: "This also turns off two-step verification and removes all other sign-in methods.",
      more: "You can set them up again after you sign in. Your email address has to be verified again.",
    },
    endsSessions: "You’ll be signed out everywhere. Then sign in with the new password.",
    submit: "Change password",
    notChanged: "Your password wasn’t changed.",
  },
  gone: {
    happened: "This link no longer works",
    meaning:
      "It was already used, it’s more than an hour old, or the password has been changed since. Your account is unchanged.",
    advice: "Request a new link, and open the one in the latest email.",
    adviceWithoutMail: "Ask your administrator for a new link.",
  },
  askAgain: "Request a new link",
  toSignIn: "Back to sign-in",
};
