import type { AccessLevel, NeverAllowed, Permission } from "../domain/access.ts";
import type { UserEvent } from "../domain/audit.ts";
import type { ProfileProblem } from "../domain/user.ts";
import type { Sentence } from "./sentence.ts";

/**
 * Every text of every page, for one language. A catalogue is complete or it is a type error.
 * What carries a stranger's name is a `Sentence`; what carries only a number is a `string`.
 */
export type Texts = {
  readonly language: Language;
  readonly signIn: SignInTexts;
  readonly consent: ConsentTexts;
  readonly pin: PinTexts;
  readonly cancelled: CancelledTexts;
  readonly invalidRequest: Readonly<Record<InvalidRequestReason, Explanation>> & {
    /** The link from a page that cannot serve a desktop application to the one that can. */
    readonly continueToAuthorize: string;
  };
  readonly error: ErrorTexts;
  readonly account: AccountTexts;
  /** Times are milliseconds since the epoch, and shown in UTC. */
  readonly dates: {
    readonly day: (at: number) => string;
    readonly moment: (at: number) => string;
  };
};

export type Language = {
  /** A BCP 47 tag, for `lang` and for `Intl`. */
  readonly tag: string;
  readonly direction: "ltr" | "rtl";
};

/** What happened, what it means for the reader, and what they can do now. */
export type Explanation = {
  readonly happened: string;
  readonly meaning: string;
  readonly advice: string;
};

export type SignInProblem = "wrong" | "too-many" | "suspended" | "stale-form" | "busy";

type SignInTexts = {
  readonly title: string;
  /** The title while a problem stands, so that a screen reader says so first. */
  readonly titleWithProblem: string;
  readonly continueTo: (application: string) => Sentence;
  readonly nothingSharedYet: string;
  readonly username: string;
  readonly password: string;
  readonly submit: string;
  readonly checkUsername: string;
  readonly checkPassword: string;
  readonly problems: Readonly<Record<Exclude<SignInProblem, "too-many">, Explanation>> & {
    readonly "too-many": (minutes: number) => Explanation;
  };
};

type ConsentTexts = {
  readonly title: (application: string) => Sentence;
  readonly by: (owner: string) => Sentence;
  readonly wantsToUse: (application: string, user: string) => Sentence;
  readonly switchAccount: string;
  readonly able: string;
  readonly notAble: string;
  /** Each reads well both as what is allowed and as what is not. */
  readonly permissions: Readonly<Record<Permission | NeverAllowed, string>>;
  readonly newApplication: Notice;
  readonly mixedAlphabets: Notice;
  readonly allow: string;
  readonly deny: string;
  readonly toWeb: (host: string) => Sentence;
  readonly toApp: (scheme: string) => Sentence;
  readonly toPin: (application: string) => Sentence;
  readonly takeBack: string;
  readonly takeBackInAccount: string;
};

type Notice = { readonly what: string; readonly advice: string };

type PinTexts = {
  readonly title: (application: string) => Sentence;
  readonly howTo: (application: string) => Sentence;
  readonly label: string;
  readonly lives: (minutes: number) => string;
  readonly ownDevice: (application: string) => Sentence;
  readonly nobodyAsks: (service: string) => Sentence;
};

type CancelledTexts = {
  readonly title: string;
  readonly meaning: (application: string) => Sentence;
  readonly advice: string;
};

export type InvalidRequestReason = "missing" | "expired" | "answered" | "desktop";

export type ErrorKind =
  | "bad-request"
  | "forbidden-form"
  | "not-found"
  | "wrong-method"
  | "too-large"
  | "insecure"
  | "suspended-user"
  | "suspended-application"
  | "rate-limited"
  | "internal"
  | "unavailable";

type ErrorTexts = {
  readonly kinds: Readonly<Record<Exclude<ErrorKind, "rate-limited">, Explanation>> & {
    readonly "rate-limited": (minutes: number) => Explanation;
  };
  readonly retry: string;
  readonly status: (status: number) => string;
  readonly reference: string;
};

export type AccountSection =
  | "applications"
  | "profile"
  | "password"
  | "sessions"
  | "events"
  | "delete";

/** What is wrong with the password that was typed, or with the one that was chosen. */
export type PasswordProblem =
  | "wrong"
  | "too-many"
  | "busy"
  | "too-short"
  | "too-long"
  | "own-name"
  | "common";

export type DeletionProblem = "other-name" | "wrong" | "too-many" | "busy";

type AccountTexts = {
  readonly navigation: string;
  /** As short as a menu wants them; the account is deleted from the profile's page. */
  readonly sections: Readonly<Record<Exclude<AccountSection, "delete">, string>>;
  readonly titles: Readonly<Record<AccountSection, string>>;
  readonly signedInAs: (user: string) => Sentence;
  readonly signOut: string;
  readonly nextPage: string;
  readonly applications: {
    readonly none: string;
    readonly noneAdvice: string;
    readonly whatTheyCan: string;
    readonly by: (owner: string) => Sentence;
    readonly access: Readonly<Record<AccessLevel, string>>;
    readonly withEmail: string;
    /** Followed by a day. */
    readonly since: string;
    readonly reduce: string;
    readonly revoke: string;
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
    readonly problems: Readonly<Record<ProfileProblem | "taken", string>>;
  };
  readonly password: {
    readonly current: string;
    readonly wanted: string;
    readonly wantedHint: string;
    readonly otherSessions: string;
    readonly change: string;
    readonly changed: string;
    readonly notChanged: string;
    readonly problems: Readonly<Record<Exclude<PasswordProblem, "too-many">, string>> & {
      readonly "too-many": (minutes: number) => string;
    };
  };
  readonly sessions: {
    readonly whatTheyAre: string;
    readonly device: (browser: string, system: string) => Sentence;
    readonly unknownDevice: string;
    readonly thisOne: string;
    /** Followed by an address of the network. */
    readonly address: string;
    /** Followed by a moment. */
    readonly lastUsed: string;
    readonly end: string;
    readonly endOthers: string;
  };
  readonly events: {
    readonly none: string;
    readonly whatTheyAre: string;
    readonly happened: Readonly<Record<UserEvent, (application: string) => Sentence>>;
    readonly goneApplication: string;
    /** Followed by the name of an event that has no words yet. */
    readonly other: string;
    readonly by: Readonly<Record<"application" | "operator", string>>;
    /** Followed by an address of the network. */
    readonly from: string;
  };
  readonly deletion: {
    readonly forGood: string;
    readonly whatGoes: Readonly<Record<"profile" | "access" | "sessions", string>>;
    readonly whatStays: string;
    readonly ownsApplications: Notice;
    /** The screen name has letters, digits and underscores only. */
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
