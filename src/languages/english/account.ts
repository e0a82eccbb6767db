import { sentence } from "../sentence.ts";
import type { AccountTexts } from "../texts/account.ts";
import { inMinutes } from "./dates.ts";

export const account: AccountTexts = {
  titles: {
    applications: "Connected applications",
    profile: "Your profile",
    password: "Your password",
    sessions: "Where you are signed in",
    events: "Security events",
    delete: "Delete your account",
  },
  applications: {
    none: "No application can use your account.",
    noneAdvice:
      "When you agree to let one in, it appears here, and you can take its access back at any time.",
    whatTheyCan:
      "These can use your account. What you change here holds from their next request on.",
    by: (owner) => sentence`by ${owner}`,
    access: {
      read: "Can read your profile and everything you can see.",
      write: "Can read, and post and change things for you.",
    },
    withEmail: "Sees your email address.",
    since: "Since",
    neverUsed: "Never used",
    usedToday: "Last used today",
    lastUsed: "Last used on",
    reduce: "Reduce to read",
    revoke: "Revoke",
  },
  profile: {
    name: "Name",
    nameHint: "What people read. Up to 50 characters.",
    screenName: "Screen name",
    screenNameHint: "You sign in with it. Letters A to Z, digits and underscores, up to 15.",
    email: "Email address",
    emailHint: "Applications see it only if you let them.",
    save: "Save profile",
    saved: "Your profile is saved.",
    notSaved: "Nothing was saved.",
    unconfirmed: {
      withMail: {
        what: "Your email address is not confirmed yet.",
        advice: "Applications do not see it until you open the link that we mail to it.",
      },
      withoutMail: {
        what: "Your email address is not confirmed yet.",
        advice: "Applications do not see it until the people who run this service confirm it.",
      },
      send: "Send the link again",
      sent: "A link to confirm your email address is on its way. It works for a day.",
    },
    problems: {
      "screen-name": "A screen name has 1 to 15 letters (A to Z), digits or underscores.",
      taken: "This screen name is not free. Choose another.",
      "too-many-names":
        "You gave up three screen names in the last 30 days. Take one of them back, or wait.",
      name: "The name is longer than 50 characters. Shorten it.",
      email: "This is no email address. It looks like name@host.example.",
    },
  },
  password: {
    current: "Current password",
    wanted: "New password",
    wantedHint: "At least 8 characters. Long and unusual is better than complicated.",
    otherSessions: "You stay signed in here, and are signed out everywhere else.",
    change: "Change password",
    changed: "Your password is changed, and you are signed out everywhere else.",
    notChanged: "Your password was not changed.",
    problems: {
      wrong: "The current password is wrong. Capital letters count.",
      "too-many": (minutes) => `There were too many tries. Try again in ${inMinutes(minutes)}.`,
      busy: "Many people are signing in right now. Wait a few seconds and try again.",
      "too-short": "The new password needs at least 8 characters.",
      "too-long": "The new password may have at most 128 characters.",
      "own-name": "The new password must not be your screen name or email address.",
      common: "The new password is among the most common ones. Choose another.",
    },
  },
  sessions: {
    whatTheyAre: "If you do not know one of these, sign it out and change your password.",
    device: (browser, system) => sentence`${browser} on ${system}`,
    unknownDevice: "A browser that did not say what it is",
    thisOne: "this browser",
    address: "Signed in from",
    lastUsed: "Last used around",
    end: "Sign out there",
    endOthers: "Sign out everywhere else",
  },
  events: {
    none: "Nothing has happened yet.",
    whatTheyAre: "If you did not do one of these, change your password and look at your sessions.",
    happened: {
      "user.created": () => sentence`Your account was made.`,
      "user.signed-in": () => sentence`You signed in.`,
      "user.sign-in-failed": () => sentence`Somebody entered a wrong password for your account.`,
      "user.signed-out": () => sentence`You signed out.`,
      "user.sessions-ended": () => sentence`You were signed out on other devices.`,
      "user.password-changed": () => sentence`Your password was changed.`,
      "user.password-reset-asked": () =>
        sentence`Somebody asked for a link to choose a new password, and it was sent to your email address.`,
      "user.password-reset-link-made": () => sentence`A link to choose a new password was made.`,
      "user.profile-changed": () => sentence`Your profile was changed.`,
      "user.email-link-sent": () => sentence`A link to confirm your email address was sent to it.`,
      "user.email-proven": () => sentence`Your email address was confirmed.`,
      "user.suspended": () => sentence`Your account was suspended.`,
      "user.restored": () => sentence`Your account was restored.`,
      "access.approved": (application) => sentence`You let ${application} use your account.`,
      "access.cancelled": (application) =>
        sentence`You refused to let ${application} use your account.`,
      "access.reduced": (application) => sentence`${application} was reduced to reading.`,
      "access.revoked": (application) => sentence`You revoked the access of ${application}.`,
      "access-token.issued": (application) =>
        sentence`${application} received its access to your account.`,
      "access-token.regenerated": (application) =>
        sentence`You made a new access token of ${application} for yourself.`,
      "access-token.revoked": (application) =>
        sentence`${application} gave up its access to your account.`,
    },
    goneApplication: "an application that no longer exists",
    other: "Something was recorded:",
    by: {
      application: "by the application",
      operator: "by the people who run this service",
    },
    from: "From",
  },
  deletion: {
    forGood: "This cannot be undone. What goes at once:",
    whatGoes: {
      profile:
        "Your name, screen name and email address. Somebody else can take the screen name after 30 days.",
      access: "The access of every application that you let in.",
      sessions: "Every session, on every device.",
    },
    whatStays:
      "The people who run this service keep the record of security events, which does not hold your name.",
    ownsApplications: {
      what: "You own applications.",
      advice:
        "People may be using them, so they must be deleted first. Ask the people who run this service.",
    },
    lastOperator: {
      what: "You are the last operator.",
      advice: "Make somebody else an operator first; then you can delete your account.",
    },
    typeScreenName: (screenName) => `Type your screen name, ${screenName}, to confirm`,
    password: "Current password",
    submit: "Delete my account for good",
    notDeleted: "Your account was not deleted.",
    problems: {
      "other-name": "That is not your screen name.",
      wrong: "The password is wrong. Capital letters count.",
      "too-many": (minutes) => `There were too many tries. Try again in ${inMinutes(minutes)}.`,
      busy: "Many people are signing in right now. Wait a few seconds and try again.",
    },
    deleted: {
      title: "Your account is deleted",
      meaning: "You are signed out everywhere, and no application has access any more.",
    },
  },
};
