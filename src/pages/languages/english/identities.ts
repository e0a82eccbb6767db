import { sentence } from "../sentence.ts";

export const identities = {
  signInWith: (provider: string) => sentence`Sign in with ${provider}`,
  /** The word is between the password form and the providers' buttons. */
  or: "or",
  leading: {
    title: "Redirecting…",
    what: (provider: string) => sentence`Taking you to ${provider}.`,
    goOn: "Continue",
  },
  problems: {
    unreachable: {
      happened: "This way of signing in isn’t available right now",
      meaning: (provider: string) => sentence`${provider} didn’t respond. You weren’t signed in.`,
      advice: "Try again in a few minutes.",
    },
    rejected: {
      happened: "The identity provider didn’t sign you in",
      meaning: (provider: string) => sentence`${provider} returned an error.`,
      advice: "If it keeps happening, contact your administrator.",
    },
    canceled: {
      happened: "You weren’t signed in",
      meaning: (provider: string) => sentence`The sign-in was canceled at ${provider}.`,
    },
    invalid: {
      happened: "We couldn’t verify your sign-in",
      meaning: (provider: string) =>
        sentence`${provider} returned an invalid response, so you weren’t signed in.`,
      advice: "If it keeps happening, contact your administrator.",
    },
    stale: {
      happened: "This sign-in has expired",
      meaning: (provider: string) =>
        sentence`The sign-in with ${provider} was started in another browser, took more than 10 minutes, or was already used. You weren’t signed in.`,
    },
    "no-account": {
      happened: "You have no account here",
      meaning: (provider: string) =>
        sentence`You signed in with ${provider}, but no account here is linked to that identity.`,
      advice: "If you need one, ask your administrator.",
    },
    changed: {
      happened: "Your account changed in the meantime",
      meaning: (provider: string) =>
        sentence`It changed while you signed in with ${provider}, so you weren’t signed in here.`,
    },
    "other-user": {
      happened: "You signed in as someone else",
      meaning: (provider: string) =>
        sentence`That identity at ${provider} isn’t linked to the account that you’re using. Nothing was changed.`,
      advice: "Go back and sign in with the identity that’s linked to your account.",
    },
  },
  tryAgain: "Try again",
  goBack: "Go back",
  otherWays: "Back to sign-in",
  first: {
    title: "Welcome",
    what: (provider: string) =>
      sentence`You signed in with ${provider}. No account here is linked to it yet.`,
    screenNameHint: "Up to 64 letters (A to Z), digits, underscores, dots, and hyphens.",
    linkTitle: "Already have an account?",
    linkHint: "Sign in to it as usual, then link the two.",
    linkSubmit: "Sign in and link",
    /** No account is created here. */
    noAccount: "If you have no account, ask your administrator.",
    noPassword: "You don’t need a password: you’ll sign in the way you just did.",
  },
  confirm: {
    title: "Link your account",
    what: (provider: string, who: string, user: string) =>
      sentence`Link ${who} at ${provider} to your account ${user}?`,
    meaning: "Anyone who can sign in with that identity will be able to sign in to this account.",
    endsSessions: "This signs you out everywhere else.",
    submit: "Link",
    notNow: "Not now",
  },
  account: {
    title: "Linked identities",
    what: "You can sign in to this account with an identity provider instead of a password.",
    none: "No identity is linked to this account.",
    /** A day follows. */
    linkedOn: "Linked on",
    goneProvider: "This service no longer offers this provider.",
    linkTitle: "Link an identity",
    link: (provider: string) => sentence`Link ${provider}`,
    linkHint: "You’ll sign in at the identity provider, then come back here to confirm.",
    unlink: "Unlink",
    unlinkHint: "Unlinking one signs you out everywhere else.",
    lastSignInMethod: "This is the only way to sign in to your account, so you can’t unlink it.",
    notDone: "Nothing was changed.",
    done: {
      linked: "The identity is linked.",
      unlinked: "The identity is no longer linked.",
    },
    problems: {
      taken: "The identity is linked to another account.",
      "too-many": "Your account can’t have more linked identities. Unlink one first.",
      "last-sign-in-method":
        "It’s the only way to sign in to your account. Link another one first.",
      changed: "The sign-in at the identity provider has expired. Start over.",
    },
  },
  /** The account or the service has no password. */
  noPassword: {
    what: "Your account has no password.",
    advice: "You sign in with an identity provider.",
  },
  passwordsOff: {
    happened: "Password sign-in is turned off",
    meaning: "Everyone signs in with an identity provider.",
    advice: "If you can’t, ask your administrator.",
  },
  signOut: {
    title: "You’re signed out here",
    what: (provider: string) => sentence`Taking you to ${provider} to sign you out there as well.`,
    goOn: "Continue",
    stay: "Back to sign-in",
  },
  admin: {
    title: "Linked identities",
    none: "No identity is linked.",
    hint: "This user can sign in with these. If you remove one, they’re signed out everywhere.",
    remove: "Remove",
  },
};

/**
 * `stale`: this browser began no such sign-in. `no-account`: no account has the identity, and
 * sign-ins at its provider create none. `other-user`: another user must confirm it.
 */
export type IdentityProblem = keyof typeof identities.problems;

export type LinkProblem = keyof typeof identities.account.problems;
