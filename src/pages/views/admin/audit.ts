import type { AuditedEvent } from "../../../domain/audit.ts";
import { auditEvents, isAuditEvent } from "../../../domain/audit.ts";
import type { AuditProblem } from "../../languages/english/audit.ts";
import { alertBox } from "../banner.ts";
import { dayField, field, markedAlert } from "../form.ts";
import { type Html, html } from "../html.ts";
import { nextPage } from "../list.ts";
import { name } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { dayInUtc, moment } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { eventTable } from "./event-table.ts";
import { filterBar } from "./search.ts";

const fields = ["q", "name", "involved", "actor", "user", "application", "from", "to"] as const;

export type AuditFields = Readonly<Record<(typeof fields)[number], string>>;

export type AuditOrder = "newest" | "oldest";

export type Audit = {
  readonly viewer: Viewer;
  readonly input: AuditFields;
  readonly order: AuditOrder;
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
  readonly now: number;
};

/** The page with these filters, from its first event. */
export function auditHref(search: Partial<AuditFields>, order: AuditOrder = "newest"): string {
  const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== ""));
  if (order === "oldest") query.set("order", order);
  return query.size === 0 ? "/admin/audit" : `/admin/audit?${query}`;
}

export function auditPage(audit: Audit): Html {
  const { viewer, problems, nextHref, searchedTo } = audit;
  const texts = viewer.frame.texts.audit;
  const isWrong = Object.keys(problems).length > 0;
  const main = html`<article>
<header class="titled"><h1>${texts.title}</h1>
${audit.events.length > 0 && exportLink(audit)}</header>
${audit.events.length > 0 && exportHint(audit)}
${isWrong && explained(audit)}
${filters(audit, isWrong)}
${!isWrong && results(audit)}
${searchedTo === undefined ? nextPage(viewer, nextHref) : searchOn(audit, searchedTo)}
</article>`;
  return signedInPage(viewer, { area: "admin", here: "audit", title: texts.title, main });
}

/** Each problem is beside its field; the applications that the name may mean are offered here. */
function explained({ viewer, choices }: Audit): Html {
  const { audit: texts } = viewer.frame.texts;
  if (choices.length === 0) return markedAlert(viewer.frame, "problem", texts.notUnderstood);
  return alertBox(
    html` id="problem" tabindex="-1" autofocus`,
    html`<p><strong>${texts.notUnderstood}</strong> ${texts.problems.several}</p>
<ul>${choices.map(
      (one) =>
        html`<li><a class="action" href="${one.href}">${name(one.name)} · ${name(`@${one.owner}`)}</a></li>`,
    )}</ul>`,
  );
}

function filters(audit: Audit, isWrong: boolean): Html {
  const { viewer, input, order } = audit;
  const texts = viewer.frame.texts.audit;
  const options = auditEvents.map((value) => ({ value, label: texts.happened[value] }));
  const chips = fields
    .filter((key) => input[key] !== "" && !isWrong)
    .map((key) => ({
      text: html`${texts[key === "q" ? "text" : key]}: ${chosen(audit, key)}`,
      href: auditHref({ ...input, [key]: "" }, order),
    }));
  return filterBar({
    viewer,
    action: "/admin/audit",
    label: texts.text,
    placeholder: texts.textHint,
    text: input.q,
    controls: html`<select name="name" aria-label="${texts.name}">${[
      { value: "", label: texts.anything },
      { value: "changes", label: texts.changes },
      ...options,
    ].map(
      ({ value, label }) =>
        html`<option value="${value}"${value === input.name && html` selected`}>${label}</option>`,
    )}</select>`,
    more: html`<details${isWrong && html` open`}>
<summary>${texts.filter}</summary>
${moreFields(audit)}
</details>`,
    chips,
    isEmpty: audit.events.length === 0 && audit.searchedTo === undefined && !isWrong,
    order: order === "oldest" ? order : undefined,
  });
}

/** A day and a screen name look as they do in the list. */
function chosen(audit: Audit, key: keyof AuditFields): Html {
  const { viewer, input } = audit;
  const text = input[key];
  if (key === "name") return name(eventName(audit));
  if (key === "from" || key === "to") return dayInUtc(viewer.frame.texts.dates, Date.parse(text));
  const isScreenName = (key === "user" || key === "involved") && !/^(?:@|\d+$)/.test(text);
  return name(isScreenName ? `@${text}` : text);
}

function eventName({ viewer, input }: Audit): string {
  const texts = viewer.frame.texts.audit;
  return input.name === "changes" || !isAuditEvent(input.name)
    ? texts.changes
    : texts.happened[input.name];
}

function moreFields({ viewer, input, problems }: Audit): Html {
  const texts = viewer.frame.texts.audit;
  const problemOf = (key: keyof AuditFields) => {
    const problem = problems[key];
    return problem && texts.problems[problem];
  };
  const text = (key: "involved" | "actor" | "user" | "application", hint: string) =>
    html`<div>${field({ name: key, label: texts[key], type: "text", autocomplete: "off", value: input[key], optional: true, anyScript: true, hint, problem: problemOf(key) })}</div>`;
  const day = (key: "from" | "to") =>
    html`<div>${dayField({ name: key, label: texts[key], value: input[key], optional: true, problem: problemOf(key) })}</div>`;
  return html`<div class="pair">
${text("involved", texts.involvedHint)}
${text("actor", texts.actorHint)}
${text("user", texts.userHint)}
${text("application", texts.applicationHint)}
${day("from")}
${day("to")}
</div>`;
}

function results({ viewer, input, order, events, searchedTo, now }: Audit): Html {
  const { audit: texts, admin } = viewer.frame.texts;
  if (events.length > 0) {
    const isNewest = order === "newest";
    return eventTable(viewer, events, now, {
      href: auditHref(input, isNewest ? "oldest" : "newest"),
      sorted: isNewest ? "descending" : "ascending",
    });
  }
  return searchedTo === undefined
    ? html`<p><strong>${texts.none}</strong> ${texts.noneAdvice}</p>
<p class="actions"><a class="button secondary" href="/admin/audit">${admin.search.clear}</a></p>`
    : html`<p><strong>${texts.noneSoFar}</strong></p>`;
}

function searchOn({ viewer, nextHref }: Audit, searchedTo: number): Html {
  const { audit: texts, dates } = viewer.frame.texts;
  return html`<p>${texts.searchedTo} ${moment(dates, searchedTo)}</p>
<p><a class="action" href="${nextHref}">${texts.searchOn}</a></p>`;
}

function exportLink({ viewer, exportHref }: Audit): Html {
  return html`<a class="button secondary" href="${exportHref}" download aria-describedby="export">${viewer.frame.texts.audit.export}</a>`;
}

function exportHint({ viewer, input, maxExported }: Audit): Html {
  const texts = viewer.frame.texts.audit;
  const isFiltered = fields.some((key) => input[key] !== "");
  return html`<p class="quiet" id="export">${input.q === "" ? texts.exportHint(maxExported, isFiltered) : texts.exportFoundHint(maxExported)}</p>`;
}
