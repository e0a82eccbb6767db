import { sentence } from "../sentence.ts";
export const signUp = {
  title: "Create your account",
  nameHint: "Optional. The name other users see. Up to 50 characters.",
  emailHint:
    "Optional. Lets you reset your password. Applications can see it only with your permission.",
  /** The service sends no email, so no one can reset a password with it. */
  emailHintWithoutMail: "Optional. Applications can see it only with your permission.",
  password: "Password",
  submit: "Create account",
  notMade: "Your account wasn’t created.",
  haveAccount: "Already have an account?",
  signIn: "Sign in",
  invited: "You’ve been invited to create an account. The invitation works once.",
  invitedBy: (user: string) =>
    sentence`${user} invites you to create an account. The invitation works once.`,
  asAdmin: "You’ll be an administrator of this service.",
  admin:
    "You’ll be the service’s first administrator: you can manage users, applications, and settings.",
  closed: {
    happened: "Sign-up is closed",
    meaning: "You can’t create an account here.",
    advice: "If you need one, ask your administrator.",
  },
  byInvitation: {
    happened: "Sign-up is by invitation",
    meaning: "You need an invitation link from your administrator.",
    advice: "If you have a link, open it as it was sent to you.",
  },
  gone: {
    happened: "This invitation no longer works",
    meaning: "It was used, it was withdrawn, or it expired. Each invitation creates one account.",
    advice: "Ask the user who invited you for a new one.",
  },
};
