import type { ReasonProblem } from "../../domain/operating.ts";
import type { Sentence } from "../sentence.ts";

/** What was done to a person, as the page says it afterwards. */
export type PersonDone =
  | "suspended"
  | "restored"
  | "operator-made"
  | "operator-unmade"
  | "sessions-ended";

/** What was done to an application. */
export type ApplicationDone = "suspended" | "restored" | "limits-changed";

export type AdminTexts = {
  readonly search: {
    readonly submit: string;
    readonly suspendedOnly: string;
    readonly none: string;
    readonly noneAdvice: string;
  };
  readonly states: Readonly<Record<"active" | "suspended" | "operator", string>>;
  readonly yes: string;
  readonly no: string;
  /** For an empty value. */
  readonly nothing: string;
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly made: string;
  readonly whatHappened: string;
  readonly notDone: string;
  readonly people: {
    readonly title: string;
    readonly label: string;
    readonly hint: string;
    readonly screenName: string;
  };
  readonly person: {
    readonly title: (user: string) => Sentence;
    readonly email: string;
    readonly sessions: string;
    readonly atLeast: (count: number) => string;
    readonly applications: string;
    readonly noApplications: string;
    readonly moreApplications: string;
    readonly access: string;
    readonly accessHint: string;
    readonly endSessions: string;
    readonly endOtherSessions: string;
    readonly makeLink: string;
    readonly linkHint: (minutes: number) => string;
    readonly link: {
      readonly title: string;
      readonly shownOnce: (user: string) => Sentence;
    };
    readonly operator: {
      readonly title: string;
      readonly hint: string;
      readonly make: string;
      readonly unmake: string;
    };
    readonly yourself: string;
    readonly done: Readonly<Record<PersonDone, string>>;
  };
  readonly suspension: {
    readonly title: string;
    readonly hint: Readonly<Record<"person" | "application", string>>;
    readonly reason: string;
    readonly reasonHint: Readonly<Record<"person" | "application", string>>;
    readonly problems: Readonly<Record<ReasonProblem, string>>;
    readonly suspend: string;
    readonly because: (reason: string) => Sentence;
    readonly restoreHint: string;
    readonly restore: string;
  };
  readonly applications: {
    readonly title: string;
    readonly label: string;
    readonly hint: string;
    readonly owner: string;
  };
  readonly application: {
    readonly title: (application: string) => Sentence;
    readonly consumerKey: string;
    readonly website: string;
    readonly description: string;
    readonly access: string;
    readonly levels: Readonly<Record<"read" | "write", string>>;
    readonly callbacks: string;
    readonly noCallbacks: string;
    readonly signIn: string;
    readonly requestEmail: string;
    readonly secretSet: string;
    readonly grants: string;
    readonly limits: {
      readonly title: string;
      readonly hint: string;
      readonly off: string;
      readonly operation: string;
      readonly usual: string;
      readonly own: string;
      readonly ownFor: (operation: string) => string;
      readonly problem: string;
      readonly save: string;
    };
    readonly done: Readonly<Record<ApplicationDone, string>>;
  };
};
