/** What a developer says of an application that waits for approval: the fields of a form, and what was said. */
import type { Application } from "../../domain/application.ts";
import { awaitedChange } from "../../domain/approval.ts";
import {
  type ApprovalRequest,
  answered,
  approvalRequestFields,
  maxAnswer,
} from "../../domain/fields/approval.ts";
import { textArea } from "./form.ts";
import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";
import { type Fact, facts } from "./list.ts";
import { name as named } from "./phrase.ts";

/** The fields that are empty, too long, or unreadable, by their names. */
export type RequestProblems = ReadonlySet<string>;

export const answerField = (at: number) => `answer_${at + 1}`;

export function requestFields(
  frame: Frame,
  questions: readonly string[],
  input: ApprovalRequest,
  problems: RequestProblems = new Set(),
): Html {
  const texts = frame.texts.portal.approval;
  const area = (name: string, label: string | Html, value: string, max: number) =>
    textArea({
      ...{ name, label, value, rows: 2, anyScript: true },
      problem: problems.has(name) && texts.problem(max),
    });
  const { purpose, expectedUsers } = approvalRequestFields;
  return html`${area("purpose", texts.purpose, input.purpose, purpose.max)}
${area("expected_users", texts.expectedUsers, input.expectedUsers, expectedUsers.max)}
${questions.map((question, at) => area(answerField(at), named(question), answerTo(question, input), maxAnswer))}`;
}

function answerTo(question: string, { answers }: ApprovalRequest): string {
  return answers.map(answered).find((one) => one.question === question)?.answer ?? "";
}

/** What was said, and what a change that waits would make of the application. */
export function requestFacts({ texts }: Frame, application: Application): Html {
  const { approval, applications } = texts.portal;
  const { access, callbacks } = awaitedChange(application) ?? {};
  const pairs: readonly (Fact | false)[] = [
    access !== undefined && [approval.access, applications.access[access]],
    callbacks !== undefined && [
      approval.callbacks,
      html`<ul class="plain">${callbacks.map((one) => html`<li>${named(one)}</li>`)}</ul>`,
    ],
    application.purpose !== "" && [approval.purpose, named(application.purpose)],
    application.expectedUsers !== "" && [approval.expectedUsers, named(application.expectedUsers)],
    ...application.answers
      .map(answered)
      .map(({ question, answer }): Fact => [named(question), named(answer)]),
  ];
  const given = pairs.filter((one) => one !== false);
  return html`${given.length > 0 && facts(given)}`;
}
