import type { NeverAllowed, Permission } from "../../../domain/access.ts";
import type { ApplicationLink } from "../../../domain/application.ts";
import { sentence } from "../sentence.ts";
import { inMinutes } from "./dates.ts";

export const consent = {
  /** The heading of the warnings about the application. */
  before: "Before you continue",
  changedRecently: {
    what: "This application changed recently.",
    advice:
      "Its name, icon, website, or owner changed in the last 7 days. Continue only if you expected that.",
  },
  applicationLinks: { terms: "Terms", privacy: "Privacy", support: "Support" } satisfies Record<
    ApplicationLink,
    string
  >,
  title: (application: string) => sentence`Authorize ${application}`,
  by: (owner: string) => sentence`by ${owner}`,
  wantsToUse: (application: string, service: string) =>
    sentence`${application} wants to use your ${service} account`,
  /** The description follows, which is not ours. */
  ownersWords: "What the owner says:",
  switchAccount: "Switch account",
  able: "It will be able to",
  notAble: "It will not be able to",
  /** Each text works in both lists: what the application can do, and what it cannot. */
  permissions: {
    "read-account": "Read your profile and any content you can see",
    "change-account": "Post and make changes on your behalf",
    "see-email": "See your email address",
    "see-password": "See your password",
    "change-sign-in": "Change your email address or how you sign in",
  } satisfies Record<Permission | NeverAllowed, string>,
  newApplication: {
    what: "This application is new.",
    advice:
      "Few users have used it so far. Continue only if you trust the site or application that sent you here.",
  },
  mixedAlphabets: {
    what: "This name mixes look-alike letters.",
    advice: "It may be imitating another name. Check the owner and the website.",
  },
  allow: (user: string) => sentence`Authorize as ${user}`,
  deny: "Cancel",
  toWeb: (host: string) => sentence`You’ll be sent to ${host}.`,
  toApp: (scheme: string) =>
    sentence`You’ll be sent to the application on your device that opens ${scheme}.`,
  toPin: (application: string) => sentence`You’ll get a code to enter in ${application}.`,
  takeBack: "You can revoke this access at any time:",
  takeBackInAccount: "Your account",
};

export const pin = {
  title: (application: string) => sentence`Your code for ${application}`,
  howTo: (application: string) => sentence`Enter this code in ${application} to finish.`,
  label: "Your code",
  lives: (minutes: number) => `It works once and expires after ${inMinutes(minutes)}.`,
  /** Minutes and seconds follow, which a script counts down in the place of `lives`. */
  timeLeft: "It works once. Time left:",
  expired: "This code has expired. Go back to the application and start again.",
  ownDevice: (application: string) =>
    sentence`Enter it only in ${application} on your own device, and only if you started this yourself.`,
  isUnconditional: (service: string) => sentence`No one from ${service} will ever ask you for it.`,
};

export const canceled = {
  title: "Canceled",
  meaning: (application: string) => sentence`${application} didn’t get access to your account.`,
  advice: "You can close this page.",
};

export const invalidRequest = {
  missing: {
    happened: "This link is incomplete",
    meaning: "It doesn’t say which application sent you.",
    advice: "Go back to the application and start again.",
  },
  expired: {
    happened: "This request is no longer valid",
    meaning: "It expired, was already used, or never existed. Nothing was shared.",
    advice: "Go back to the application and start again.",
  },
  decided: {
    happened: "This request was already approved or canceled",
    meaning: "Each request can be approved or canceled only once.",
    advice: "If you didn’t finish, go back to the application and start again.",
  },
  desktop: {
    happened: "This application can’t sign you in here",
    meaning: "It isn’t a website, so it needs a code that you enter yourself.",
    advice: "Continue to get the code.",
  },
  /** oauth/authenticate does not serve desktop applications, so it links to oauth/authorize. */
  continueToAuthorize: "Continue",
};

export type InvalidRequestReason = Exclude<keyof typeof invalidRequest, "continueToAuthorize">;
