export const passkeys = {
  title: "Passkeys",
  whatTheyAre:
    "With a passkey, you sign in with your fingerprint, your face, or the screen lock of your device. There’s no password to type, and phishing sites can’t use your passkey.",
  secondStep:
    "Once you have a passkey, your password alone no longer signs you in: you also need the passkey, or a recovery code.",
  /** Adding or removing a passkey ends other sessions. */
  endsSessions: "Adding or removing one signs you out everywhere else.",
  none: "You don’t have a passkey.",
  manage: "Manage passkeys",
  /** A day follows. */
  added: "Added on",
  /** A date and time follow. */
  lastUsed: "Last used:",
  notUsed: "Not used yet",
  add: {
    title: "Add a passkey",
    name: "Name",
    nameHint: "Leave it empty to use the name of the device or password manager that keeps it.",
    submit: "Add passkey",
    most: "You’ve reached the limit of 20 passkeys. Remove one to add another.",
  },
  rename: { name: "New name", submit: "Rename" },
  remove: "Remove",
  removeLast:
    "It’s your only second step. Without it, your password alone signs you in, and your recovery codes stop working.",
  done: { added: "Passkey added.", renamed: "Passkey renamed.", removed: "Passkey removed." },
  problems: {
    wrong: {
      what: "That passkey wasn’t accepted.",
      advice: "Try again, or choose another way.",
    },
    late: {
      what: "This page was open too long.",
      advice: "Try again.",
    },
    "counter-back": {
      what: "That passkey wasn’t accepted because it may have been copied.",
      advice: "Sign in another way, and remove the passkey if you can’t explain this.",
    },
    taken: {
      what: "That passkey was already added.",
      advice: "Use another device or password manager.",
    },
    "too-many": {
      what: "You’ve reached the limit of 20 passkeys.",
      advice: "Remove one first.",
    },
    "last-sign-in-method": {
      what: "This passkey is the only way to sign in to your account.",
      advice: "Add another passkey first.",
    },
  },
  signIn: "Sign in with a passkey",
  use: "Use your passkey",
  useTitle: "Confirm it’s you",
  /** The button is on a page that requires another authentication. */
  again: "To confirm with your passkey, leave the code empty and press the button below.",
  needsScript:
    "Passkeys require JavaScript and a supported browser. You can still sign in another way.",
  notHere: "Passkeys aren’t available on this site’s address.",
  instead: "Use a passkey instead",
  script: {
    canceled: "The passkey wasn’t used. Try again, or choose another way.",
    known: "This device or password manager already has a passkey for your account.",
  },
};

export type PasskeyChangeProblem = keyof typeof passkeys.problems;

export type PasskeyProblem = Exclude<
  PasskeyChangeProblem,
  "taken" | "too-many" | "last-sign-in-method"
>;
