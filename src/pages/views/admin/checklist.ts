import type { ChecklistStep } from "../../languages/english/admin.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { tag } from "../tag.ts";
import type { Viewer } from "../viewer.ts";

export type Checklist = Readonly<Record<ChecklistStep, boolean>>;

/** The other steps are done in the configuration. */
const hrefs: Readonly<Partial<Record<ChecklistStep, string>>> = {
  signUp: "/admin/settings",
  application: "/portal/create",
};

export function checklistCard(viewer: Viewer, checklist: Checklist): Html {
  const { checklist: texts } = viewer.frame.texts.admin;
  const steps = Object.keys(checklist) as ChecklistStep[];
  return html`<article>
<h2 id="checklist">${texts.title}</h2>
<p class="quiet">${texts.hint}</p>
<ol class="items checklist">${steps.map((step) => item(viewer, step, checklist[step]))}</ol>
<form method="post" action="/admin">
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit" name="change" value="hide-checklist" class="secondary">${texts.hide}</button></div>
</form>
</article>`;
}

function item(viewer: Viewer, step: ChecklistStep, isDone: boolean): Html {
  const { checklist: texts } = viewer.frame.texts.admin;
  const { title, how } = texts.steps[step];
  const href = hrefs[step];
  const state = isDone ? tag("good", texts.done) : tag("soon", texts.open);
  const head = html`<div class="titled"><h3>${title}</h3> ${state}</div>`;
  if (isDone) return html`<li>${head}</li>`;
  return html`<li>
${head}
<p>${how}</p>
${href && html`<p><a class="action" href="${href}">${title}</a></p>`}
${
  step === "backup" &&
  html`<form method="post" action="/admin">
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit" name="change" value="backup-done" class="secondary">${texts.markDone}</button></div>
</form>`
}
</li>`;
}
