import type { AccessLevel } from "../../../../domain/access.ts";
import type { ApplicationOrder } from "../../../../domain/own-applications.ts";
import { sentence } from "../../sentence.ts";
import { inApplications, inRequests, inUsers } from "../counts.ts";

export const applications = {
  title: "My applications",
  none: "You don’t have any applications yet.",
  steps: {
    create: {
      what: "Create an application",
      how: "It gets a consumer key and a consumer secret, which is shown once.",
    },
    call: {
      what: "Call the service",
      how: "For a first call, exchange both for a bearer token. “Try it” has programs in several languages that sign calls, too.",
    },
    follow: {
      what: "See what arrives",
      how: "“Requests” shows each call of your application, and if it was rejected, why.",
    },
  },
  create: "Create an application",
  access: { read: "Read", write: "Read and write" } satisfies Record<AccessLevel, string>,
  states: { active: "Active", suspended: "Suspended", unapproved: "Not approved" },
  requests: (count: number): string =>
    count === 0 ? "No requests in the last day" : `${inRequests(count)} in the last day`,
  neverCalled: "Never called",
  /** A day follows. */
  lastCall: "Last call",
  rejected: (share: string) => `${share} rejected`,
  /** A day follows. */
  usesEnd: "Something that it uses ends on",
  /** The administrator's reason follows. */
  suspendedBecause: "Reason for the suspension:",
  deleted: "Application deleted. Its keys and tokens no longer work.",
  search: "Search by name",
  order: "Sort by",
  orders: { name: "Name", newest: "Newest first" } satisfies Record<ApplicationOrder, string>,
  show: "Show",
  total: (count: number) => inApplications(count),
  nothingFound: "No matching applications.",
  nothingFoundAdvice: "Check the name, or [clear the search].",
};

export const creation = {
  title: "Create an application",
  what: "You can change all of this later.",
  submit: "Create application",
  ownToken: {
    label: "Create my own access token",
    hint: "So that your program can sign calls as you at once. It gets the access chosen above.",
  },
  notCreated: "The application wasn’t created.",
  tooMany: (most: number) => `You’ve reached the limit of ${most} applications. Delete one first.`,
  /** The form was opened with another account, so the page shows a new form for this one. */
  otherAccount:
    "You opened this form while signed in to a different account. Check it and submit it again.",
  created: (application: string) => sentence`${application} was created`,
  consumerKey: "Consumer key",
  consumerSecret: "Consumer secret",
  shownOnce: {
    what: "The secret is shown only once.",
    advice:
      "Copy it now and store it where your program can read it. If you lose it, you can regenerate it.",
  },
  goOn: "Continue to the application",
};

export const application = {
  /** Screen readers announce the tabs by it. */
  tabsLabel: "Pages of this application",
  tabs: {
    overview: "Overview",
    keys: "Keys and tokens",
    settings: "Settings",
    usage: "Usage",
    users: "Users",
    collaborators: "Collaborators",
    programs: "Try it",
    requests: "Requests",
    check: "Debug a signature",
    delete: "Transfer or delete",
  },
  title: (application: string) => sentence`Application ${application}`,
  notes: {
    saved: "Settings saved.",
    "created-before":
      "This application was already created, so it wasn’t created again. Its secret isn’t shown again. If you don’t have it, regenerate it.",
    invited: "Invitation sent.",
    "role-changed": "Role changed.",
    removed: "Removed. They no longer have access.",
    joined: "You can work on this application now.",
    owned:
      "This application is yours now. The previous owner knows its secrets, so regenerate them.",
    offered: "Offer sent. The application stays yours until it’s accepted.",
    withdrawn: "Offer withdrawn.",
    "approval-asked": "Sent. This page shows the decision.",
    "taken-back": "The change was taken back.",
    waits: "Saved. What needs approval waits for an administrator, and the rest is in effect.",
  },
  suspended: {
    what: "This application is suspended.",
    advice: "Its keys don’t work, and you can’t create new ones. Reason:",
  },
  /** The text and a date and time follow. */
  administratorsNotice: "A message from an administrator:",
  mixedAlphabets: {
    what: "The name mixes look-alike letters.",
    advice: "Users see a warning about it when the application asks them for access.",
  },
  /** `schemes` lists the callback schemes that are not in force yet. */
  waiting: {
    what: (schemes: string) =>
      sentence`Callbacks with ${schemes} need an administrator’s confirmation.`,
    advice:
      "Requests with them are rejected until an administrator confirms them. A scheme that is your domain in reverse, such as com.example.app, needs no confirmation.",
  },
  /** A new application's overview has these steps. */
  firstCall: {
    title: "Get to your first call",
    count: (done: number, all: number) => `${done} of ${all} done`,
    done: "Done",
    created: "Create the application and save its secret",
    token: {
      title: "Create your own access token",
      how: "With it, your programs sign calls as you.",
      action: "Create an access token",
    },
    call: {
      title: "Run a program",
      how: "Choose Python, JavaScript, PHP, Go, or curl. This page tells you once the first call has arrived.",
      action: "Show programs",
    },
    rejected: { what: "A call was rejected.", action: "See why" },
    /** A day follows. */
    arrived: "The first call arrived on",
  },
  consumerKey: "Consumer key",
  access: "Access",
  plan: "Plan",
  made: "Created on",
  website: "Website",
  owner: "Owner",
  role: "Your role",
  requests: "Requests in the last day",
  /** What of the application the service ends. */
  endings: {
    title: "What ends",
    hint: (days: number): string =>
      `The service ends something that this application uses. Change its program before that day. Requests are those of the last ${days} days.`,
    link: "What to do",
    everything: "Everything of this application",
  },
  rejected: "Rejected in the last day",
  /** The label belongs to the number of users who have granted access. */
  users: "Users who gave access",
};

export const deletion = {
  title: "Delete the application",
  forGood: "This can’t be undone. Its keys and tokens stop working immediately.",
  noUsers: "No one has given it access.",
  users: (count: number, orMore: boolean) =>
    `${orMore ? "At least " : ""}${inUsers(count)} gave it access. Their connections will stop working.`,
  typeName: (application: string) => sentence`To confirm, type the name: ${application}`,
  submit: "Delete application",
  notDeleted: "The application wasn’t deleted.",
  problems: { "other-name": "That’s not the name of this application. Names are case-sensitive." },
};

export type DeletionProblem = keyof typeof deletion.problems;

export const approval = {
  title: "Approval",
  /** Above the questions of the form that creates an application. */
  hint: "An administrator looks at each new application. Until it’s approved, it works for your own account only.",
  purpose: "What is the application for?",
  expectedUsers: "Who will use it, and how many?",
  problem: (most: number) => `Write 1 to ${most} characters.`,
  states: {
    approved: "Approved",
    waiting: "Waits for approval",
    asked: "Asked back",
    declined: "Not approved",
  },
  what: {
    waiting: "The application waits for an administrator’s approval.",
    asked: "An administrator asks something before they decide.",
    declined: "An administrator declined the application.",
  },
  ownerOnly: (owner: string) =>
    sentence`Until it’s approved, it works for the account of ${owner} only.`,
  changeWaits: "A change of the application waits for an administrator’s approval.",
  asBefore: "Until then, it works as before.",
  /** What an administrator wrote follows. */
  question: "Question:",
  reason: "Reason:",
  access: "Access after approval",
  callbacks: "Callback URLs after approval",
  notSent: "Nothing was sent",
  submit: "Ask for approval",
  takeBack: "Take back the change",
};
