import type { AuditedEvent } from "../../domain/audit.ts";
import type { EventFilter } from "../../domain/operating.ts";
import type { AuditLog } from "../../domain/ports/audit-log.ts";
import type { Slice } from "../../domain/slice.ts";

/** There are at most as many events as IDs, and reading this many takes a few milliseconds. */
const idsInSpan = 20_000;

/**
 * A page of `eventsBy`. An index finds the events of one condition. With more conditions, all of these events are read,
 * in spans of IDs. `pause` lets other requests run, or throws.
 */
export async function eventsInSpans(
  ledger: Pick<AuditLog, "eventsBy">,
  filter: EventFilter,
  { after, size }: Slice,
  pause: () => Promise<void>,
  span = idsInSpan,
): Promise<readonly AuditedEvent[]> {
  const { from, before, oldestFirst, ...conditions } = filter;
  const isIndexed = Object.keys(conditions).length <= 1 && !conditions.changesOnly;
  if (isIndexed) return ledger.eventsBy(filter, { after, size });
  const times = { ...(from !== undefined && { from }), ...(before !== undefined && { before }) };
  const one = { after: undefined, size: 1 };
  const [newest] = await ledger.eventsBy(times, one);
  const [oldest] = await ledger.eventsBy({ ...times, oldestFirst: true }, one);
  if (newest === undefined || oldest === undefined) return [];
  const [low, high] = [Number(oldest.id), Number(newest.id)];
  const events: AuditedEvent[] = [];
  let at = oldestFirst
    ? Math.max(low - 1, Number(after ?? 0))
    : Math.min(high + 1, Number(after ?? high + 1));
  while (events.length < size && (oldestFirst ? at < high : at > low)) {
    const next = oldestFirst ? Math.min(at + span, high) : Math.max(at - span, low);
    const inSpan = { ...conditions, ...(oldestFirst && { oldestFirst }), upTo: String(next) };
    const page = { after: String(at), size: size - events.length };
    events.push(...(await ledger.eventsBy(inSpan, page)));
    at = next;
    await pause();
  }
  return events;
}
