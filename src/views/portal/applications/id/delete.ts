import type { Application } from "../../../../domain/application.ts";
import type { DeletionProblem } from "../../../../languages/english/portal/applications.ts";
import { confirmPassword, csrfField, explainProof, field } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { alert } from "../../../notice.ts";
import type { Person, Unproven } from "../../../person.ts";
import { phrase } from "../../../phrase.ts";
import { applicationPart } from "../../application-part.ts";
import { type Transfer, transferContent } from "./transfer.ts";

export type Deletion = {
  readonly person: Person;
  readonly application: Application;
  /** The number of users with access is counted no further than `mostPeopleCounted`. */
  readonly people: number;
  readonly typed?: string;
  readonly problem?: DeletionProblem;
  readonly unproven?: Unproven;
};

export const mostPeopleCounted = 1_000;

export function dangerSection(deletion: Deletion & Transfer): Html {
  const { portal } = deletion.person.frame.texts;
  return html`<section id="danger" aria-labelledby="danger-title">
<h2 id="danger-title">${portal.application.tabs.delete}</h2>
<ul class="items">
<li><h3>${portal.transfer.title}</h3>
${transferContent(deletion)}</li>
<li><h3>${portal.deletion.title}</h3>
${content(deletion)}</li>
</ul>
</section>`;
}

/** What was typed does not delete. */
export function deletionPage(deletion: Deletion): Html {
  const { title, notDeleted, problems } = deletion.person.frame.texts.portal.deletion;
  const { problem, unproven, person } = deletion;
  const why = problem
    ? problems[problem]
    : unproven && explainProof(person.frame.texts.shell.proof, unproven);
  return applicationPart(person, deletion.application, {
    tab: "delete",
    title,
    main: html`${why && alert("problem", notDeleted, why)}
${content(deletion)}`,
  });
}

function content({ person, application, people, typed = "", problem, unproven }: Deletion): Html {
  const texts = person.frame.texts.portal.deletion;
  const used = people === 0 ? texts.nobody : texts.people(people, people >= mostPeopleCounted);
  return html`<p>${texts.forGood}</p>
<p>${used}</p>
<form method="post" action="/portal/applications/${application.id}/delete">
${csrfField(person.csrf)}
${field({ name: "typed_name", label: phrase(texts.typeName(application.name)), type: "text", autocomplete: "off", value: typed, anyScript: true, problem: problem && texts.problems[problem] })}
${confirmPassword(person, unproven, "deletion-password")}
<div class="actions"><button type="submit" class="danger">${texts.submit}</button></div>
</form>`;
}
