import type { Application } from "../../domain/application.ts";
import type { OwnerProblem } from "../../languages/english/admin.ts";
import { confirmPassword, csrfField, personField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { alert } from "../notice.ts";
import type { Person, Unproven } from "../person.ts";
import { unprovenAlert } from "./suspension.ts";

export type Ownership = {
  readonly screenName: string;
  readonly problem?: OwnerProblem;
};

export function ownershipCard(
  person: Person,
  { id }: Pick<Application, "id">,
  moving: Ownership | undefined,
  unproven: Unproven | undefined,
): Html {
  const { admin } = person.frame.texts;
  const { move: texts } = admin.application;
  const problem = moving?.problem && texts.problems[moving.problem];
  return html`<article>
<h2 id="owner">${texts.title}</h2>
<p class="quiet">${texts.hint}</p>
${problem && alert("owner-problem", admin.notDone, problem)}
${unprovenAlert(person, "owner-unproven", unproven)}
<form method="post" action="/admin/applications/${id}">
${csrfField(person.csrf)}
${personField({ label: texts.screenName, value: moving?.screenName, problem })}
${confirmPassword(person, unproven, "owner-password")}
<div class="actions"><button type="submit" class="danger" name="change" value="move">${texts.submit}</button></div>
</form>
</article>`;
}
