import type { AccessLevel } from "../access.ts";
import { type FieldProblem, type Fields, fieldProblems, type StoredFields } from "./field.ts";

/** What a developer says of an application that waits for approval. It stays with the application. */
export interface ApprovalRequest {
  readonly purpose: string;
  readonly expectedUsers: string;
  /** Each is a question of that time and, on the next line, its answer. */
  readonly answers: readonly string[];
}

export const maxQuestions = 5;
export const maxQuestion = 200;
export const maxAnswer = 500;

/** docs/adr/0071-approval.md */
export const approvalRequestFields = {
  purpose: {
    kind: "text",
    max: maxAnswer,
    meaning: `What the application is for, up to ${maxAnswer} characters.`,
  },
  expectedUsers: {
    kind: "text",
    max: 200,
    meaning: "Who is expected to use it, and how many, up to 200 characters.",
  },
  answers: {
    kind: "list",
    max: maxQuestions,
    one: "answer",
    each: "a question, a line break, and its answer",
    meaning: `What its developer wrote for the service's own questions: up to ${maxQuestions} texts, each a question, a line break, and what was written.`,
    none: "No question was asked.",
  },
} as const satisfies Fields<ApprovalRequest>;

export const emptyRequest: ApprovalRequest = { purpose: "", expectedUsers: "", answers: [] };

export type ApprovalRequestProblem = FieldProblem<typeof approvalRequestFields> | "long-answers";

/** What its bounds rule out. A page also wants each text to be there. */
export function requestProblems(request: ApprovalRequest): readonly ApprovalRequestProblem[] {
  const fits = (one: string) => {
    const { question, answer } = answered(one);
    return [...question].length <= maxQuestion && [...answer].length <= maxAnswer;
  };
  const isFine = request.answers.length <= maxQuestions && request.answers.every(fits);
  return [
    ...fieldProblems<ApprovalRequest, typeof approvalRequestFields>(approvalRequestFields, request),
    ...(isFine ? [] : (["long-answers"] as const)),
  ];
}

/** A member of `answers`. */
export function answered(one: string): { readonly question: string; readonly answer: string } {
  const [question = "", ...rest] = one.split("\n");
  return { question, answer: rest.join(" ") };
}

export function asAnswer({ question, answer }: ReturnType<typeof answered>): string {
  return `${question}\n${answer}`;
}

/**
 * Where an application's approval stands. With `awaitedAccess` or `awaitedCallbacks`, the application is approved, and
 * only this change waits.
 */
export interface ApprovalStatus {
  /** It is undefined if nothing is asked for: the application is approved. */
  readonly approval: ApprovalState | undefined;
  /** What an administrator asked back, or why it was declined. */
  readonly approvalText: string | undefined;
  readonly approvalSince: number | undefined;
  readonly awaitedAccess: AccessLevel | undefined;
  readonly awaitedCallbacks: readonly string[] | undefined;
}

/** `asked`: an administrator asked back, and the owner has to answer. */
export const approvalStates = ["waiting", "asked", "declined"] as const;
export type ApprovalState = (typeof approvalStates)[number];

export const approvalStatusFields = {
  approval: { kind: "text" },
  approvalText: { kind: "text" },
  approvalSince: { kind: "time" },
  awaitedAccess: { kind: "level" },
  awaitedCallbacks: { kind: "list" },
} as const satisfies StoredFields<ApprovalStatus>;

export const approvedStatus: ApprovalStatus = {
  approval: undefined,
  approvalText: undefined,
  approvalSince: undefined,
  awaitedAccess: undefined,
  awaitedCallbacks: undefined,
};
