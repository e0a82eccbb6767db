import { sentence } from "../sentence.ts";
import type { SignInTexts } from "../texts/sign-in.ts";
import { inMinutes } from "./dates.ts";

export const signIn: SignInTexts = {
  title: "Sign in",
  titleWithProblem: "Problem: Sign in",
  continueTo: (application) => sentence`to continue to ${application}`,
  nothingSharedYet: "You will see what it asks for before you agree to anything.",
  username: "User name",
  password: "Password",
  submit: "Sign in",
  forgot: "Forgot your password?",
  forgotAsk: "Ask the people who run this service for a link to choose a new one.",
  noAccount: "No account yet?",
  signUp: "Create one",
  passwordChanged: "Your password is changed. Sign in with the new one.",
  checkUsername: "Check the spelling of your user name.",
  checkPassword: "Type your password again. Capital letters count.",
  suspendedBecause: (reason) => sentence`The reason that was given: ${reason}`,
  problems: {
    wrong: {
      happened: "That did not match.",
      meaning: "The user name or the password is wrong.",
      advice: "Check both and try again.",
    },
    "too-many": (minutes) => ({
      happened: "Too many tries.",
      meaning: "Signing in is paused here, to keep people from guessing passwords.",
      advice: `Try again in ${inMinutes(minutes)}.`,
    }),
    suspended: {
      happened: "This account is suspended.",
      meaning: "It cannot be used for now.",
      advice: "If you think that is wrong, ask the people who run this service.",
    },
    "stale-form": {
      happened: "This page was open for too long.",
      meaning: "To keep you safe, it was not sent.",
      advice: "Type your password again and sign in.",
    },
    busy: {
      happened: "Many people are signing in right now.",
      meaning: "Your password was not checked.",
      advice: "Wait a few seconds and try again.",
    },
  },
};
