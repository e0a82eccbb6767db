import { sentence } from "../sentence.ts";
import { inMinutes } from "./dates.ts";

export const signIn = {
  title: "Sign in",
  /** It follows a title; `continueLater` is a sentence of its own. */
  continueTo: (application: string) => sentence`to continue to ${application}`,
  continueLater: (application: string) => sentence`Then you’ll continue to ${application}.`,
  nothingSharedYet: "You’ll see what it asks for before you agree to anything.",
  username: "Screen name or email address",
  password: "Password",
  submit: "Sign in",
  /** A link follows the question if the service sends email, otherwise a text. */
  forgot: "Forgot your password?",
  forgotAsk: "Ask your administrator for a password reset link.",
  noAccount: "No account yet?",
  signUp: "Create one",
  signedOut: "You’re signed out.",
  passwordChanged: "Password changed. Sign in with your new password.",
  enterUsername: "Enter your screen name or email address.",
  enterPassword: "Enter your password.",
  caseSensitive: "Passwords are case-sensitive.",
  suspendedTitle: "This account is suspended",
  suspendedBecause: (reason: string) => sentence`Reason: ${reason}`,
  problems: {
    wrong: {
      happened: "We couldn’t sign you in.",
      meaning:
        "The screen name, email address, or password is wrong, or there were too many attempts.",
      advice:
        "Check them and try again. After several wrong attempts, even the right password is rejected for up to 15 minutes.",
    },
    missing: {
      happened: "We couldn’t sign you in.",
      meaning: "Signing in needs your screen name or email address, and your password.",
      advice: "Enter both and try again.",
    },
    "too-many": (minutes: number) => ({
      happened: "Too many attempts.",
      meaning: "Signing in is paused to stop password guessing.",
      advice: `Try again in ${inMinutes(minutes)}.`,
    }),
    suspended: {
      happened: "This account is suspended.",
      meaning: "You can’t sign in for now.",
      advice: "If you think this is a mistake, contact your administrator.",
    },
    "stale-form": {
      happened: "This page was open too long.",
      meaning: "To keep you safe, we didn’t sign you in.",
      advice: "Enter your password again.",
    },
    busy: {
      happened: "The service is busy.",
      meaning: "We didn’t check your password.",
      advice: "Wait a few seconds and try again.",
    },
  },
};

export type SignInProblem = keyof typeof signIn.problems;
