import type { AuditedEvent } from "../../../domain/audit.ts";
import { auditEvents } from "../../../domain/audit.ts";
import type { AuditProblem } from "../../languages/english/audit.ts";
import { field, select } from "../form.ts";
import { type Html, html } from "../html.ts";
import { nextPage } from "../list.ts";
import { alert } from "../notice.ts";
import { name } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { moment } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { eventTable } from "./event-table.ts";

export type AuditFields = Readonly<
  Record<"q" | "name" | "user" | "application" | "actor" | "from" | "to", string>
>;

export type Audit = {
  readonly viewer: Viewer;
  readonly typed: AuditFields;
  readonly problems: Readonly<Partial<Record<keyof AuditFields, AuditProblem>>>;
  /** The typed text may mean any of these applications. */
  readonly choices: readonly {
    readonly name: string;
    readonly owner: string;
    readonly href: string;
  }[];
  readonly events: readonly AuditedEvent[];
  readonly exportHref: string;
  readonly maxExported: number;
  readonly nextHref?: string;
  /** The search stopped at this event's time (milliseconds since the epoch); `nextHref` continues. */
  readonly searchedTo?: number;
};

export function auditPage(audit: Audit): Html {
  const { viewer, problems, nextHref, searchedTo } = audit;
  const texts = viewer.frame.texts.audit;
  const isWrong = Object.keys(problems).length > 0;
  const main = html`<article>
<h1>${texts.title}</h1>
${isWrong && alert("problem", texts.notUnderstood, explained(audit))}
${choiceList(audit)}
${filterForm(audit, isWrong)}
${!isWrong && found(audit)}
${searchedTo === undefined ? nextPage(viewer, nextHref) : searchOn(audit, searchedTo)}
${audit.events.length > 0 && exportLink(audit)}
</article>`;
  return signedInPage(viewer, { area: "admin", here: "audit", title: texts.title, main });
}

function explained({ viewer, problems }: Audit): string {
  const texts = viewer.frame.texts.audit;
  return [...new Set(Object.values(problems))].map((one) => texts.problems[one]).join(" ");
}

function choiceList({ choices }: Audit): Html | undefined {
  if (choices.length === 0) return undefined;
  return html`<ul class="plain">${choices.map(
    (one) => html`<li><a href="${one.href}">${name(one.name)}</a> ${name(`@${one.owner}`)}</li>`,
  )}</ul>`;
}

function filterForm({ viewer, typed, problems }: Audit, isWrong: boolean): Html {
  const texts = viewer.frame.texts.audit;
  const { q, ...narrowing } = typed;
  const isOpen = isWrong || Object.values(narrowing).some((one) => one !== "");
  const problemOf = (key: keyof AuditFields) => {
    const problem = problems[key];
    return problem && texts.problems[problem];
  };
  const text = (key: "user" | "application" | "actor", hint: string) =>
    html`<div>${field({ name: key, label: texts[key], type: "text", autocomplete: "off", value: typed[key], optional: true, anyScript: true, hint, problem: problemOf(key) })}</div>`;
  // A date field would drop an invalid value, which a browser without date fields can send.
  const typeOf = (value: string) => (/^(\d{4}-\d\d-\d\d)?$/.test(value) ? "date" : "text");
  const day = (key: "from" | "to") =>
    html`<div>${field({ name: key, label: texts[key], type: typeOf(typed[key]), autocomplete: "off", value: typed[key], optional: true, problem: problemOf(key) })}</div>`;
  const options = auditEvents.map((value) => ({ value, label: texts.happened[value] }));
  return html`<search><form method="get" action="/admin/audit">
${field({ name: "q", label: texts.text, type: "search", autocomplete: "off", value: q, optional: true, anyScript: true })}
<div class="actions"><button type="submit">${viewer.frame.texts.admin.search.submit}</button></div>
<details${isOpen && html` open`}>
<summary>${texts.filter}</summary>
<p class="quiet">${texts.textHint}</p>
<div class="pair">
<div>${select({ name: "name", label: texts.name, chosen: typed.name, options: [{ value: "", label: texts.anything }, { value: "changes", label: texts.changes }, ...options] })}</div>
${text("actor", texts.actorHint)}
${text("user", texts.userHint)}
${text("application", texts.applicationHint)}
${day("from")}
${day("to")}
</div>
<div class="actions"><button type="submit">${texts.apply}</button></div>
</details>
</form></search>`;
}

function found({ viewer, events, searchedTo }: Audit): Html {
  const texts = viewer.frame.texts.audit;
  if (events.length > 0) return eventTable(viewer, events);
  return searchedTo === undefined
    ? html`<p><strong>${texts.none}</strong> ${texts.noneAdvice}</p>`
    : html`<p><strong>${texts.noneSoFar}</strong></p>`;
}

function searchOn({ viewer, nextHref }: Audit, searchedTo: number): Html {
  const { audit: texts, dates } = viewer.frame.texts;
  return html`<p>${texts.searchedTo} ${moment(dates, searchedTo)}</p>
<p><a class="action" href="${nextHref}">${texts.searchOn}</a></p>`;
}

function exportLink({ viewer, typed, exportHref, maxExported }: Audit): Html {
  const texts = viewer.frame.texts.audit;
  const hint = typed.q === "" ? texts.exportHint : texts.exportFoundHint;
  return html`<footer>
<p class="actions"><a class="button secondary" href="${exportHref}" download>${texts.export}</a></p>
<p class="quiet">${hint(maxExported)}</p>
</footer>`;
}
