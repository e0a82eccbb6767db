import type { PasteProblem } from "../../../doctor/paste/pasted-request.ts";
import type { AdviceText } from "../explanation.ts";
import type { CauseTexts } from "./causes.ts";

/** Why a request was not checked. */
export type CheckProblem = PasteProblem | "too-many";

/** The list of refused requests, and the page of one of them, opened by its id. */
export type RefusedTexts = {
  readonly title: string;
  readonly what: string;
  readonly none: string;
  readonly when: string;
  readonly operation: string;
  /** Shown in place of an operation for a request to one of the operator's APIs. */
  readonly api: string;
  readonly code: string;
  readonly id: string;
  readonly hint: string;
  readonly submit: string;
  readonly notFound: AdviceText;
  readonly message: string;
  readonly request: string;
  readonly atRefusal: string;
  /** If the doctor finds nothing, because something else refused the request. */
  readonly noCause: AdviceText;
};

export type CheckTexts = {
  readonly title: string;
  /** The link to this page from other pages. */
  readonly link: AdviceText;
  readonly what: string;
  readonly request: string;
  readonly hint: string;
  readonly notKept: string;
  readonly submit: string;
  readonly notChecked: string;
  readonly problems: Readonly<Record<CheckProblem, string>>;
  readonly answer: string;
  readonly right: AdviceText;
  /** How certain a finding is. */
  readonly certainty: Readonly<Record<"proved" | "guess", string>>;
  readonly baseStrings: {
    readonly title: string;
    readonly expected: string;
    readonly signed: string;
    /** The position of the first difference, for readers who cannot see the mark. */
    readonly differ: (character: number) => string;
    readonly unknown: string;
  };
  readonly tried: (ways: number) => string;
  readonly causes: CauseTexts;
  readonly refused: RefusedTexts;
};
