import type { PasteProblem } from "../../../doctor/paste/pasted-request.ts";
import type { Notice } from "../explanation.ts";
import type { CauseTexts } from "./causes.ts";

/** Why a request was not looked at. */
export type CheckProblem = PasteProblem | "too-many";

/** Requests of programs that were refused, and one that is opened by its ID. */
export type RefusedTexts = {
  readonly title: string;
  readonly what: string;
  readonly none: string;
  readonly when: string;
  readonly operation: string;
  /** An operation of the operator's. */
  readonly api: string;
  readonly code: string;
  readonly id: string;
  readonly hint: string;
  readonly submit: string;
  readonly notFound: Notice;
  readonly message: string;
  readonly request: string;
  readonly atRefusal: string;
  /** The doctor finds nothing, and something else refused the request. */
  readonly noCause: Notice;
};

export type CheckTexts = {
  readonly title: string;
  /** Of the link from other pages. */
  readonly link: Notice;
  readonly what: string;
  readonly request: string;
  readonly hint: string;
  readonly notKept: string;
  readonly submit: string;
  readonly notChecked: string;
  readonly problems: Readonly<Record<CheckProblem, string>>;
  readonly answer: string;
  readonly right: Notice;
  /** How certain a finding is. */
  readonly certainty: Readonly<Record<"proved" | "guess", string>>;
  readonly baseStrings: {
    readonly title: string;
    readonly expected: string;
    readonly signed: string;
    /** For who does not see the mark: the place of the first difference. */
    readonly differ: (character: number) => string;
    readonly unknown: string;
  };
  readonly tried: (ways: number) => string;
  readonly causes: CauseTexts;
  readonly refused: RefusedTexts;
};
