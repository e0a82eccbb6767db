import type { AdviceText } from "./explanation.ts";

/** Why a passkey was refused. */
export type PasskeyProblem = "wrong" | "late" | "counter-back";

/** Why a change on the page of passkeys was refused. */
export type PasskeyChangeProblem = PasskeyProblem | "taken" | "too-many" | "last-way-in";

export type PasskeyTexts = {
  readonly title: string;
  readonly whatTheyAre: string;
  readonly secondStep: string;
  /** Says that adding or removing a passkey ends other sessions. */
  readonly endsSessions: string;
  readonly none: string;
  readonly manage: string;
  /** Followed by a day. */
  readonly added: string;
  /** Followed by a date and time. */
  readonly lastUsed: string;
  readonly notUsed: string;
  readonly add: {
    readonly title: string;
    readonly name: string;
    readonly nameHint: string;
    readonly submit: string;
    readonly most: string;
  };
  readonly rename: { readonly name: string; readonly submit: string };
  readonly remove: string;
  readonly removeLast: string;
  readonly done: Readonly<Record<"added" | "renamed" | "removed", string>>;
  readonly problems: Readonly<Record<PasskeyChangeProblem, AdviceText>>;
  readonly signIn: string;
  /** The button in the second step of signing in. */
  readonly use: string;
  readonly useTitle: string;
  readonly orCode: string;
  /** The button on a page that asks for another proof. */
  readonly again: string;
  readonly needsScript: string;
  readonly notHere: string;
  /** The offer to use a passkey instead of an authenticator app. */
  readonly instead: string;
  readonly script: { readonly cancelled: string; readonly known: string };
};
