import type { ReasonProblem } from "../../domain/operating.ts";
import type { RequiredFor } from "../../domain/second-factor.ts";
import type { SignUpWay } from "../../domain/sign-up.ts";
import type { Sentence } from "../sentence.ts";
import type { AdviceText } from "./explanation.ts";

/** What was just done to a person, as the page reports it. */
export type PersonDone =
  | "suspended"
  | "restored"
  | "operator-made"
  | "operator-unmade"
  | "sessions-ended"
  | "email-confirmed"
  | "access-revoked"
  | "second-factor-removed"
  | "second-factors-removed"
  | "identity-removed"
  | "link-created-before";

/** What the overview counts because an operator may want to look at it. */
export type Waiting =
  | "suspendedPeople"
  | "suspendedApplications"
  | "waitingApplications"
  | "invitations";

/** The first steps that a new service needs. */
export type ChecklistStep = "address" | "mail" | "signUp" | "application" | "backup";

/** The parts whose state the overview shows. */
export type Part = "ledger" | "replayBook" | "mail";

/** What was done to an application. */
export type ApplicationDone =
  | "suspended"
  | "restored"
  | "limits-changed"
  | "scheme-confirmed"
  | "bearer-ended"
  | "moved";

/** Why someone cannot become the owner. */
export type OwnerProblem = "unknown" | "is-owner";

