import type { ProofKind } from "../../domain/proofs.ts";
import type { Sentence } from "../sentence.ts";
import type { AdviceText } from "./explanation.ts";

/** Why a code was refused. `used`: it was right, but was already used. */
export type CodeProblem = "wrong" | "used" | "too-many";

/** Two-step verification: the second step of signing in, and the account's pages that set it up. */
export type TwoStepTexts = {
  readonly title: string;
  /** The names of the proofs that a session shows. */
  readonly kinds: Readonly<Record<ProofKind, string>>;
  /** The second step of signing in. */
  readonly code: {
    readonly title: string;
    readonly signingInAs: (user: string) => Sentence;
    readonly label: string;
    readonly hint: string;
    readonly submit: string;
    readonly lost: string;
    readonly startOver: string;
    readonly problems: Readonly<Record<Exclude<CodeProblem, "too-many">, AdviceText>> & {
      readonly "too-many": (minutes: number) => AdviceText;
    };
  };
  readonly whatItIs: string;
  readonly off: string;
  readonly on: string;
  /** Followed by a day. */
  readonly appSince: string;
  readonly setUp: string;
  readonly replaceApp: string;
  readonly codes: {
    readonly title: string;
    readonly what: string;
    readonly left: (count: number) => string;
    readonly few: AdviceText;
    readonly makeNew: string;
    readonly makeNewHint: string;
    readonly shown: string;
    readonly keep: string;
    readonly goOn: string;
  };
  readonly turnOff: { readonly title: string; readonly hint: string; readonly submit: string };
  readonly required: AdviceText;
  readonly done: Readonly<Record<"turned-off", string>>;
  readonly notDone: string;
  readonly add: {
    readonly title: string;
    readonly getApp: string;
    readonly scan: string;
    readonly picture: string;
    readonly cannotScan: string;
    readonly type: string;
    readonly code: string;
    readonly codeHint: string;
    readonly submit: string;
    readonly endsSessions: string;
    readonly notNow: string;
    readonly wrong: AdviceText;
  };
  /** While days of grace are left. `days`: whole days, at least one. */
  readonly due: {
    readonly what: (days: number) => string;
    readonly after: string;
    /** Followed by a day. */
    readonly until: string;
    readonly setUp: string;
  };
  /** When no days of grace are left. */
  readonly overdue: AdviceText;
};
