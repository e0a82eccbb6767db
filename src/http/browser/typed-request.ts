import {
  type ApprovalRequest,
  answered,
  approvalRequestFields,
  asAnswer,
  maxAnswer,
  maxQuestions,
  requestProblems,
} from "../../domain/fields/approval.ts";
import { snakeName } from "../../domain/fields/field.ts";
import { typedText } from "../../domain/typed-text.ts";
import { answerField, type RequestProblems } from "../../pages/views/approval-request.ts";
import type { Parameter } from "../operation/endpoint.ts";

/** What a form says of an application that waits for approval. */
export const requestParameters: readonly Parameter[] = [
  ...(["purpose", "expectedUsers"] as const).map((name) => ({
    name: snakeName(name),
    required: false,
    meaning: approvalRequestFields[name].meaning,
  })),
  ...Array.from({ length: maxQuestions }, (_, at) => ({
    name: answerField(at),
    required: false,
    meaning: `The answer to question ${at + 1} of COUNTERSIGN_APPROVAL_QUESTIONS, up to ${maxAnswer} characters.`,
  })),
];

/** Each text has to be there. */
export function readRequest(
  form: ReadonlyMap<string, string>,
  questions: readonly string[],
): { readonly input: ApprovalRequest; readonly problems: RequestProblems } {
  const textOf = (name: string) => typedText((form.get(name) ?? "").replace(/\s*[\r\n]+\s*/g, " "));
  const input = {
    purpose: textOf("purpose"),
    expectedUsers: textOf("expected_users"),
    answers: questions.map((question, at) =>
      asAnswer({ question, answer: textOf(answerField(at)) }),
    ),
  };
  const found = requestProblems(input).map((one) => String(one));
  const isWrong = (name: "purpose" | "expectedUsers") =>
    input[name] === "" || found.some((one) => one.endsWith(`-${name}`));
  const problems = [
    ...(["purpose", "expectedUsers"] as const).filter(isWrong).map(snakeName),
    ...input.answers.flatMap((one, at) => {
      const { answer } = answered(one);
      const isFine = answer !== "" && [...answer].length <= maxAnswer && !/\p{Cc}/u.test(answer);
      return isFine ? [] : [answerField(at)];
    }),
  ];
  return { input, problems: new Set<string>(problems) };
}