export type AdminTexts = {
  readonly search: {
    readonly submit: string;
    readonly suspendedOnly: string;
    /** How many results there are. `orMore`: counting stopped there. */
    readonly total: (count: number, orMore: boolean) => string;
    readonly none: string;
    readonly noneAdvice: string;
  };
  readonly states: Readonly<Record<"active" | "suspended" | "operator", string>>;
  readonly yes: string;
  readonly no: string;
  /** Shown in place of an empty value. */
  readonly nothing: string;
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly made: string;
  readonly whatHappened: string;
  /** The link to the changes that a user made. */
  readonly whatTheyChanged: string;
  readonly notDone: string;
  readonly people: {
    readonly title: string;
    readonly label: string;
    readonly hint: string;
    readonly screenName: string;
    readonly deleted: string;
    readonly order: string;
    readonly newest: string;
    readonly orderHint: string;
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
    readonly noLink: string;
    readonly linkHint: (minutes: number) => string;
    readonly link: {
      readonly title: string;
      readonly shownOnce: (user: string) => Sentence;
    };
    readonly factors: {
      readonly title: string;
      readonly none: string;
      readonly hint: string;
      readonly reason: string;
      readonly reasonHint: string;
      readonly remove: string;
      readonly removeHint: string;
      /** For a person with several second factors. */
      readonly one: Readonly<Record<"which" | "remove" | "hint", string>>;
      readonly makeLink: string;
      readonly linkHint: (minutes: number) => string;
      /** Follows a hint if the service can send the user an email. */
      readonly mailed: string;
      readonly link: { readonly title: string; readonly shownOnce: (user: string) => Sentence };
    };
    readonly operator: {
      readonly title: string;
      readonly hint: string;
      readonly make: string;
      readonly unmake: string;
    };
    readonly grants: Readonly<Record<"title" | "none" | "hint" | "more" | "revoke", string>>;
    readonly emailConfirmed: string;
    readonly emailUnconfirmed: string;
    /** `recovered`: if the account was recovered while it had the address. */
    readonly confirmEmail: Readonly<Record<"title" | "hint" | "recovered" | "submit", string>>;
    readonly deletion: Readonly<Record<"title" | "hint" | "submit" | "otherName", string>> & {
      /** A plain string, because a screen name contains only ASCII characters that need no marking. */
      readonly typeScreenName: (screenName: string) => string;
      readonly hindrances: Readonly<Record<"owns-applications" | "last-operator", AdviceText>>;
    };
    readonly yourself: string;
    readonly done: Readonly<Record<PersonDone, string>>;
  };
  readonly overview: {
    readonly title: string;
    readonly parts: Readonly<Record<Part, string>>;
    readonly states: Readonly<Record<"well" | "failing" | "absent", string>>;
    /** Followed by the origins of the operator's APIs. */
    readonly apis: string;
    readonly attention: {
      /** Shown if nothing needs attention. */
      readonly none: string;
      /** Its two texts stand before and after the store's own message. */
      readonly trouble: AdviceText;
      readonly replayBook: AdviceText;
      readonly backup: AdviceText;
      readonly disk: AdviceText;
      readonly keys: AdviceText;
      /** Its two texts stand before and after the receiver's name and the number of events that wait. */
      readonly deliveries: AdviceText;
      readonly waiting: (applications: number) => string;
      readonly waitingAdvice: string;
      /** The link to the applications that wait. */
      readonly review: string;
    };
    readonly figures: Readonly<
      Record<"people" | "applications" | "tokens" | "requests" | "refused", string>
    >;
    readonly service: string;
    readonly disk: string;
    /** Each argument includes its unit. */
    readonly diskFree: (ledger: string, free: string, size: string) => string;
    /** Followed by a date and time. */
    readonly lastBackup: string;
    readonly version: string;
    /** Followed by a day. */
    readonly keysSince: string;
    /** Followed by the receivers of events, each with how many events wait and how many were given up. */
    readonly receivers: string;
    readonly receiver: (waiting: string, dropped: string) => string;
    readonly backups: string;
    /** Followed by the day on which an operator said that backups are made. */
    readonly backupsSaid: string;
    readonly counts: Readonly<Record<Exclude<Waiting, "waitingApplications">, string>>;
    readonly newest: string;
    readonly all: string;
    readonly usage: string;
    /** The caption of the chart. */
    readonly usageCaption: string;
    readonly usageHint: string;
    readonly usageNone: string;
    readonly signedIn: string;
    readonly failedSignIn: string;
    readonly refused: string;
  };
  readonly checklist: {
    readonly title: string;
    readonly hint: string;
    readonly steps: Readonly<
      Record<ChecklistStep, { readonly title: string; readonly how: string }>
    >;
    readonly done: string;
    readonly open: string;
    readonly markDone: string;
    readonly hide: string;
  };
  readonly invitations: {
    readonly title: string;
    readonly hint: (days: number) => string;
    readonly closed: string;
    readonly open: string;
    /** If the service has no passwords. Followed by an address. */
    readonly off: AdviceText;
    readonly note: string;
    readonly noteHint: string;
    readonly noteProblem: string;
    readonly make: string;
    readonly made: string;
    readonly shownOnce: string;
    readonly back: string;
    readonly living: string;
    readonly none: string;
    readonly noNote: string;
    /** Followed by a day. */
    readonly since: string;
    /** Followed by a day. */
    readonly until: string;
    readonly withdraw: string;
    readonly done: Readonly<Record<"withdrawn" | "created-before", string>>;
  };
  readonly settings: {
    readonly title: string;
    readonly signUp: string;
    readonly ways: Readonly<Record<SignUpWay, { readonly label: string; readonly hint: string }>>;
    readonly secondFactor: string;
    readonly secondFactorHint: string;
    readonly requirements: Readonly<
      Record<RequiredFor, { readonly label: string; readonly hint: string }>
    >;
    readonly grace: string;
    readonly graceHint: string;
    readonly graceDays: (days: number) => string;
    readonly save: string;
    readonly saved: string;
    readonly changedSince: string;
    readonly configuration: string;
    readonly configurationHint: string;
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
    readonly changedSince: string;
  };
  readonly applications: {
    readonly waitingOnly: string;
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
    readonly schemes: {
      readonly title: string;
      readonly hint: string;
      readonly confirm: (scheme: string) => Sentence;
    };
    readonly limits: {
      readonly title: string;
      readonly hint: string;
      readonly off: string;
      readonly operation: string;
      readonly usual: string;
      readonly own: string;
      readonly ownFor: (operation: string) => string;
      readonly problem: string;
      readonly changedSince: string;
      readonly save: string;
    };
    readonly move: {
      readonly title: string;
      readonly hint: string;
      readonly screenName: string;
      readonly submit: string;
      readonly problems: Readonly<Record<OwnerProblem, string>>;
    };
    readonly bearer: { readonly title: string; readonly hint: string; readonly end: string };
    readonly done: Readonly<Record<ApplicationDone, string>>;
  };
};
