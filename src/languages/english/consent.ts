import { sentence } from "../sentence.ts";
import type {
  CancelledTexts,
  ConsentTexts,
  InvalidRequestTexts,
  PinTexts,
} from "../texts/consent.ts";
import { inMinutes } from "./dates.ts";

export const consent: ConsentTexts = {
  title: (application) => sentence`Authorize ${application}`,
  by: (owner) => sentence`by ${owner}`,
  wantsToUse: (application, user) => sentence`${application} wants to use your account ${user}`,
  switchAccount: "Switch account",
  able: "It will be able to",
  notAble: "It will not be able to",
  permissions: {
    "read-account": "Read your profile and everything you can see",
    "change-account": "Post and change things for you",
    "see-email": "See your email address",
    "see-password": "See your password",
    "change-sign-in": "Change your email address or how you sign in",
  },
  newApplication: {
    what: "This application is new.",
    advice: "Few people have used it so far. Agree only if you trust who sent you here.",
  },
  mixedAlphabets: {
    what: "This name mixes letters that look alike.",
    advice: "It may imitate another name. Check the owner and the website.",
  },
  allow: "Authorize app",
  deny: "Cancel",
  toWeb: (host) => sentence`You will be sent to ${host}.`,
  toApp: (scheme) => sentence`You will be sent to the app on your device that opens ${scheme}.`,
  toPin: (application) => sentence`You will get a code to type into ${application}.`,
  takeBack: "You can take this back at any time:",
  takeBackInAccount: "Your account",
};

export const pin: PinTexts = {
  title: (application) => sentence`Your code for ${application}`,
  howTo: (application) => sentence`Type this code into ${application} to finish.`,
  label: "Your code",
  lives: (minutes) => `It works once, within ${inMinutes(minutes)}.`,
  ownDevice: (application) =>
    sentence`Only type it into ${application} on a device of your own, and only if you started this yourself.`,
  nobodyAsks: (service) => sentence`Nobody from ${service} will ever ask you for it.`,
};

export const cancelled: CancelledTexts = {
  title: "Cancelled",
  meaning: (application) => sentence`${application} was not given access to your account.`,
  advice: "You can close this page.",
};

export const invalidRequest: InvalidRequestTexts = {
  missing: {
    happened: "This address is incomplete",
    meaning: "It does not say which application sent you, so there is nothing to decide here.",
    advice: "Go back to the application and start again.",
  },
  expired: {
    happened: "This request is no longer valid",
    meaning: "It took too long, it was used before, or it was never ours. Nothing was shared.",
    advice: "Go back to the application and start again.",
  },
  answered: {
    happened: "This request was already answered",
    meaning: "Each request can be answered once, and this one has been.",
    advice: "If you did not finish, go back to the application and start again.",
  },
  desktop: {
    happened: "This application cannot sign you in here",
    meaning: "It is not a website, so it needs a code that you type in yourself.",
    advice: "Continue to the page that gives you that code.",
  },
  continueToAuthorize: "Continue",
};
