import { sentence } from "../../sentence.ts";
import type {
  ApplicationsTexts,
  ApplicationTexts,
  CreationTexts,
  DeletionTexts,
} from "../../texts/portal/application-list.ts";
import { inPeople, inRequests } from "../counts.ts";

export const applications: ApplicationsTexts = {
  title: "My applications",
  none: "You have no applications yet.",
  noneAdvice:
    "Create one to get a consumer key and a consumer secret. With them your program can ask people for access to their accounts.",
  create: "Create an application",
  access: { read: "Read", write: "Read and write" },
  states: { active: "Active", suspended: "Suspended" },
  requests: (count) =>
    count === 0 ? "No requests in the last day" : `${inRequests(count)} in the last day`,
  madeOn: "Made on",
  suspendedBecause: "Suspended because:",
  deleted: "The application is deleted. Nothing of it works any more.",
};

export const creation: CreationTexts = {
  title: "Create an application",
  what: "You can change all of this later.",
  submit: "Create application",
  notCreated: "Nothing was created.",
  tooMany: (most) =>
    `You have ${most} applications, which is all that one person may have. Delete one first.`,
  created: (application) => sentence`${application} is created`,
  consumerKey: "Consumer key",
  consumerSecret: "Consumer secret",
  shownOnce: {
    what: "The secret is shown this once.",
    advice: "Copy it now to where your program reads it. If it gets lost, you can make a new one.",
  },
  goOn: "Go on to the application",
};

export const application: ApplicationTexts = {
  title: (application) => sentence`Application ${application}`,
  notes: {
    saved: "The settings are saved.",
    "created-before":
      "This application was created already, so nothing was done twice. Its secret is not shown again; if you do not have it, make a new one.",
  },
  suspended: {
    what: "This application is suspended.",
    advice: "Nothing signed with its keys works, and no keys can be made. The reason given:",
  },
  mixedAlphabets: {
    what: "The name mixes letters that look alike.",
    advice: "People are warned of that when the application asks them for access.",
  },
  waiting: {
    what: (schemes) => `The callbacks of ${schemes} wait for an operator.`,
    advice:
      "Requests with them are refused until an operator of this service confirms the scheme. A scheme that is your domain in reverse, such as com.example.app, needs no confirmation.",
  },
  consumerKey: "Consumer key",
  access: "Access",
  made: "Made on",
  website: "Website",
  back: (application) => sentence`Back to ${application}`,
};

export const deletion: DeletionTexts = {
  title: "Delete the application",
  forGood:
    "This cannot be undone. Its keys and every token of it die at once, and programs that use them are refused.",
  nobody: "Nobody has given it access.",
  people: (count, orMore) =>
    `${orMore ? "At least " : ""}${inPeople(count)} gave it access and will be cut off.`,
  typeName: (application) => sentence`To confirm, type the name: ${application}`,
  submit: "Delete application",
  notDeleted: "The application was not deleted.",
  problems: { "other-name": "That is not the name of this application. Capital letters count." },
};
