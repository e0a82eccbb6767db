import { type AuditEventName, type AuditedEvent, isAuditEvent } from "../../../domain/audit.ts";
import type { Texts } from "../../languages/texts.ts";
import { type Meaning, tag } from "../banner.ts";
import { type Html, html, type Printable } from "../html.ts";
import { type Column, cut, networkAddress, number, table } from "../list.ts";
import { name } from "../phrase.ts";
import { logged, zone } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { visibleText } from "../visible-text.ts";
import { detailsInWords, type Worded } from "./event-words.ts";

/** `sort` makes the first column one that sorts the table. */
export function eventTable(
  viewer: Viewer,
  events: readonly AuditedEvent[],
  now: number,
  sort: Pick<Exclude<Column, string>, "href" | "sorted"> = {},
): Html {
  const { title, columns } = viewer.frame.texts.audit;
  const { when, what, who, user: whom, application, address } = columns;
  const hasApplications = events.some(concernsAnother);
  const rows = table(
    title,
    [
      { text: when, unit: zone(viewer.frame.texts), ...sort },
      what,
      who,
      whom,
      ...(hasApplications ? [application] : []),
      address,
    ],
    runsOf(events).map((one) => row(viewer, one, now, hasApplications)),
  );
  return html`<div class="events">${rows}</div>`;
}

type Run = {
  readonly event: AuditedEvent;
  readonly times: number;
  /** The last one in the order of the list. */
  readonly last: AuditedEvent;
};

/** Sign-ins that follow one another, by the same user in the same way, are one row. */
function runsOf(events: readonly AuditedEvent[]): readonly Run[] {
  const runs: Run[] = [];
  for (const event of events) {
    const before = runs.at(-1);
    if (before !== undefined && repeats(before.event, event)) {
      runs[runs.length - 1] = { ...before, times: before.times + 1, last: event };
    } else {
      runs.push({ event, times: 1, last: event });
    }
  }
  return runs;
}

function repeats(one: AuditedEvent, another: AuditedEvent): boolean {
  return (
    one.name === "user.signed-in" &&
    another.name === one.name &&
    another.actor === one.actor &&
    another.userId === one.userId &&
    another.address === one.address &&
    another.details?.["authenticated"] === one.details?.["authenticated"]
  );
}

/** The user or application that acted is not named again as the one affected. */
function row(
  { frame }: Viewer,
  { event, times, last }: Run,
  now: number,
  hasApplications: boolean,
): readonly Printable[] {
  const { audit: texts, dates } = frame.texts;
  const { actor: by, userId, address } = event;
  const [first, latest] = [event.at, last.at].toSorted((a, b) => a - b);
  return [
    html`<a class="action" href="/admin/audit/${event.id}">${logged(dates, event.at, now)}</a>`,
    html`${meant(event, texts)}${times > 1 && html` ×${number({ texts: frame.texts }, times)} <small>${logged(dates, first ?? 0, now)} – ${logged(dates, latest ?? 0, now)}</small>`}${details(event, frame.texts)}`,
    actor(event, texts),
    by !== `user:${userId}` && affected(event, texts),
    ...(hasApplications ? [concernsAnother(event) && application(event, texts)] : []),
    address && networkAddress(address),
  ];
}

function concernsAnother({ actor: by, applicationId }: AuditedEvent): boolean {
  return applicationId !== undefined && by !== `application:${applicationId}`;
}

/** What may be an attack, or took something away, is marked. */
function meant(event: AuditedEvent, texts: Texts["audit"]): Printable {
  const said = happened(event, texts);
  const meaning = meanings[event.name as AuditEventName];
  return meaning === undefined ? said : tag(meaning, said);
}

const meanings: Readonly<Partial<Record<AuditEventName, Meaning>>> = {
  "user.sign-in-failed": "soon",
  "user.code-failed-repeatedly": "soon",
  "passkey.clone-suspected": "soon",
  "user.suspended": "now",
  "user.deleted": "now",
  "application.suspended": "now",
  "application.deleted": "now",
  "admin.granted": "information",
  "admin.revoked": "information",
  "setting.changed": "information",
  "keys.rotated": "information",
  "database.restored": "information",
  "database.exported": "information",
};

/** An event's page has all of them. */
const maxDetails = 3;

function details(event: AuditedEvent, texts: Texts): Html | undefined {
  const { language } = texts;
  const all = detailsInWords(event, texts);
  if (all.length === 0) return undefined;
  const first = all
    .slice(0, maxDetails)
    .map(([label, value], at) => html`${at > 0 && " · "}${worded(label)}: ${worded(value)}`);
  const whole = all.map(([label, value]) => `${label.text}: ${visibleText(value.text)}`);
  return html` <small><bdi dir="${language.direction}" title="${whole.join(" · ")}">${first}${all.length > maxDetails && " · …"}</bdi></small>`;
}

/** A list cuts a long name. */
function whole(text: string): Html {
  const shown = visibleText(text);
  return html`<bdi title="${shown}">${shown}</bdi>`;
}

export function happened({ name }: AuditedEvent, texts: Texts["audit"]): Printable {
  return eventName(name, texts);
}

export function eventName(event: string, texts: Texts["audit"]): Printable {
  return isAuditEvent(event) ? texts.happened[event] : html`${texts.other} <code>${event}</code>`;
}

export function affected(
  { userId, userScreenName }: AuditedEvent,
  { gone }: Texts["audit"],
): Html | undefined {
  return userId && whom(userId, userScreenName, gone);
}

export function application(event: AuditedEvent, { gone }: Texts["audit"]): Html | undefined {
  return event.applicationId && which(event.applicationId, event, gone);
}

export function worded({ text, isOurs }: Worded): Html {
  return isOurs ? html`${text}` : name(text);
}

export function actor(
  event: Called & Pick<AuditedEvent, "actor" | "actorScreenName" | "applicationId">,
  { actors, gone }: Texts["audit"],
): Html {
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
  if (screenName === undefined) return unnamed(id, gone);
  return html`<a class="action" href="/admin/users/${id}">${whole(`@${screenName}`)}</a>`;
}

function which(
  id: string,
  { applicationName: called, applicationDeleted }: Called,
  gone: string,
): Html {
  if (called === undefined) return unnamed(id, gone);
  if (applicationDeleted) return cut(whole(called), gone);
  return html`<a class="action" href="/admin/applications/${id}">${whole(called)}</a>`;
}

function unnamed(id: string, gone: string): Html {
  return cut(html`<code title="${id}">${id}</code>`, gone);
}

type Called = Pick<AuditedEvent, "applicationName" | "applicationDeleted">;
