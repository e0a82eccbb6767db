import type { Diagnosis } from "../../../../doctor/cause.ts";
import type { CheckProblem } from "../../../../languages/english/portal/check.ts";
import { csrfField, textArea } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { alert } from "../../../notice.ts";
import type { Person } from "../../../person.ts";
import { diagnosisAnswer } from "./diagnosis.ts";
import { type RefusedRequests, refusedAnswer, refusedSection } from "./refused-requests.ts";

export type Check = {
  readonly person: Person;
  readonly pasted: string;
  readonly problem?: CheckProblem;
  readonly diagnosis?: Diagnosis;
  readonly refused: RefusedRequests;
};

/** The form takes a request, or the id of a rejected one. */
export function checkSection({ person, pasted, problem, diagnosis, refused }: Check): Html {
  const texts = person.frame.texts.portal.check;
  return html`<section id="check" aria-labelledby="check-title">
<h2 id="check-title">${texts.title}</h2>
${problem && alert("check-problem", texts.notChecked, texts.problems[problem])}
${refusedAnswer(person.frame, refused)}
${diagnosis ? diagnosisAnswer(texts, diagnosis, texts.right) : html`<p>${texts.what}</p>`}
<form method="post">
${csrfField(person.csrf)}
${textArea({ name: "request", label: texts.request, value: pasted, rows: 10, hint: texts.hint, problem: problem && texts.problems[problem] })}
<p class="quiet">${texts.notKept}</p>
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>
</section>
${refusedSection(person.frame, refused)}`;
}
