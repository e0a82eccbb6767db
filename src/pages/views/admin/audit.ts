import { accessLevels } from "../../../domain/access.ts";
import type { AuditedEvent } from "../../../domain/audit.ts";
import { eventGroups, eventsIn } from "../../../domain/audit.ts";
import type { AuditProblem } from "../../languages/english/audit.ts";
import { alertBox } from "../banner.ts";
import { dayField, field, markedAlert, select } from "../form.ts";
import { type Html, html } from "../html.ts";
import { nextPage } from "../list.ts";
import { name } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { dayInUtc, moment } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { auditDays, type CountedDays } from "./audit-days.ts";
import { eventTable } from "./event-table.ts";
import { filterBar } from "./search.ts";

const fields = [
  "q",
  "name",
  "access",
  "involved",
  "actor",
  "user",
  "application",
  "from",
  "to",
] as const;

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
  /** Empty if they are not counted. */
  readonly days: readonly CountedDays[];
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
  const { viewer, problems, input, order, nextHref, searchedTo } = audit;
  const texts = viewer.frame.texts.audit;
  const isWrong = Object.keys(problems).length > 0;
  const main = html`<article>
<div class="log">
${isWrong && explained(audit)}
${filters(audit, isWrong)}
${auditDays(viewer, audit.days, (from, to) => auditHref({ ...input, from, to }, order))}
</div>
${!isWrong && printed(audit)}
${!isWrong && results(audit)}
${searchedTo === undefined ? nextPage(viewer, nextHref) : searchOn(audit, searchedTo)}
${audit.events.length > 0 && about(audit)}
</article>`;
  return signedInPage(viewer, {
    area: "admin",
    here: "audit",
    title: texts.title,
    head: { end: views(audit, html` class="extra"`) },
    main,
  });
}

/** What administrators look for again and again. */
const savedViews = {
  all: {},
  administration: { name: "administration" },
  writeGrants: { name: "access.approved", access: "write" },
  failedSignIns: { name: "user.sign-in-failed" },
} as const satisfies Record<string, Partial<AuditFields>>;

/** On a phone they are among the filters only. */
function views({ viewer, input, order }: Audit, place?: Html): Html {
  const texts = viewer.frame.texts.audit;
  const here = auditHref(input);
  const links = Object.entries(savedViews).map(([view, search]) => {
    const isHere = auditHref(search) === here;
    return html`<li><a class="action" href="${auditHref(search, order)}"${isHere && html` aria-current="true"`}>${texts.views[view as keyof typeof savedViews]}</a></li>`;
  });
  return html`<nav${place} aria-label="${texts.viewsLabel}"><ul class="periods">${links}</ul></nav>`;
}

/** On paper there is no form to say what narrows the list, and no clock. */
function printed({ viewer, input, now }: Audit): Html {
  const { audit: texts, dates } = viewer.frame.texts;
  const narrowed = fields.filter((key) => input[key] !== "");
  return html`<p class="printed">${moment(dates, now)}${narrowed.map((key) => html` · ${labelOf(texts, key)}: ${chosen({ viewer, input }, key)}`)}</p>`;
}

/** How sign-ins are recorded, and all of the list as a file. */
function about(audit: Audit): Html {
  const texts = audit.viewer.frame.texts.audit;
  const hasSignIns = audit.events.some(({ name }) => /^user\.signed-/.test(name));
  return html`<footer>
${hasSignIns && html`<p class="quiet">${texts.signIns}</p>`}
<div class="actions">${exportLink(audit)} ${exportHint(audit)}</div>
</footer>`;
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
  const chips = fields
    .filter((key) => input[key] !== "" && !isWrong)
    .map((key) => ({
      text: html`${labelOf(texts, key)}: ${chosen(audit, key)}`,
      href: auditHref({ ...input, [key]: "" }, order),
    }));
  return filterBar({
    viewer,
    action: "/admin/audit",
    label: texts.text,
    placeholder: texts.textHint,
    text: input.q,
    controls: eventChoice(audit),
    more: html`${views(audit)}
${moreFields(audit)}`,
    isWrong,
    chips,
    isEmpty: audit.events.length === 0 && audit.searchedTo === undefined && !isWrong,
    order: order === "oldest" ? order : undefined,
  });
}

/** One event, all events of a group, or several from different groups. */
function eventChoice({ viewer, input }: Audit): Html {
  const texts = viewer.frame.texts.audit;
  const option = (value: string, label: string) =>
    html`<option value="${value}"${value === input.name && html` selected`}>${label}</option>`;
  const { changes, administration } = texts.several;
  const groups = eventGroups.map((group) => {
    const events = eventsIn(group).map((event) => option(event, texts.happened[event]));
    const label = texts.groups[group];
    return html`<optgroup label="${label}">${option(group, texts.allOf(label))}${events}</optgroup>`;
  });
  return html`<select name="name" aria-label="${texts.name}">${option("", texts.anything)}${option("changes", changes)}${option("administration", administration)}${groups}</select>`;
}

function labelOf(texts: Viewer["frame"]["texts"]["audit"], key: keyof AuditFields): string {
  return texts[key === "q" ? "text" : key];
}

/** A day and a screen name look as they do in the list. */
function chosen({ viewer, input }: Pick<Audit, "viewer" | "input">, key: keyof AuditFields): Html {
  const text = input[key];
  const { audit, admin } = viewer.frame.texts;
  if (key === "name") return wordIn({ ...audit.happened, ...audit.several, ...audit.groups }, text);
  if (key === "access") return wordIn(admin.application.levels, text);
  if (key === "from" || key === "to") return dayInUtc(viewer.frame.texts.dates, Date.parse(text));
  const isScreenName = (key === "user" || key === "involved") && !/^(?:@|\d+$)/.test(text);
  return name(isScreenName ? `@${text}` : text);
}

/** Our own words keep their isolates. */
function wordIn(words: Readonly<Record<string, string>>, value: string): Html {
  const word = words[value];
  return word === undefined ? name(value) : html`${word}`;
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
  const { levels } = viewer.frame.texts.admin.application;
  const access = select({
    name: "access",
    label: texts.access,
    chosen: input.access,
    options: [
      { value: "", label: texts.anyAccess },
      ...accessLevels.map((value) => ({ value, label: levels[value] })),
    ],
  });
  return html`<div class="pair">
${text("involved", texts.involvedHint)}
${text("actor", texts.actorHint)}
${text("user", texts.userHint)}
${text("application", texts.applicationHint)}
${day("from")}
${day("to")}
<div>${access}</div>
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
  return html`<span class="quiet" id="export">${input.q === "" ? texts.exportHint(maxExported, isFiltered) : texts.exportFoundHint(maxExported)}</span>`;
}
