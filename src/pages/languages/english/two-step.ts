import type { AuthEventKind } from "../../../domain/auth-events.ts";
import { sentence } from "../sentence.ts";
import { inMinutes } from "./dates.ts";

export const twoStep = {
  title: "Two-step verification",
  kinds: {
    password: "Password",
    passkey: "Passkey",
    totp: "Authenticator app",
    "recovery-code": "Recovery code",
    "identity-provider": "Identity provider",
    "strong-identity-provider": "Identity provider, with a second step",
  } satisfies Record<AuthEventKind, string>,
  code: {
    title: "Enter your code",
    signingInAs: (user: string) => sentence`You’re signing in as ${user}.`,
    label: "Code",
    hint: "The 6 digits that your authenticator app shows, or one of your recovery codes.",
    submit: "Continue",
    lost: "Lost your phone and your recovery codes? Ask your administrator for help.",
    startOver: "Start over",
    problems: {
      missing: {
        what: "The code is missing.",
        advice: "Enter the code that your app shows now, or one of your recovery codes.",
      },
      wrong: {
        what: "That code is wrong.",
        advice:
          "Enter the code that your app shows now. If it keeps failing, check that your phone’s clock is right. A recovery code works only once.",
      },
      used: {
        what: "That code was already used.",
        advice: "Wait until your app shows the next one, and enter that.",
      },
      "too-many": (minutes: number) => ({
        what: "Too many attempts.",
        advice: `Try again in ${inMinutes(minutes)}.`,
      }),
    },
  },
  whatItIs:
    "With two-step verification, you sign in with your password and a second step: a code from an app on your phone, or a passkey. Someone who learns your password still can’t sign in.",
  off: "Two-step verification is off.",
  on: "Two-step verification is on.",
  /** A day follows. */
  appSince: "Authenticator app added on",
  setUp: "Set up an authenticator app",
  replaceApp: "Use a different app or phone",
  codes: {
    title: "Recovery codes",
    what: "If you lose your phone or passkey, you can sign in with a recovery code instead. Each code works once.",
    left: (count: number) =>
      count === 1 ? "You have 1 code left." : `You have ${count} codes left.`,
    few: {
      what: "You’re running out of recovery codes.",
      advice: "Create new ones while you can still sign in.",
    },
    makeNew: "Create new codes",
    makeNewHint: "New codes replace the old ones and sign you out everywhere else.",
    shown: "Save your recovery codes",
    keep: "Store them somewhere safe, such as a password manager. They won’t be shown again.",
    goOn: "I’ve saved my codes",
  },
  turnOff: {
    title: "Turn off",
    hint: "You’ll sign in with your password alone. This also deletes your recovery codes and signs you out everywhere else.",
    submit: "Turn off two-step verification",
  },
  required: {
    what: "Your administrator requires it.",
    advice: "If you turn it off, you’ll have to set it up again before you can continue.",
  },
  done: { "turned-off": "Two-step verification is off." },
  notDone: "Nothing was changed.",
  add: {
    title: "Set up two-step verification",
    getApp:
      "You need an authenticator app on your phone, or a password manager that can show codes.",
    scan: "Scan this with the app:",
    picture: "QR code with the key below",
    /** On the phone that has the app, a link opens it: no phone scans its own screen. */
    openApp: "Open in your authenticator app",
    cannotScan: "Can’t scan it? Enter this key in the app:",
    type: "Then enter the code that the app shows:",
    code: "6-digit code",
    codeHint: "It changes every 30 seconds.",
    submit: "Turn on",
    replace: "Switch to this app",
    /** The other code on the page is from the new app. */
    currentCode: "Code from your current app, or a recovery code",
    endsSessions: "This signs you out everywhere else.",
    notNow: "Not now",
    wrong: {
      what: "That code is wrong.",
      advice:
        "Enter the code that the app shows now. If it keeps failing, check that your phone’s clock is right.",
    },
  },
  /** Some days of grace are left. `days` are whole ones, at least one. */
  due: {
    what: (days: number): string =>
      days === 1
        ? "You have 1 day left to set up two-step verification."
        : `You have ${days} days left to set up two-step verification.`,
    after: "After that, you won’t be able to continue without it.",
    /** A day follows. */
    until: "Deadline:",
    setUp: "Set it up",
  },
  /** No days of grace are left. */
  overdue: {
    what: "Set up two-step verification to continue.",
    advice: "Your administrator requires it.",
  },
};

/** A `used` code was right, but was already used. */
export type CodeProblem = keyof typeof twoStep.code.problems;
