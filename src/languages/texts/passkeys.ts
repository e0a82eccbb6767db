import type { Notice } from "./explanation.ts";

/** Why a passkey was not taken. */
export type PasskeyProblem = "wrong" | "late" | "counter-back";

/** Why nothing was changed on the page of passkeys. */
export type PasskeyChangeProblem = PasskeyProblem | "taken" | "too-many" | "last-way-in";

export type PasskeyTexts = {
  readonly title: string;
  readonly whatTheyAre: string;
  readonly secondStep: string;
  /** Of adding one and of removing one. */
  readonly endsSessions: string;
  readonly none: string;
  readonly manage: string;
  /** Followed by a day. */
  readonly added: string;
  /** Followed by a moment. */
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
  readonly problems: Readonly<Record<PasskeyChangeProblem, Notice>>;
  readonly signIn: string;
  /** The second step of signing in. */
  readonly use: string;
  readonly useTitle: string;
  readonly orCode: string;
  /** Where a page asks once more. */
  readonly again: string;
  readonly needsScript: string;
  readonly notHere: string;
  /** In place of an authenticator app. */
  readonly instead: string;
  readonly script: { readonly cancelled: string; readonly known: string };
};
