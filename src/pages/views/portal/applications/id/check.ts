import type { Diagnosis } from "../../../../../doctor/cause.ts";
import type { CheckProblem } from "../../../../languages/english/portal/check.ts";
import { alert } from "../../../banner.ts";
import { csrfField, markedAlert, textArea } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import type { Viewer } from "../../../viewer.ts";
import { diagnosisAnswer } from "./diagnosis.ts";
import { type RejectedRequests, rejectedAnswer, rejectedSection } from "./rejected-requests.ts";

export type Check = {
  readonly viewer: Viewer;
  readonly pasted: string;
  readonly problem?: CheckProblem;
  readonly diagnosis?: Diagnosis;
  readonly rejected: RejectedRequests;
};

/** After an answer, the form is folded under it. What was rejected has a card of its own. */
export function checkSections(check: Check): readonly Html[] {
  const { viewer, pasted, problem, diagnosis, rejected } = check;
  const texts = viewer.frame.texts.portal.check;
  const isOfField = problem !== undefined && problem !== "too-many";
  const form = html`<form method="post" novalidate>
${csrfField(viewer.csrf)}
${textArea({ name: "request", label: texts.request, value: pasted, rows: 10, hint: texts.hint, problem: isOfField && texts.problems[problem] })}
${isOfField && html`<p class="quiet">${texts.hint}</p>`}
<p class="quiet">${texts.notKept}</p>
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>`;
  const isAnswered = diagnosis !== undefined || rejected.found !== undefined;
  const section = html`<section id="check" aria-labelledby="check-title">
<h2 id="check-title">${texts.title}</h2>
${problem && (isOfField ? markedAlert(viewer.frame, "check-problem", texts.notChecked) : alert("check-problem", texts.notChecked, texts.problems[problem]))}
${rejectedAnswer(viewer.frame, rejected)}
${diagnosis && diagnosisAnswer(texts, diagnosis, texts.right)}
${
  isAnswered
    ? html`<details><summary>${texts.another}</summary>
${form}</details>`
    : html`<p>${texts.what}</p>
${form}`
}
</section>`;
  return [section, rejectedSection(viewer.frame, rejected)];
}
