import type { Diagnosis } from "../../../../../doctor/cause.ts";
import type { CheckProblem } from "../../../../languages/english/portal/check.ts";
import { alert } from "../../../banner.ts";
import { csrfField, markedAlert, textArea } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import type { Viewer } from "../../../viewer.ts";
import { diagnosisAnswer } from "./diagnosis.ts";

export type Check = {
  readonly viewer: Viewer;
  readonly pasted: string;
  readonly problem?: CheckProblem;
  readonly diagnosis?: Diagnosis;
};

/** After an answer, the form is folded under it. */
export function checkSection(check: Check): Html {
  const { viewer, pasted, problem, diagnosis } = check;
  const texts = viewer.frame.texts.portal.check;
  const isOfField = problem !== undefined && problem !== "too-many";
  const form = html`<form method="post" novalidate>
${csrfField(viewer.csrf)}
${textArea({ name: "request", label: texts.request, value: pasted, rows: 10, hint: texts.hint, problem: isOfField && texts.problems[problem] })}
${isOfField && html`<p class="quiet">${texts.hint}</p>`}
<p class="quiet">${texts.notKept}</p>
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>`;
  return html`<section id="check" aria-labelledby="check-title">
<h2 id="check-title">${texts.title}</h2>
${problem && (isOfField ? markedAlert(viewer.frame, "check-problem", texts.notChecked) : alert("check-problem", texts.notChecked, texts.problems[problem]))}
${diagnosis && diagnosisAnswer(viewer.frame.texts, diagnosis, texts.right)}
${
  diagnosis
    ? html`<details><summary>${texts.another}</summary>
${form}</details>`
    : html`<p>${texts.what}</p>
${form}`
}
</section>`;
}
