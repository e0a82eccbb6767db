import type { SignUpTexts } from "../texts/sign-up.ts";

export const signUp: SignUpTexts = {
  title: "Create your account",
  titleWithProblem: "Problem: Create your account",
  emailHint:
    "You may leave it out. It helps you to a new password, and applications see it only if you let them.",
  password: "Password",
  submit: "Create account",
  notMade: "Your account was not made.",
  haveAccount: "You have an account already?",
  signIn: "Sign in",
  invited: "You were invited. The invitation is used up when the account is made.",
  operator: "This account will run the service: it can suspend people and applications.",
  closed: {
    happened: "Sign-up is closed",
    meaning: "New accounts cannot be made here.",
    advice: "If you need one, ask the people who run this service.",
  },
  byInvitation: {
    happened: "Sign-up is by invitation",
    meaning: "A new account needs a link that the people who run this service give out.",
    advice: "Ask them for one. If you have one, open it as it was sent to you.",
  },
  gone: {
    happened: "This invitation no longer works",
    meaning: "It was used, it was taken back, or it is too old. Each makes one account.",
    advice: "Ask whoever sent it to you for a new one.",
  },
};
