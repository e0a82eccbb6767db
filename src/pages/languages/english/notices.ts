import type { NotificationKind } from "../../../domain/notification.ts";
import { type Sentence, sentence } from "../sentence.ts";
import { inApplications, inRequests } from "./counts.ts";

export const notices = {
  notices: {
    "secret-made": {
      subject: (application: string) => sentence`New consumer secret for ${application}`,
      said: {
        byUser: (application: string, user: string) =>
          sentence`${user} created a new consumer secret for ${application}.`,
        byService: (application: string) =>
          sentence`A new consumer secret was created for ${application}.`,
      },
      advice:
        "If you didn’t expect this, check who works on the application and regenerate the secret.",
    },
    "secret-revoked": {
      subject: (application: string) => sentence`The consumer secret of ${application} was ended`,
      said: (application: string) =>
        sentence`An administrator ended the consumer secret of ${application}. Requests signed with it are rejected. Users don’t need to give access again.`,
      advice: "Create a new secret, and give it to your programs.",
    },
    "from-administrator": {
      subject: (application: string) => sentence`Message about ${application}`,
      said: (application: string, text: string) =>
        sentence`An administrator wrote to you about ${application}: ${text}`,
      advice: "To reply, contact your administrator.",
    },
    suspended: {
      subject: (application: string) => sentence`${application} was suspended`,
      said: (application: string, because: string) =>
        sentence`${application} was suspended. Its keys and tokens don’t work. Reason: ${because}`,
      advice: "To have it restored, contact your administrator.",
    },
    restored: {
      subject: (application: string) => sentence`${application} was restored`,
      said: (application: string) =>
        sentence`${application} is no longer suspended. Its keys and tokens work again.`,
    },
    approved: {
      subject: (application: string) => sentence`${application} is approved`,
      said: (application: string) =>
        sentence`An administrator approved ${application}. All users can use it now.`,
    },
    "change-approved": {
      subject: (application: string) => sentence`The change of ${application} is approved`,
      said: (application: string) =>
        sentence`An administrator approved the change of ${application} that waited. It’s in effect now.`,
    },
    "approval-asked": {
      subject: (application: string) => sentence`Question about ${application}`,
      said: (application: string, question: string) =>
        sentence`Before an administrator decides on ${application}, they ask: ${question}`,
      advice: "Answer on the application’s page.",
    },
    declined: {
      subject: (application: string) => sentence`${application} isn’t approved`,
      said: (application: string, because: string) =>
        sentence`An administrator declined ${application}. It works for its owner’s account only. Reason: ${because}`,
      advice: "You can change what you say about it on its page, and ask again.",
    },
    "change-declined": {
      subject: (application: string) => sentence`The change of ${application} was declined`,
      said: (application: string, because: string) =>
        sentence`An administrator declined the change of ${application} that waited. The application works as before. Reason: ${because}`,
    },
    "collaborator-joined": {
      subject: (application: string) => sentence`New collaborator on ${application}`,
      said: {
        editor: (application: string, user: string) =>
          sentence`${user} now works on ${application} as an editor and can change its settings and keys.`,
        viewer: (application: string, user: string) =>
          sentence`${user} now works on ${application} as a viewer and can see its usage.`,
      },
      advice: "If you didn’t expect this, ask the owner of the application.",
    },
    "collaborator-removed": {
      subject: (application: string) => sentence`Collaborator removed from ${application}`,
      said: (application: string, user: string) =>
        sentence`${user} was removed from ${application} and no longer has access to it.`,
      advice: "If they were an editor, they may know its secrets. Regenerate them if in doubt.",
      /** To the user who was removed. */
      former: {
        subject: (application: string) => sentence`You were removed from ${application}`,
        said: (application: string) =>
          sentence`You were removed from ${application} and no longer have access to it.`,
      },
    },
    "collaborator-left": {
      subject: (application: string) => sentence`A collaborator left ${application}`,
      said: (application: string, user: string) =>
        sentence`${user} left ${application} and no longer has access to it.`,
      advice: "If they were an editor, they may know its secrets. Regenerate them if in doubt.",
    },
    "ownership-offered": {
      subject: (application: string) => sentence`${application} was offered to another owner`,
      said: (application: string, user: string) =>
        sentence`${application} was offered to ${user}. If they accept, they own it, and you no longer have access to it.`,
      advice: "If you didn’t offer it, withdraw the offer and change your password.",
    },
    transferred: {
      subject: (application: string) => sentence`${application} has a new owner`,
      said: (application: string, from: string, to: string) =>
        sentence`${to} now owns ${application}. The previous owner, ${from}, no longer has access to it.`,
      advice: "The previous owner knows the current secrets, so regenerate them.",
      /** To the previous owner. */
      former: {
        subject: (application: string) => sentence`You no longer own ${application}`,
        said: (application: string, to: string) =>
          sentence`${to} now owns ${application}, and you no longer have access to it.`,
        advice: "If you didn’t expect this, change your password and contact your administrator.",
      },
    },
    "limit-reached": {
      subject: (application: string) => sentence`Rate limit alert for ${application}`,
      said: {
        80: {
          application: (application: string, limit: string, allowed: number) =>
            sentence`${application} has used 80% of its ${limit} limit (${inRequests(allowed)} per window).`,
          "user and application": (application: string, limit: string, allowed: number) =>
            sentence`${application} has used 80% of its ${limit} limit for one of its users (${inRequests(allowed)} per user and window).`,
        },
        100: {
          application: (application: string, limit: string, allowed: number) =>
            sentence`${application} has reached its ${limit} limit (${inRequests(allowed)} per window). Further requests are rejected until the limit resets.`,
          "user and application": (application: string, limit: string, allowed: number) =>
            sentence`${application} has reached its ${limit} limit for one of its users (${inRequests(allowed)} per user and window). Further requests for this user are rejected until the limit resets.`,
        },
      },
      advice:
        "The usage page shows how close each limit is. We email you about the same limit at most once a day at 80% and once at 100%.",
    },
    "old-secret": {
      subject: (application: string) =>
        sentence`The consumer secret of ${application} is a year old`,
      said: (application: string) =>
        sentence`The consumer secret of ${application} was created more than a year ago.`,
      advice:
        "Regenerate it from time to time. The current one can keep working for up to 7 days while you update your programs.",
    },
  },
  /** To administrators. */
  apiKey: {
    subject: (key: string, day: string) => sentence`API key ${key} expires on ${day}`,
    said: (key: string, moment: string) =>
      sentence`The API key ${key} expires on ${moment}. Programs that use it are rejected from then on.`,
    advice:
      "Rotate it before then: the program can switch to the new key while the previous one still works. If it is no longer needed, you don’t have to do anything.",
    open: "Open API keys",
    why: (service: string) =>
      sentence`You receive this email because you are an administrator of ${service}.`,
  },
  /** To those who work on applications that use what ends. */
  sunset: {
    subject: (day: string) => sentence`Something that your applications use ends on ${day}`,
    /** What ends is as in `admin.sunsets.traits`, in our own words. */
    rejected: (what: string, moment: string): Sentence => [
      `${what}: `,
      ...sentence`the service rejects it from ${moment} on.`,
    ],
    announced: (what: string, moment: string): Sentence => [
      `${what}: `,
      ...sentence`no program should use it from ${moment} on.`,
    ],
    /** Their names follow. */
    applications: "This concerns:",
    others: (count: number): string => `and ${inApplications(count)} more.`,
    /** The minutes are as in “10 minutes of each hour”. */
    brownout: (from: string, until: string, minutes: string) =>
      sentence`From ${from} to ${until}, it is already rejected in the first ${minutes}, so that you notice what still depends on it.`,
    open: "What to do",
    portal: "Open your applications",
  },
  open: {
    overview: "Open the application",
    keys: "View keys and tokens",
    collaborators: "View collaborators",
    transfer: "Open the offer",
    usage: "View usage",
  },
  /** The sentence explains why the user gets this email, and where to turn such emails off. */
  why: (service: string) =>
    sentence`You receive this email because you work on an application at ${service}.`,
  /** To a user who no longer has a role. */
  formerWhy: (service: string) =>
    sentence`You receive this email because you worked on an application at ${service}.`,
  settings: "Choose which emails you receive",
};

