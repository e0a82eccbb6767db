import { sentence } from "./sentence.ts";
import type { Texts } from "./texts.ts";

export const english: Texts = {
  language: { tag: "en", direction: "ltr" },

  signIn: {
    title: "Sign in",
    titleWithProblem: "Problem: Sign in",
    continueTo: (application) => sentence`to continue to ${application}`,
    nothingSharedYet: "You will see what it asks for before you agree to anything.",
    username: "User name",
    password: "Password",
    submit: "Sign in",
    checkUsername: "Check the spelling of your user name.",
    checkPassword: "Type your password again. Capital letters count.",
    problems: {
      wrong: {
        happened: "That did not match.",
        meaning: "The user name or the password is wrong.",
        advice: "Check both and try again.",
      },
      "too-many": (minutes) => ({
        happened: "Too many tries.",
        meaning: "Signing in is paused here, to keep people from guessing passwords.",
        advice: `Try again in ${inMinutes(minutes)}.`,
      }),
      suspended: {
        happened: "This account is suspended.",
        meaning: "It cannot be used for now.",
        advice: "Ask the people who run this service why.",
      },
      "stale-form": {
        happened: "This page was open for too long.",
        meaning: "To keep you safe, it was not sent.",
        advice: "Type your password again and sign in.",
      },
      busy: {
        happened: "Many people are signing in right now.",
        meaning: "Your password was not checked.",
        advice: "Wait a few seconds and try again.",
      },
    },
  },

  consent: {
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
  },

  pin: {
    title: (application) => sentence`Your code for ${application}`,
    howTo: (application) => sentence`Type this code into ${application} to finish.`,
    label: "Your code",
    lives: (minutes) => `It works once, within ${inMinutes(minutes)}.`,
    ownDevice: (application) =>
      sentence`Only type it into ${application} on a device of your own, and only if you started this yourself.`,
    nobodyAsks: (service) => sentence`Nobody from ${service} will ever ask you for it.`,
  },

  cancelled: {
    title: "Cancelled",
    meaning: (application) => sentence`${application} was not given access to your account.`,
    advice: "You can close this page.",
  },

  invalidRequest: {
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
  },

  error: {
    kinds: {
      "bad-request": {
        happened: "This request could not be understood",
        meaning: "Part of it is missing or damaged. Nothing was changed.",
        advice: "Go back to where you came from and start again.",
      },
      "forbidden-form": {
        happened: "This form could not be accepted",
        meaning:
          "It was open for too long, you signed in again since, or it came from another site. Nothing was changed.",
        advice: "Go back, load the page again and repeat what you did.",
      },
      "not-found": {
        happened: "There is no page here",
        meaning: "The address may be mistyped or out of date.",
        advice: "Check the address, or go back to where you came from.",
      },
      "wrong-method": {
        happened: "This page does not work that way",
        meaning: "The address exists, but not for what was asked of it. Nothing was changed.",
        advice: "Go back to where you came from and start again.",
      },
      "too-large": {
        happened: "That was too much at once",
        meaning: "What was sent is larger than this page accepts. Nothing was changed.",
        advice: "Go back and send less.",
      },
      insecure: {
        happened: "This connection is not private",
        meaning: "Signing in needs an address that begins with https, so nothing was sent on.",
        advice: "Go back to the application, and tell its makers if this happens again.",
      },
      "suspended-user": {
        happened: "Your account is suspended",
        meaning: "It cannot be used for now. Nothing was shared.",
        advice: "Ask the people who run this service why.",
      },
      "suspended-application": {
        happened: "This application is suspended",
        meaning: "It cannot ask for access to accounts for now. Nothing was shared.",
        advice: "If you rely on it, ask its makers.",
      },
      "rate-limited": (minutes) => ({
        happened: "Too many requests",
        meaning: "More arrived from here than we accept in such a short time. Nothing was changed.",
        advice: `Try again in ${inMinutes(minutes)}.`,
      }),
      internal: {
        happened: "Something went wrong on our side",
        meaning: "We could not finish what you asked for. The failure has been recorded.",
        advice: "Try again. If it happens again, tell the people who run this service.",
      },
      unavailable: {
        happened: "We cannot do this right now",
        meaning: "The service is busy or being looked after. Nothing was changed.",
        advice: "Wait a minute and try again.",
      },
    },
    retry: "Try again",
    status: (status) => `Error ${status}`,
    reference: "Reference for support",
  },

  account: {
    navigation: "Your account",
    sections: {
      applications: "Applications",
      profile: "Profile",
      password: "Password",
      sessions: "Sessions",
      events: "Events",
    },
    titles: {
      applications: "Connected applications",
      profile: "Your profile",
      password: "Your password",
      sessions: "Where you are signed in",
      events: "Security events",
      delete: "Delete your account",
    },
    signedInAs: (user) => sentence`Signed in as ${user}`,
    signOut: "Sign out",
    nextPage: "Next page",
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
      problems: {
        "screen-name": "A screen name has 1 to 15 letters (A to Z), digits or underscores.",
        taken: "Somebody else has this screen name. Choose another.",
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
      whatTheyAre:
        "If you did not do one of these, change your password and look at your sessions.",
      happened: {
        "user.created": () => sentence`Your account was made.`,
        "user.signed-in": () => sentence`You signed in.`,
        "user.signed-out": () => sentence`You signed out.`,
        "user.sessions-ended": () => sentence`You were signed out on other devices.`,
        "user.password-changed": () => sentence`Your password was changed.`,
        "user.profile-changed": () => sentence`Your profile was changed.`,
        "user.suspended": () => sentence`Your account was suspended.`,
        "user.restored": () => sentence`Your account was restored.`,
        "access.approved": (application) => sentence`You let ${application} use your account.`,
        "access.cancelled": (application) =>
          sentence`You refused to let ${application} use your account.`,
        "access.reduced": (application) => sentence`${application} was reduced to reading.`,
        "access.revoked": (application) => sentence`You revoked the access of ${application}.`,
        "access-token.issued": (application) =>
          sentence`${application} received its access to your account.`,
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
          "Your name, screen name and email address. Somebody else can take the screen name.",
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
  },

  dates: { day: (at) => dayFormat.format(at), moment: (at) => momentFormat.format(at) },
};

function inMinutes(minutes: number): string {
  return minuteFormat.format(minutes);
}

const minuteFormat = new Intl.NumberFormat("en", {
  style: "unit",
  unit: "minute",
  unitDisplay: "long",
});

const dayFormat = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

const momentFormat = new Intl.DateTimeFormat("en", {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});
