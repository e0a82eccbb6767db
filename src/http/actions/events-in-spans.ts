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
  if (isIndexed(filter)) return ledger.eventsBy(filter, { after, size });
  const { from: _, before: __, ...conditions } = filter;
  const events: AuditedEvent[] = [];
  for await (const { after: at, upTo } of spansOf(ledger, filter, after, span)) {
    const page = { after: at, size: size - events.length };
    events.push(...(await ledger.eventsBy({ ...conditions, upTo }, page)));
    await pause();
    if (events.length >= size) break;
  }
  return events;
}

export interface Period {
  readonly from: number;
  readonly before: number;
}

/** No period is counted further than this. */
export const maxCounted = 1_000;

/** So many spans are counted; events before them are not. */
const maxSpans = 50;

export interface PeriodCount {
  readonly count: number;
  /** There may be more, which were not counted. */
  readonly orMore: boolean;
}

/** How many events of each period match. The periods are in the order of time; the last ones are counted first. */
export async function countsInPeriods(
  ledger: Pick<AuditLog, "eventsBy" | "countEvents">,
  filter: EventFilter,
  periods: readonly Period[],
  pause: () => Promise<void>,
  span = idsInSpan,
): Promise<readonly PeriodCount[]> {
  const { from: _, before: __, oldestFirst: ___, ...conditions } = filter;
  const counts: PeriodCount[] = [];
  let spans = 0;
  for (const period of periods.toReversed()) {
    let count = 0;
    if (isIndexed(conditions)) {
      const page = { after: undefined, size: maxCounted };
      count = await ledger.countEvents({ ...conditions, ...period }, page);
      await pause();
    } else if (spans < maxSpans) {
      for await (const { after, upTo } of spansOf(ledger, period, undefined, span)) {
        const page = { after, size: maxCounted - count };
        count += await ledger.countEvents({ ...conditions, upTo }, page);
        spans += 1;
        await pause();
        if (count >= maxCounted || spans >= maxSpans) break;
      }
    }
    counts.unshift({ count, orMore: count >= maxCounted || spans >= maxSpans });
  }
  return counts;
}

function isIndexed({ from: _, before: __, oldestFirst: ___, ...conditions }: EventFilter): boolean {
  const { changesOnly, names, access } = conditions;
  const isByIndex = changesOnly === undefined && names === undefined && access === undefined;
  return isByIndex && Object.keys(conditions).length <= 1;
}

/** The spans of IDs between two times, in the order of the filter. */
async function* spansOf(
  ledger: Pick<AuditLog, "eventsBy">,
  { from, before, oldestFirst }: EventFilter,
  after: string | undefined,
  span: number,
): AsyncGenerator<{ readonly after: string; readonly upTo: string }> {
  const times = { ...(from !== undefined && { from }), ...(before !== undefined && { before }) };
  const one = { after: undefined, size: 1 };
  const [newest] = await ledger.eventsBy(times, one);
  const [oldest] = await ledger.eventsBy({ ...times, oldestFirst: true }, one);
  if (newest === undefined || oldest === undefined) return;
  const [low, high] = [Number(oldest.id), Number(newest.id)];
  let at = oldestFirst
    ? Math.max(low - 1, Number(after ?? 0))
    : Math.min(high + 1, Number(after ?? high + 1));
  while (oldestFirst ? at < high : at > low) {
    const next = oldestFirst ? Math.min(at + span, high) : Math.max(at - span, low);
    yield { after: String(at), upTo: String(next) };
    at = next;
  }
}
