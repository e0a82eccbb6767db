import type { AccessLevel } from "../../../domain/access.ts";
import type { ApplicationOrder } from "../../../domain/own-applications.ts";
import type { Sentence } from "../../sentence.ts";
import type { Notice } from "../explanation.ts";

export type ApplicationsTexts = {
  readonly title: string;
  readonly none: string;
  readonly noneAdvice: string;
  readonly create: string;
  readonly access: Readonly<Record<AccessLevel, string>>;
  readonly states: Readonly<Record<"active" | "suspended", string>>;
  /** Requests of the last day. */
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
  /** How many there are or were found. */
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
  /** The form was shown to another person, so the page has one for this person. */
  readonly otherAccount: string;
  /** The page that answers: what was made, and its keys. */
  readonly created: (application: string) => Sentence;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly shownOnce: Notice;
  readonly goOn: string;
};

/** What an application's page says below its tabs after something was done. */
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
  /** For screen readers, before the tabs. */
  readonly tabsLabel: string;
  readonly tabs: Readonly<Record<ApplicationTab, string>>;
  /** Of the window. */
  readonly title: (application: string) => Sentence;
  readonly notes: Readonly<Record<ApplicationNote, string>>;
  readonly suspended: Notice;
  readonly mixedAlphabets: Notice;
  /** `schemes`: those of callbacks that are not in force yet, with commas between. */
  readonly waiting: {
    readonly what: (schemes: string) => string;
    readonly advice: string;
  };
  readonly consumerKey: string;
  readonly access: string;
  readonly made: string;
  readonly website: string;
  readonly owner: string;
  /** One’s own, in the application. */
  readonly role: string;
  readonly requests: string;
  readonly refused: string;
  /** How many people have granted it access. */
  readonly people: string;
  /** From a page about one part of an application. */
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
