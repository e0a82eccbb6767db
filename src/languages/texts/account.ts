import type { AccessLevel } from "../../domain/access.ts";
import type { UserEvent } from "../../domain/audit.ts";
import type { ProfileProblem } from "../../domain/user.ts";
import type { Sentence } from "../sentence.ts";
import type { AdviceText } from "./explanation.ts";

export type AccountPage =
  | "applications"
  | "profile"
  | "password"
  | "sessions"
  | "notifications"
  | "events"
  | "data"
  | "delete";

/** What is wrong with the current password that was typed, or with the new one. */
export type PasswordProblem =
  | "wrong"
  | "too-many"
  | "busy"
  | "too-short"
  | "too-long"
  | "own-name"
  | "service-name"
  | "common"
  | "repeated"
  | "sequence"
  | "date";

/** What was done to an application's access, and to sessions. */
export type GrantDone = "revoked" | "reduced" | "withdrawn";
export type SessionsDone = "ended" | "ended-others";

export type DeletionProblem = "other-name" | "wrong" | "too-many" | "busy";

export type AccountTexts = {
  readonly titles: Readonly<Record<AccountPage, string>>;
  readonly applications: {
    readonly none: string;
    readonly noneAdvice: string;
    readonly whatTheyCan: string;
    readonly by: (owner: string) => Sentence;
    readonly access: Readonly<Record<AccessLevel, string>>;
    readonly withEmail: string;
    /** Followed by a day. */
    readonly since: string;
    readonly neverUsed: string;
    readonly usedToday: string;
    /** Followed by a day. */
    readonly lastUsed: string;
    readonly reduce: string;
    readonly revoke: string;
    /** Approvals that the application has not exchanged yet. */
    readonly pending: {
      readonly title: string;
      readonly whatTheyAre: string;
      /** Followed by a date and time, as is `until`. */
      readonly approved: string;
      readonly until: string;
      readonly withdraw: string;
    };
    /** What is true now that it is done. */
    readonly done: Readonly<Record<GrantDone, (application: string) => Sentence>>;
  };
  readonly profile: {
    readonly name: string;
    readonly nameHint: string;
    readonly screenName: string;
    readonly screenNameHint: string;
    readonly email: string;
    readonly emailHint: string;
    readonly save: string;
    readonly saved: string;
    readonly notSaved: string;
    readonly unconfirmed: {
      readonly withMail: AdviceText;
      readonly withoutMail: AdviceText;
      readonly send: string;
      readonly sent: string;
    };
    /** The address was kept when the account was recovered. It is in the field below. */
    readonly distrusted: {
      readonly what: string;
      readonly advice: Readonly<Record<"withMail" | "withoutMail", string>>;
      readonly send: string;
    };
    readonly problems: Readonly<
      Record<ProfileProblem | "taken" | "too-many-names" | "changed-since", string>
    >;
  };
  readonly password: {
    readonly current: string;
    readonly wanted: string;
    readonly wantedHint: string;
    readonly otherSessions: string;
    /** Followed by the reason. */
    readonly weak: string;
    readonly notNow: string;
    readonly change: string;
    readonly changed: string;
    readonly notChanged: string;
    readonly problems: Readonly<Record<Exclude<PasswordProblem, "too-many">, string>> & {
      readonly "too-many": (minutes: number) => string;
    };
    /** Shown next to a new password while it is typed. */
    readonly strength: {
      readonly label: string;
      readonly scores: Readonly<Record<2 | 3 | 4, string>>;
    };
  };
  readonly sessions: {
    readonly whatTheyAre: string;
    readonly device: (browser: string, system: string) => Sentence;
    readonly unknownDevice: string;
    readonly thisOne: string;
    /** Followed by a network address. */
    readonly address: string;
    /** Followed by a date and time. */
    readonly lastUsed: string;
    readonly end: string;
    readonly endOthers: string;
    /** What is true now that it is done. */
    readonly done: Readonly<Record<SessionsDone, string>>;
  };
  readonly events: {
    readonly none: string;
    readonly whatTheyAre: string;
    readonly happened: Readonly<Record<UserEvent, (application: string) => Sentence>>;
    readonly goneApplication: string;
    /** Followed by the name of an event that the catalogue has no text for. */
    readonly other: string;
    readonly by: Readonly<Record<"application" | "operator", string>>;
    /** Followed by a network address. */
    readonly from: string;
  };
  /** A download of what is kept about the user. */
  readonly data: Readonly<
    Record<"what" | "without" | "careful" | "submit" | "notDownloaded", string>
  >;
  readonly deletion: {
    readonly forGood: string;
    readonly whatGoes: Readonly<Record<"profile" | "access" | "sessions", string>>;
    readonly whatStays: string;
    /** Followed by a list of the applications. */
    readonly ownsApplications: AdviceText;
    readonly moreApplications: string;
    readonly lastOperator: AdviceText;
    /** A plain string, because a screen name contains only ASCII characters that need no marking. */
    readonly typeScreenName: (screenName: string) => string;
    readonly password: string;
    readonly submit: string;
    readonly notDeleted: string;
    readonly problems: Readonly<Record<Exclude<DeletionProblem, "too-many">, string>> & {
      readonly "too-many": (minutes: number) => string;
    };
    readonly deleted: { readonly title: string; readonly meaning: string };
  };
};
