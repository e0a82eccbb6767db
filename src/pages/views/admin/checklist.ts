import type { SignUpWay } from "../../../domain/operating.ts";
import type { ChecklistStep } from "../../languages/english/admin.ts";
import { tag } from "../banner.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { withCode } from "../phrase.ts";
import { copied } from "../scripts.ts";
import type { Viewer } from "../viewer.ts";

export type Checklist = {
  readonly done: Readonly<Record<ChecklistStep, boolean>>;
  /** Who can create an account now. */
  readonly signUp: SignUpWay;
};

/** Some steps are done in the configuration: these lines are an example of it. */
const lines: Readonly<Partial<Record<ChecklistStep, string>>> = {
  address: "COUNTERSIGN_BASE_URL=https://id.example.com",
  mail: `COUNTERSIGN_SMTP_URL=smtps://user:password@smtp.example.com
COUNTERSIGN_MAIL_FROM=id@example.com`,
  backup: "COUNTERSIGN_BACKUP_DIR=/mnt/backups/countersign",
};

export function checklistSection(viewer: Viewer, { done, signUp }: Checklist): Html {
  const { checklist: texts } = viewer.frame.texts.admin;
  const steps = Object.keys(done) as ChecklistStep[];
  const doneCount = steps.filter((step) => done[step]).length;
  return html`<section aria-labelledby="checklist">
<header class="titled"><h2 id="checklist">${texts.title}</h2> <span class="quiet">${texts.progress(doneCount, steps.length)}</span></header>
<p class="quiet">${withCode(texts.hint)}</p>
<ol class="items checklist">${steps.map((step) => item(viewer, step, done[step], signUp))}</ol>
<form method="post" action="/admin">
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit" name="change" value="hide-checklist" class="secondary">${texts.hide}</button></div>
</form>
</section>`;
}

function item(viewer: Viewer, step: ChecklistStep, isDone: boolean, signUp: SignUpWay): Html {
  const { checklist: texts } = viewer.frame.texts.admin;
  const { title, how } = texts.steps[step];
  const state = isDone ? tag("good", texts.done) : tag("information", texts.open);
  const head = html`<div class="titled"><h3>${title}</h3> ${state}</div>`;
  if (isDone) return html`<li>${head}</li>`;
  const example = lines[step];
  return html`<li>
${head}
<p>${withCode(how)}</p>
${example && html`<pre><code${copied(viewer.frame.texts.shell.script.copies.settings)}>${example}</code></pre>`}
${action(viewer, step, signUp)}
</li>`;
}

/** The other steps are done in the configuration. */
function action(viewer: Viewer, step: ChecklistStep, signUp: SignUpWay): Html | undefined {
  const { checklist: texts, settings } = viewer.frame.texts.admin;
  const change = (name: string, text: string) => html`<form method="post" action="/admin">
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit" name="change" value="${name}" class="secondary">${text}</button></div>
</form>`;
  const { title } = texts.steps[step];
  if (step === "application")
    return html`<p><a class="action" href="/portal/create">${title}</a></p>`;
  if (step === "signUp")
    return html`<p><strong>${settings.ways[signUp].label}</strong> <a class="action" href="/admin/settings">${texts.change}</a></p>
${change("keep-sign-up", texts.keep)}`;
  return step === "backup" ? change("backup-done", texts.markDone) : undefined;
}
