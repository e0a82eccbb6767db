/** No index helps to search the audit log for any text, so it reads a bounded number of events. */

import type { AuditedEvent } from "../../domain/audit.ts";
import { isAuditEvent } from "../../domain/audit.ts";
import { folded } from "../../domain/folded-text.ts";
import type { EventFilter } from "../../domain/operating.ts";
import type { AuditLog } from "../../domain/ports/audit-log.ts";
import type { Slice } from "../../domain/slice.ts";
import type { Texts } from "../../pages/languages/texts.ts";
import { detailsInWords } from "../../pages/views/admin/event-words.ts";
import { eventsInSpans } from "../actions/events-in-spans.ts";

export interface FoundEvents {
  readonly events: readonly AuditedEvent[];
  readonly after?: string;
  /** The search stopped after the event of this time (milliseconds since the epoch), before the page was full. */
  readonly searchedTo?: number;
}

/** A page reads this many events. */
export const maxSearched = 10_000;

/** Reads in the order of the filter, in steps between which other requests run. Without `matches`, all match. */
export async function findEvents(
  ledger: AuditLog,
  filter: EventFilter,
  { after, size }: Slice,
  matches: EventMatcher | undefined,
): Promise<FoundEvents> {
  const read = (page: Slice) => eventsInSpans(ledger, filter, page, nextTurn);
  if (matches === undefined) {
    return firstOf(await read({ after, size: size + 1 }), size);
  }
  const events: AuditedEvent[] = [];
  let last = after;
  for (let searched = step; ; searched += step) {
    const rows = await read({ after: last, size: step });
    events.push(...rows.filter(matches));
    const oldest = rows.at(-1);
    if (events.length > size || oldest === undefined || rows.length < step) {
      return firstOf(events, size);
    }
    last = oldest.id;
    if (searched >= maxSearched) {
      const [more] = await read({ after: last, size: 1 });
      return more === undefined ? { events } : { events, after: last, searchedTo: oldest.at };
    }
    await nextTurn();
  }
}

/** Lets other requests run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function firstOf(rows: readonly AuditedEvent[], size: number): FoundEvents {
  const events = rows.slice(0, size);
  const last = events.at(-1);
  return rows.length > size && last !== undefined ? { events, after: last.id } : { events };
}

const step = 500;

export type EventMatcher = (event: AuditedEvent) => boolean;

/**
 * Every word of `text` must occur, ignoring case and accents: in names, in the event's name and
 * sentence, in a detail or in the address. Returns undefined without a word.
 */
export function eventMatcher(text: string, texts: Texts): EventMatcher | undefined {
  const words = folded(text)
    .split(/\s+/)
    .filter((one) => one !== "");
  if (words.length === 0) return undefined;
  return (event) => {
    const said = folded(partsOf(event, texts).join("\n"));
    return words.every((one) => said.includes(one));
  };
}

function partsOf(event: AuditedEvent, texts: Texts): readonly string[] {
  const { name, actor, actorScreenName, userId, userScreenName, applicationName } = event;
  const { happened, actors } = texts.audit;
  const asUser = (screenName: string | undefined) =>
    screenName === undefined ? [] : [`@${screenName}`];
  return [
    name,
    ...(isAuditEvent(name) ? [happened[name]] : []),
    actor,
    ...(Object.hasOwn(actors, actor) ? [actors[actor as keyof typeof actors]] : []),
    ...asUser(actorScreenName),
    ...asUser(userScreenName),
    userId ?? "",
    event.applicationId ?? "",
    applicationName ?? "",
    event.address ?? "",
    ...Object.values(event.details ?? {}).map(String),
    // Labels occur too often to be useful in a search, except the name of a limit.
    ...detailsInWords(event, texts)
      .flat()
      .filter((part, at) => at % 2 === 1 || !part.isOurs)
      .map((part) => part.text),
  ];
}
