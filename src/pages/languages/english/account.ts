import type { AccessLevel } from "../../../domain/access.ts";
import type { AuthEventKind } from "../../../domain/auth-events.ts";
import type { ProfileProblem } from "../../../domain/user.ts";
import { sentence } from "../sentence.ts";
import { userEvents } from "./audit.ts";
import { inApplications } from "./counts.ts";
import { inMinutes } from "./dates.ts";

export const account = {
  titles: {
    overview: "Your account",
    signIn: "Ways to sign in",
    applications: "Connected applications",
    profile: "Your profile",
    password: "Your password",
    sessions: "Your sessions",
    notifications: "Email notifications",
    events: "Security events",
    data: "Your data",
    delete: "Delete your account",
  },
  overview: {
    /** Each leads from a part of the account's overview to its page. */
    all: {
      applications: "All applications",
      signIn: "All ways to sign in",
      sessions: "All sessions",
      events: "All events",
    },
    review: "Review",
  },
  signIn: {
    what: "What signs you in to your account, and what protects it.",
    password: "Password",
    hasPassword: "Your account has a password.",
    on: "On",
    off: "Off",
    /** Two-step verification is off. */
    weak: "Your password alone signs you in.",
    /** The account has no password. */
    weakProvider: "Your identity provider alone signs you in.",
    byPasskey: "Your second step is a passkey.",
    /** Few recovery codes are left. */
    few: "Few left",
    change: "Change",
    setUp: "Set up",
    manage: "Manage",
    add: "Add",
  },
  applications: {
    none: "No application can use your account.",
    noneAdvice:
      "When you give an application access, it appears here. You can revoke its access at any time.",
    whatTheyCan:
      "These applications can use your account. Changes take effect with their next request.",
    /** The heading is used below that of the approvals. */
    connected: "Can use your account",
    by: (owner: string) => sentence`by ${owner}`,
    access: {
      read: "Can read your profile and any content you can see.",
      write: "Can read, post, and make changes on your behalf.",
    } satisfies Record<AccessLevel, string>,
    withEmail: "Can see your email address.",
    /** A day follows. */
    since: "Since",
    neverUsed: "Never used",
    usedToday: "Last used today",
    /** A day follows. */
    lastUsed: "Last used on",
    /** A day follows. */
    unusedEnd: "If it isn’t used, its access ends on",
    reduce: "Make read-only",
    revoke: "Revoke",
    /** The application has not exchanged these approvals yet. */
    pending: {
      title: "Approved, not picked up yet",
      whatTheyAre: (count: number) =>
        count === 1
          ? "An application was approved within the last 15 minutes and hasn’t picked up its access yet. If you don’t recognize it, withdraw the approval and [change your password]."
          : `${inApplications(count)} were approved within the last 15 minutes and haven’t picked up their access yet. If you don’t recognize one, withdraw the approval and [change your password].`,
      /** A date and time follow, also after `until`. */
      approved: "Approved",
      until: "Can be picked up until",
      withdraw: "Withdraw approval",
    },
    /** Each text describes the state now. */
    done: {
      revoked: (application: string) =>
        sentence`${application} no longer has access to your account.`,
      withdrawn: (application: string) =>
        sentence`Your approval was withdrawn. ${application} can’t pick up access with it anymore.`,
      reduced: (application: string) =>
        sentence`${application} can now only read. It can’t change anything for you anymore.`,
    },
  },
  profile: {
    name: "Name",
    nameHint: "The name other users see. Up to 50 characters.",
    screenName: "Screen name",
    screenNameHint:
      "You use it to sign in. Up to 64 letters (A to Z), digits, underscores, dots, and hyphens.",
    email: "Email",
    emailHint: "Applications can see it only with your permission.",
    save: "Save profile",
    saved: "Profile saved.",
    notSaved: "Your profile wasn’t saved.",
    unverified: {
      withMail: {
        what: "Your email address isn’t verified yet.",
        advice: "Applications can’t see it until you open the link we emailed you.",
      },
      withoutMail: {
        what: "Your email address isn’t verified yet.",
        advice: "Applications can’t see it until your administrator verifies it.",
      },
      send: "Resend the link",
      sent: "We sent a link to your email address. Open it within 24 hours to verify the address.",
    },
    /** The address was kept when the account was recovered. It is in the field below. */
    distrusted: {
      what: "Is this email address still yours?",
      advice: {
        withMail:
          "Your account was recovered, and someone else may have entered this address. Until you verify it, we don’t send password reset links to it, and applications can’t see it. If it isn’t yours, replace it.",
        withoutMail:
          "Your account was recovered, and someone else may have entered this address. Applications can’t see it until your administrator verifies it. If it isn’t yours, replace it.",
      },
      send: "Email me a link",
    },
    problems: {
      "screen-name":
        "Use 1 to 64 letters (A to Z), digits, underscores, dots, or hyphens, and not only dots.",
      taken: "This screen name is taken. Choose another.",
      "changed-since":
        "Your screen name or email address was changed elsewhere since you opened this page. Both are shown as they are now. Check them and save again.",
      "too-many-names":
        "You changed your screen name three times in the last 30 days. Go back to one of those names, or try again later.",
      name: "Names can have up to 50 characters.",
      email: "Enter an email address, such as name@example.com.",
    } satisfies Record<ProfileProblem | "taken" | "too-many-names" | "changed-since", string>,
  },
  password: {
    current: "Current password",
    wanted: "New password",
    wantedHint:
      "At least 8 characters. A long, unusual phrase is better than a short, complicated one.",
    /** The reason follows. */
    weak: "Your password is easy to guess.",
    notNow: "Not now",
    otherSessions: "This signs you out everywhere else.",
    change: "Change password",
    changed: "Password changed. You’re signed out everywhere else.",
    notChanged: "Your password wasn’t changed.",
    problems: {
      missing: "Enter your current password.",
      wrong: "That’s not your current password. Passwords are case-sensitive.",
      "too-many": (minutes: number) => `Too many attempts. Try again in ${inMinutes(minutes)}.`,
      busy: "The service is busy. Wait a few seconds and try again.",
      "too-short": "Use at least 8 characters.",
      "too-long": "Use at most 128 characters.",
      "own-name":
        "This password is too close to your screen name, name, or email address. Choose another.",
      "service-name": "This password is too close to the name of this service. Choose another.",
      common: "This password is common, or close to one that is. Choose another.",
      repeated: "This password repeats the same characters. Choose another.",
      sequence: "This password is a sequence, such as “abcd” or a row of keys. Choose another.",
      date: "This password is little more than a date or a year. Choose another.",
    },
    /** A new password has it beside it while it is typed. */
    strength: {
      label: "Password strength",
      scores: {
        2: "Fair: a longer password is harder to guess.",
        3: "Good: hard to guess.",
        4: "Strong: very hard to guess.",
      },
    },
  },
  sessions: {
    whatTheyAre: "If you don’t recognize a session, sign it out and [change your password].",
    device: (browser: string, system: string) => sentence`${browser} on ${system}`,
    unknownDevice: "Unknown browser",
    thisOne: "This browser",
    /** A date and time follow. */
    lastUsed: "Last active around",
    /** A date and time follow, then `with`. */
    signedIn: "Signed in",
    with: (...kinds: readonly AuthEventKind[]) =>
      `with ${kinds.map((one) => proofs[one]).join(" and ")}`,
    end: "Sign out",
    /** The first press only shows this, and the button that does it. */
    endHint: "That browser has to sign in again.",
    endNow: "Sign out this session",
    endOthers: "Sign out everywhere else",
    endOthersHint: "Every other browser has to sign in again. This one stays signed in.",
    endOthersNow: "Sign out all others",
    /** Each text describes the state now. */
    done: {
      ended: "That browser is signed out. If you didn’t recognize it, change your password.",
      "ended-others": "You’re now signed in only in this browser.",
    },
  },
  events: {
    none: "No events yet.",
    whatTheyAre:
      "If you don’t recognize an event, [change your password] and [check your sessions].",
    happened: userEvents,
    goneApplication: "an application that no longer exists",
    /** The name of an event that the catalogue does not know follows. */
    other: "Other event:",
    by: {
      application: "by the application",
      admin: "by your administrator",
    },
    /** An IP address follows. */
    from: "From",
  },
  data: {
    /** The profile has these two. */
    short: "Download everything that this service keeps about you.",
    open: "Download",
    what: "Download everything that this service keeps about you, as a JSON file: your profile, sessions, passkeys, the access you gave to applications, the applications you own, and what happened to your account.",
    without: "The file doesn’t contain passwords, secrets, or other users’ data.",
    careful: "Anyone who has the file can read it, so keep it where only you can open it.",
    submit: "Download your data",
    notDownloaded: "Your data wasn’t downloaded.",
  },
  deletion: {
    short: "Deletes your profile, your sessions, and every application’s access.",
    open: "Delete",
    forGood: "This can’t be undone. The following is deleted immediately:",
    whatGoes: {
      profile:
        "Your name, screen name, and email address. After 30 days, someone else can take the screen name.",
      access: "Every application’s access to your account.",
      sessions: "All your sessions, on every device.",
    },
    whatStays:
      "Your administrator keeps the record of security events. It doesn’t contain your name.",
    /** The list of the applications has a link beside each. */
    ownsApplications: {
      what: "You own applications.",
      advice: "Users may be using them. Transfer or delete them first.",
    },
    moreApplications:
      "You own more applications. They’ll be listed after you transfer or delete these.",
    lastAdmin: {
      what: "You’re the only administrator of this service.",
      advice: "Make someone else an administrator first.",
    },
    typeScreenName: (screenName: string) =>
      sentence`To confirm, type your screen name: ${screenName}`,
    submit: "Delete my account",
    notDeleted: "Your account wasn’t deleted.",
    problems: {
      "other-name": "That’s not your screen name.",
      missing: "Enter your password.",
      wrong: "That’s not your password. Passwords are case-sensitive.",
      "too-many": (minutes: number) => `Too many attempts. Try again in ${inMinutes(minutes)}.`,
      busy: "The service is busy. Wait a few seconds and try again.",
    },
    deleted: {
      title: "Your account has been deleted",
      meaning: "You’re signed out everywhere, and no application has access anymore.",
    },
  },
};

const proofs: Record<AuthEventKind, string> = {
  password: "password",
  passkey: "passkey",
  totp: "authenticator app",
  "recovery-code": "recovery code",
  "identity-provider": "identity provider",
  "strong-identity-provider": "identity provider (with a second step)",
};

export type GrantDone = keyof typeof account.applications.done;
export type SessionsDone = keyof typeof account.sessions.done;

export type PasswordProblem = keyof typeof account.password.problems;
export type DeletionProblem = keyof typeof account.deletion.problems;
