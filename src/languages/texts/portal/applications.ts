import type { AccessLevel } from "../../../domain/access.ts";
import type { ApplicationOrder } from "../../../domain/own-applications.ts";
import type { Sentence } from "../../sentence.ts";
import type { AdviceText } from "../explanation.ts";

export type ApplicationsTexts = {
  readonly title: string;
  readonly none: string;
  readonly noneAdvice: string;
  readonly create: string;
  readonly access: Readonly<Record<AccessLevel, string>>;
  readonly states: Readonly<Record<"active" | "suspended", string>>;
  /** The number of requests in the last day. */
  readonly requests: (count: number) => string;
  /** Followed by a day. */
  readonly madeOn: string;
  /** Followed by the operator's reason. */
  readonly suspendedBecause: string;
  readonly deleted: string;
  readonly search: string;
  readonly order: string;
  readonly orders: Readonly<Record<ApplicationOrder, string>>;
  readonly show: string;
  /** How many applications there are, or how many a search found. */
  readonly total: (count: number) => string;
  readonly nothingFound: string;
  readonly nothingFoundAdvice: string;
};

export type CreationTexts = {
  readonly title: string;
  readonly what: string;
  readonly submit: string;
  readonly notCreated: string;
  readonly tooMany: (most: number) => string;
  /** The form was opened with another account, so the page shows a new form for this one. */
  readonly otherAccount: string;
  /** On the page that shows the new application and its keys. */
  readonly created: (application: string) => Sentence;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly shownOnce: AdviceText;
  readonly goOn: string;
};

/** Messages below the tabs of an application's page after a change. */
export const applicationNotes = [
  "saved",
  "created-before",
  "invited",
  "role-changed",
  "removed",
  "joined",
  "owned",
  "offered",
  "withdrawn",
] as const;
export type ApplicationNote = (typeof applicationNotes)[number];

/** The pages of one application, in the order of their tabs. */
export const applicationTabs = [
  "overview",
  "keys",
  "settings",
  "usage",
  "users",
  "collaborators",
  "programs",
  "check",
  "delete",
] as const;
export type ApplicationTab = (typeof applicationTabs)[number];

export type ApplicationTexts = {
  /** The label of the tabs for screen readers. */
  readonly tabsLabel: string;
  readonly tabs: Readonly<Record<ApplicationTab, string>>;
  /** The title of the browser window. */
  readonly title: (application: string) => Sentence;
  readonly notes: Readonly<Record<ApplicationNote, string>>;
  readonly suspended: AdviceText;
  readonly mixedAlphabets: AdviceText;
  /** `schemes`: the callback schemes that are not in force yet, separated by commas. */
  readonly waiting: {
    readonly what: (schemes: string) => string;
    readonly advice: string;
  };
  readonly consumerKey: string;
  readonly access: string;
  readonly made: string;
  readonly website: string;
  readonly owner: string;
  /** The reader's own role in the application. */
  readonly role: string;
  readonly requests: string;
  readonly refused: string;
  /** How many people have granted the application access. */
  readonly people: string;
  /** The link back from a page about one part of the application. */
  readonly back: (application: string) => Sentence;
};

export type DeletionProblem = "other-name";

export type DeletionTexts = {
  readonly title: string;
  readonly forGood: string;
  readonly nobody: string;
  /** `orMore`: counting stopped there. */
  readonly people: (count: number, orMore: boolean) => string;
  readonly typeName: (application: string) => Sentence;
  readonly submit: string;
  readonly notDeleted: string;
  readonly problems: Readonly<Record<DeletionProblem, string>>;
};
