import type { Sentence } from "../sentence.ts";
import type { Explanation, Notice } from "./explanation.ts";

/**
 * Why a sign-in at a provider led nowhere. `stale`: this browser began no sign-in that the answer belongs to.
 * `no-account`: nobody here has the identity, and its provider makes no accounts. `other-person`: somebody else signed in
 * there than the person who was to confirm.
 */
export type IdentityProblem =
  | "unreachable"
  | "refused"
  | "cancelled"
  | "invalid"
  | "stale"
  | "no-account"
  | "changed"
  | "taken"
  | "other-person";

/** Why an identity was not linked or unlinked. */
export type LinkProblem = "taken" | "too-many" | "last-way-in" | "changed";

/** Signing in at an identity provider, and the accounts that are linked with one. */
export type IdentityTexts = {
  /** On the button of a provider. */
  readonly signInWith: (provider: string) => Sentence;
  /** Between the form of the password and the buttons. */
  readonly or: string;
  readonly leading: {
    readonly title: string;
    readonly what: (provider: string) => Sentence;
    readonly goOn: string;
  };
  readonly problems: Readonly<Record<IdentityProblem, Explanation>>;
  readonly otherWays: string;
  readonly first: {
    readonly title: string;
    readonly what: (provider: string) => Sentence;
    readonly linkTitle: string;
    readonly linkHint: string;
    readonly linkSubmit: string;
    readonly noPassword: string;
  };
  readonly confirm: {
    readonly title: string;
    readonly what: (provider: string, who: string, user: string) => Sentence;
    readonly meaning: string;
    readonly endsSessions: string;
    readonly submit: string;
    readonly notNow: string;
  };
  readonly account: {
    readonly title: string;
    readonly what: string;
    readonly none: string;
    /** Followed by a day. */
    readonly linkedOn: string;
    readonly goneProvider: string;
    readonly linkTitle: string;
    readonly link: (provider: string) => Sentence;
    readonly linkHint: string;
    readonly unlink: string;
    readonly unlinkHint: string;
    readonly lastWayIn: string;
    readonly notDone: string;
    readonly done: Readonly<Record<"linked" | "unlinked", string>>;
    readonly problems: Readonly<Record<LinkProblem, string>>;
  };
  /** Where a page is about a password, and the account or the service has none. */
  readonly noPassword: Notice;
  readonly passwordsOff: Explanation;
  readonly signOut: {
    readonly title: string;
    readonly what: (provider: string) => Sentence;
    readonly goOn: string;
    readonly stay: string;
  };
  readonly admin: {
    readonly title: string;
    readonly none: string;
    readonly hint: string;
    readonly remove: string;
  };
};
