import { type AuditedEvent, isAuditEvent } from "../../../domain/audit.ts";
import type { Texts } from "../../languages/texts.ts";
import { type Html, html, type Printable } from "../html.ts";
import { networkAddress, table } from "../list.ts";
import { name } from "../phrase.ts";
import { second } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { detailsInWords, type Worded } from "./event-words.ts";

export function eventTable(viewer: Viewer, events: readonly AuditedEvent[]): Html {
  const { title, columns } = viewer.frame.texts.audit;
  const { when, what, who, user: whom, application, address } = columns;
  const rows = table(
    title,
    [when, what, who, whom, application, address],
    events.map((one) => row(viewer, one)),
  );
  return html`<div class="events">${rows}</div>`;
}

function row({ frame }: Viewer, event: AuditedEvent): readonly Printable[] {
  const { audit: texts, dates } = frame.texts;
  return [
    html`<a class="action" href="/admin/audit/${event.id}">${second(dates, event.at)}</a>`,
    html`${happened(event, texts)}${details(event, frame.texts)}`,
    actor(event, texts),
    affected(event, texts),
    application(event, texts),
    event.address && networkAddress(event.address),
  ];
}

function details(event: AuditedEvent, texts: Texts): readonly Html[] {
  return detailsInWords(event, texts).map(
    ([label, value]) => html` <small>${shown(label)}: ${shown(value)}</small>`,
  );
}

export function happened({ name: event }: AuditedEvent, texts: Texts["audit"]): Printable {
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

export function shown({ text, isOurs }: Worded): Html {
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
  return screenName === undefined
    ? html`<code>${id}</code> ${gone}`
    : html`<a class="action" href="/admin/users/${id}">${name(`@${screenName}`)}</a>`;
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
