import { type AuditedEvent, isAuditEvent } from "../../../domain/audit.ts";
import type { Texts } from "../../languages/texts.ts";
import { type Html, html, type Printable } from "../html.ts";
import { networkAddress, table } from "../list.ts";
import { name } from "../phrase.ts";
import { moment } from "../time.ts";
import type { Viewer } from "../viewer.ts";
import { detailsInWords, type Worded } from "./event-words.ts";

export function eventTable(viewer: Viewer, events: readonly AuditedEvent[]): Html {
  const { title, columns } = viewer.frame.texts.audit;
  const { when, what, who, user: whom, application, address } = columns;
  return table(
    title,
    [when, what, who, whom, application, address],
    events.map((one) => row(viewer, one)),
  );
}

function row({ frame }: Viewer, event: AuditedEvent): readonly Printable[] {
  const { audit: texts, dates } = frame.texts;
  return [
    moment(dates, event.at),
    html`${isAuditEvent(event.name) ? texts.happened[event.name] : html`${texts.other} <code>${event.name}</code>`}${details(event, frame.texts)}`,
    actor(event, texts),
    event.userId && whom(event.userId, event.userScreenName, texts.gone),
    event.applicationId && which(event.applicationId, event, texts.gone),
    event.address && networkAddress(event.address),
  ];
}

function details(event: AuditedEvent, texts: Texts): readonly Html[] {
  return detailsInWords(event, texts).map(
    ([label, value]) => html`<br><small>${shown(label)}: ${shown(value)}</small>`,
  );
}

function shown({ text, isOurs }: Worded): Html {
  return isOurs ? html`${text}` : name(text);
}

function actor(event: AuditedEvent, { actors, gone }: Texts["audit"]): Html {
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