export const notifications = {
  what: "We email you about the applications that you own or work on as an editor, in the language in which you use these pages.",
  legend: "Email me when",
  kinds: {
    secrets: {
      label: "A consumer secret is created",
      hint: "Someone regenerated the secret of an application.",
    },
    suspensions: {
      label: "An application is suspended or restored",
      hint: "The email includes the reason.",
    },
    collaborators: {
      label: "Someone joins or leaves",
      hint: "A collaborator was added or removed.",
    },
    limits: {
      label: "A rate limit is almost used up",
      hint: "For each limit of an application, at most once a day at 80% and once at 100%.",
    },
    "old-secrets": {
      label: "A consumer secret is a year old",
      hint: "Once for each secret.",
    },
    sunsets: {
      label: "Something that an application uses will end",
      hint: "Once it is planned, and 14 days and 3 days before the end.",
    },
    /** Only administrators see it. */
    "api-keys": {
      label: "An API key expires soon",
      hint: "For administrators, 14 days and 3 days before.",
    },
  } satisfies Record<NotificationKind, unknown>,
  always:
    "Emails about your account’s security, such as a changed password, about who owns an application, about a secret that an administrator ended, and messages from administrators are always sent.",
  save: "Save notifications",
  saved: "Notifications saved.",
  /** No emails arrive, for this reason. */
  withoutMail: {
    what: "This service doesn’t send email.",
    advice: "Your choices will apply once your administrator sets up email.",
  },
  unverified: {
    what: "You don’t receive these emails yet.",
    advice: "Add an email address to your profile and verify it.",
  },
};
