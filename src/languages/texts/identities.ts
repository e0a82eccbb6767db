import type { Sentence } from "../sentence.ts";
import type { AdviceText, Explanation } from "./explanation.ts";

/**
 * Why a sign-in at a provider failed. `stale`: the answer does not belong to a sign-in that this browser began.
 * `no-account`: no account has the identity, and sign-ins at its provider create none. `other-person`: the person who
 * signed in there is not the one who was asked to confirm.
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

/** Signing in at an identity provider, and the identities that are linked to an account. */
export type IdentityTexts = {
  /** The label of a provider's button. */
  readonly signInWith: (provider: string) => Sentence;
  /** Between the password form and the providers' buttons. */
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
  /** On a page about passwords, if the account or the service has none. */
  readonly noPassword: AdviceText;
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
