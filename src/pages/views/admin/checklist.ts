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
};

/** The next step is unfolded, and what is done is folded. */
export function checklistSection(viewer: Viewer, { done, signUp }: Checklist): Html {
  const { checklist: texts } = viewer.frame.texts.admin;
  const steps = Object.keys(done) as ChecklistStep[];
  const [finished, open] = [
    steps.filter((step) => done[step]),
    steps.filter((step) => !done[step]),
  ];
  return html`<section aria-labelledby="checklist">
<header class="titled"><h2 id="checklist">${texts.title}</h2> <span class="quiet">${texts.progress(finished.length, steps.length)}</span>
<form method="post" action="/admin">
${csrfField(viewer.csrf)}
<button type="submit" name="change" value="hide-checklist" class="secondary">${texts.hide}</button>
</form></header>
<ul class="items checklist">${open.map((step, at) => item(viewer, step, signUp, at === 0))}</ul>
${
  finished.length > 0 &&
  html`<details><summary>${texts.finished}</summary>
<ul class="items checklist">${finished.map((step) => html`<li>${head(viewer, step, true)}</li>`)}</ul>
</details>`
}
<p class="quiet">${withCode(texts.hint)}</p>
</section>`;
}

function head(viewer: Viewer, step: ChecklistStep, isDone: boolean): Html {
  const { checklist: texts } = viewer.frame.texts.admin;
  const state = isDone ? tag("good", texts.done) : tag("information", texts.open);
  return html`<div class="titled"><h3>${texts.steps[step].title}</h3> ${state}</div>`;
}

function item(viewer: Viewer, step: ChecklistStep, signUp: SignUpWay, isNext: boolean): Html {
  const { texts } = viewer.frame;
  const example = lines[step];
  return html`<li><details${isNext && html` open`}>
<summary>${head(viewer, step, false)}</summary>
<p>${withCode(texts.admin.checklist.steps[step].how, viewer.frame.command)}${step === "signUp" && html` <strong>${texts.admin.settings.ways[signUp].label}</strong>`}</p>
${example && html`<pre><code${copied(texts.shell.script.copies.settings)}>${example.split(/(?<==)/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}</code></pre>`}
${action(viewer, step)}
</details></li>`;
}

const hrefs: Readonly<Partial<Record<ChecklistStep, string>>> = {
  signUp: "/admin/settings",
  application: "/portal/create",
  verification: "/docs",
  secure: "/account/sign-in",
  invite: "/admin/invitations",
};

/** Of the other steps, the lines are to be copied. */
function action(viewer: Viewer, step: ChecklistStep): Html | undefined {
  const { checklist: texts } = viewer.frame.texts.admin;
  const href = hrefs[step];
  if (href !== undefined)
    return html`<p class="actions"><a class="button secondary" href="${href}">${texts.steps[step].title}</a></p>`;
  return step === "backup"
    ? html`<form method="post" action="/admin">
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit" name="change" value="backup-done" class="secondary">${texts.markDone}</button></div>
</form>`
    : undefined;
}
