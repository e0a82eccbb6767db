import { sentence } from "../sentence.ts";
import { inMinutes } from "./dates.ts";

export const shell = {
  areasLabel: "Main navigation",
  /** Other texts write it exactly so, and a page can turn it into a link. */
  admins: "your administrator",
  /** The links to the pages above this one. */
  crumbs: "You are here",
  menu: "Menu",
  /** The groups of sections beside the content. */
  groups: { security: "Security", you: "You", directory: "Directory", service: "Service" },
  skip: "Skip to content",
  /** A rejected form's title begins with the problem, so screen readers announce it first. */
  problem: (title: string) => `Error: ${title}`,
  /** Each field that is wrong has the reason below it. */
  checkMarked: "Check the fields marked below.",
  areas: { account: "Account", portal: "Developer portal", admin: "Admin" },
  sections: {
    account: {
      overview: "Overview",
      applications: "Applications",
      signIn: "Ways to sign in",
      profile: "Profile",
      sessions: "Sessions",
      notifications: "Notifications",
      events: "Events",
    },
    portal: { applications: "Applications", invitations: "Invitations", docs: "Documentation" },
    admin: {
      overview: "Overview",
      users: "Users",
      applications: "Applications",
      invitations: "Invitations",
      apiKeys: "API keys",
      audit: "Audit log",
      plans: "Plans",
      bulkActions: "Bulk actions",
      sunsets: "Sunsets",
      settings: "Settings",
    },
  },
  signedInAs: (user: string) => sentence`Signed in as ${user}`,
  signOut: "Sign out",
  nextPage: "Next page",
  previousPage: "Previous page",
  /** The choice is at the bottom of a page, or in the menu of a signed-in user's account. */
  language: "Language",
  /** The choice is in the menu of a signed-in user's account. */
  theme: {
    title: "Theme",
    /** The theme is that of the user's device, or always one of the others. */
    names: { system: "System", light: "Light", dark: "Dark" },
  },
  /** The choice is in the menu, as "Time zone: Browser’s", and on a page of its own. */
  timeZone: {
    title: "Time zone",
    label: "Times on all pages",
    browser: "Browser’s",
    hint: "Without JavaScript, the browser’s time zone isn’t known, and times are in UTC. Days of usage are always in UTC.",
    submit: "Save",
    cancel: "Cancel",
  },
  /** Scripts add these buttons and boxes. */
  script: {
    /** The names of the buttons that copy. */
    copies: {
      accessToken: "Copy the access token",
      accessTokenSecret: "Copy the access token secret",
      apiKey: "Copy the API key",
      baseString: "Copy the base string",
      bearerToken: "Copy the bearer token",
      command: "Copy the command",
      consumerKey: "Copy the consumer key",
      consumerSecret: "Copy the consumer secret",
      environment: "Copy the environment variables",
      key: "Copy the key",
      link: "Copy the link",
      message: "Copy the message",
      pin: "Copy the PIN",
      program: "Copy the program",
      recoveryCodes: "Copy the recovery codes",
      request: "Copy the request",
      settings: "Copy the settings",
    },
    copied: "Copied",
    download: "Save as file",
    showPassword: "Show password",
  },
  /** Sensitive changes require it if the sign-in is not recent. */
  reauthentication: {
    /** Users with a second factor see it. */
    code: "Code",
    whyCode: "Enter a code from your authenticator app, or a recovery code, to confirm it’s you.",
    /** The user signs in at a provider. */
    whyProvider:
      "Confirm it’s you by signing in with your identity provider again. Anything you’ve typed on this page will be lost.",
    confirmWith: (provider: string) => sentence`Confirm with ${provider}`,
    password: "Current password",
    why: "You signed in a while ago, so please confirm it’s you.",
    problems: {
      "missing-provider": "Confirm at your identity provider first.",
      "missing-code": "Enter a code to continue.",
      "wrong-code": "That code is wrong.",
      "used-code": "That code was already used. Wait for the next one.",
      "wrong-passkey": "That passkey wasn’t accepted. Try again, or enter a code.",
      "late-passkey": "This page was open too long. Try again.",
      "counter-back-passkey":
        "That passkey wasn’t accepted because it may have been copied. Enter a code.",
      missing: "Enter your password to continue.",
      wrong: "That’s not your password. Passwords are case-sensitive.",
      "too-many": (minutes: number) => `Too many attempts. Try again in ${inMinutes(minutes)}.`,
      busy: "The service is busy. Wait a few seconds and try again.",
    },
  },
};

export const home = {
  title: "Welcome",
  what: (service: string) =>
    sentence`Use your ${service} account to sign in to applications and control what each of them can do on your behalf.`,
  signUp: "Create account",
  developers: "For developers",
  developersHint: "Create applications, get their keys, and try them out.",
  portal: "Open the developer portal",
};

export const resubmitForm = {
  /** The kind depends on whether someone is signed in when the form arrives. */
  kinds: {
    signedIn: {
      happened: "Send this form again?",
      meaning: "It’s from before your last sign-in, so it wasn’t accepted. Nothing was changed.",
      advice:
        "What you typed is still here, except for passwords and codes. If this is the right account, send it again.",
    },
    signedOut: {
      happened: "You’re no longer signed in",
      meaning: "Your session ended before you sent the form. Nothing was changed.",
      advice:
        "What you typed is still here, except for passwords and codes. Open sign-in in a new tab, then come back to this page and send it again.",
    },
  },
  signIn: "Open sign-in in a new tab",
  send: "Send again",
};

/** A link that was emailed to verify an address opens these pages. */
export const email = {
  verify: {
    title: "Verify your email address",
    belongs: (address: string, user: string) =>
      sentence`Someone entered ${address} as the email address for the account ${user}.`,
    meaning:
      "Verify it only if this account is yours. Applications that can see the address then treat it as verified.",
    submit: "Verify this address",
  },
  verified: {
    title: "Email address verified",
    meaning: "Applications can see it only with your permission.",
  },
  gone: {
    happened: "This link no longer works",
    meaning:
      "It was already used, it’s more than a day old, or the account now has another address. Nothing was changed.",
    advice:
      "Your profile shows whether your address is verified. You can request a new link there.",
  },
  toProfile: "Go to your profile",
};

/** The administrator's links are at the bottom of every page. */
export const legal = {
  support: "Support",
  terms: "Terms",
  privacy: "Privacy",
};

export type SectionGroup = keyof typeof shell.groups;

export type Area = keyof typeof shell.areas;

/** Deleting the account is part of the profile's page, so it is not a section. */
export type Sections = { readonly [A in Area]: keyof (typeof shell.sections)[A] };

export type AuthProblem = keyof typeof shell.reauthentication.problems;
