import { auditEvents, isAuditEvent } from "../../domain/audit.ts";
import type { AuditedEvent } from "../../domain/operating.ts";
import type { AuditDetail, AuditProblem } from "../../languages/texts/audit.ts";
import type { Texts } from "../../languages/texts.ts";
import { field, select } from "../form.ts";
import { type Html, html, type Printable } from "../html.ts";
import { nextPage, table } from "../list.ts";
import { networkAddress } from "../network-address.ts";
import { alert } from "../notice.ts";
import type { Person } from "../person.ts";
import { name } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { time } from "../time.ts";

/** What the form's fields hold, as it was typed. */
export type AuditFields = Readonly<
  Record<"name" | "person" | "application" | "actor" | "from" | "to", string>
>;

export type Audit = {
  readonly person: Person;
  readonly typed: AuditFields;
  readonly problems: Readonly<Partial<Record<keyof AuditFields, AuditProblem>>>;
  /** Applications that what was typed may mean, each with the address that asks for it. */
  readonly choices: readonly {
    readonly name: string;
    readonly owner: string;
    readonly href: string;
  }[];
  readonly events: readonly AuditedEvent[];
  readonly exportHref: string;
  readonly mostExported: number;
  readonly nextHref?: string;
};

export function auditPage(audit: Audit): Html {
  const { person, problems, events, nextHref } = audit;
  const texts = person.frame.texts.audit;
  const isWrong = Object.keys(problems).length > 0;
  const main = html`<article>
<h1>${texts.title}</h1>
${isWrong && alert("problem", texts.notUnderstood, explained(audit))}
${choiceList(audit)}
${filterForm(audit, isWrong)}
${!isWrong && (events.length === 0 ? html`<p><strong>${texts.none}</strong> ${texts.noneAdvice}</p>` : eventTable(person, events))}
${nextPage(person, nextHref)}
${events.length > 0 && exportLink(audit)}
</article>`;
  return signedInPage(person, { area: "admin", here: "audit", title: texts.title, main });
}

/** Each problem once, however many fields have it. */
function explained({ person, problems }: Audit): string {
  const texts = person.frame.texts.audit;
  return [...new Set(Object.values(problems))].map((one) => texts.problems[one]).join(" ");
}

function choiceList({ choices }: Audit): Html | undefined {
  if (choices.length === 0) return undefined;
  return html`<ul class="plain">${choices.map(
    (one) => html`<li><a href="${one.href}">${name(one.name)}</a> ${name(`@${one.owner}`)}</li>`,
  )}</ul>`;
}

function filterForm({ person, typed, problems }: Audit, isWrong: boolean): Html {
  const texts = person.frame.texts.audit;
  const isOpen = isWrong || Object.values(typed).some((one) => one !== "");
  const problemOf = (key: keyof AuditFields) => {
    const problem = problems[key];
    return problem && texts.problems[problem];
  };
  const text = (key: "person" | "application" | "actor", hint: string) =>
    html`<div>${field({ name: key, label: texts[key], type: "text", autocomplete: "off", value: typed[key], optional: true, anyScript: true, hint, problem: problemOf(key) })}</div>`;
  // A field for dates would drop an invalid one, as a browser without such fields may send it.
  const typeOf = (value: string) => (/^(\d{4}-\d\d-\d\d)?$/.test(value) ? "date" : "text");
  const day = (key: "from" | "to") =>
    html`<div>${field({ name: key, label: texts[key], type: typeOf(typed[key]), autocomplete: "off", value: typed[key], optional: true, problem: problemOf(key) })}</div>`;
  const options = auditEvents.map((value) => ({ value, label: texts.happened[value] }));
  return html`<details${isOpen && html` open`}>
<summary>${texts.filter}</summary>
<form method="get" action="/admin/audit">
<div class="pair">
<div>${select({ name: "name", label: texts.name, chosen: typed.name, options: [{ value: "", label: texts.anything }, ...options] })}</div>
${text("actor", texts.actorHint)}
${text("person", texts.personHint)}
${text("application", texts.applicationHint)}
${day("from")}
${day("to")}
</div>
<div class="actions"><button type="submit">${texts.apply}</button></div>
</form>
</details>`;
}

function exportLink({ person, exportHref, mostExported }: Audit): Html {
  const texts = person.frame.texts.audit;
  return html`<footer>
<p class="actions"><a class="button secondary" href="${exportHref}" download>${texts.export}</a></p>
<p class="quiet">${texts.exportHint(mostExported)}</p>
</footer>`;
}

/** Events as operators read them, the newest first. */
export function eventTable(person: Person, events: readonly AuditedEvent[]): Html {
  const { title, columns } = person.frame.texts.audit;
  const { when, what, who, person: whom, application, address } = columns;
  return table(
    title,
    [when, what, who, whom, application, address],
    events.map((one) => row(person, one)),
  );
}

function row({ frame }: Person, event: AuditedEvent): readonly Printable[] {
  const { audit: texts, dates } = frame.texts;
  return [
    time(event.at, dates.moment(event.at)),
    html`${isAuditEvent(event.name) ? texts.happened[event.name] : html`${texts.other} <code>${event.name}</code>`}${details(event, texts)}`,
    actor(event, texts),
    event.userId && whom(event.userId, event.userScreenName, texts.gone),
    event.applicationId && which(event.applicationId, event, texts.gone),
    event.address && networkAddress(event.address),
  ];
}

/** What the event says beyond its name, each with the word for it; the values are as they are kept. */
function details({ details = {} }: AuditedEvent, texts: Texts["audit"]): Html | undefined {
  const pairs = Object.entries(details);
  if (pairs.length === 0) return undefined;
  const wordOf = (value: string | number | boolean) =>
    typeof value === "boolean" ? html`${value ? texts.yes : texts.no}` : name(String(value));
  return html`${pairs.map(([key, value]) => html`<br><small>${wordFor(key, texts)}: ${wordOf(value)}</small>`)}`;
}

function wordFor(key: string, { details: words }: Texts["audit"]): Html {
  return Object.hasOwn(words, key) ? html`${words[key as AuditDetail]}` : name(key);
}

function actor(event: AuditedEvent, texts: Person["frame"]["texts"]["audit"]): Html {
  const { actors, gone } = texts;
  const [kind = "", id] = event.actor.split(":");
  if (kind === "user" && id !== undefined) return whom(id, event.actorScreenName, gone);
  if (kind === "application" && id !== undefined) {
    const known = { applicationName: id, applicationDeleted: false };
    return which(id, id === event.applicationId ? event : known, gone);
  }
  return Object.hasOwn(actors, kind)
    ? html`${actors[kind as keyof typeof actors]}`
    : name(event.actor);
}

function whom(id: string, screenName: string | undefined, gone: string): Html {
  return screenName === undefined
    ? html`<code>${id}</code> ${gone}`
    : html`<a class="action" href="/admin/people/${id}">${name(`@${screenName}`)}</a>`;
}

function which(
  id: string,
  { applicationName: called, applicationDeleted }: Called,
  gone: string,
): Html {
  if (called === undefined) return html`<code>${id}</code> ${gone}`;
  if (applicationDeleted) return html`${name(called)} ${gone}`;
  return html`<a class="action" href="/admin/applications/${id}">${name(called)}</a>`;
}

type Called = Pick<AuditedEvent, "applicationName" | "applicationDeleted">;
