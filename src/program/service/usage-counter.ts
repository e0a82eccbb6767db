/**
 * Counts usage in memory; `write` adds the counts to the database, about once a minute. So a request costs
 * only a lookup in a map, and a process that is killed loses the counts since the last write.
 */

import {
  type AccessToken,
  type ApplicationId,
  type ConsumerKey,
  isConsumerKey,
} from "../../domain/credentials.ts";
import { beginningOf, dayOf } from "../../domain/day.ts";
import { applicationLimitNames, type RemainingQuota } from "../../domain/limits.ts";
import type { UsageCounts } from "../../domain/ports/usage.ts";
import {
  type CountedResolution,
  combined,
  countsRequests,
  type UsageCount,
  type UsageCounter,
  type UsageKind,
  type UsageOf,
  type UsageRow,
  usageResolutions,
} from "../../domain/usage.ts";
import { rejectionOf } from "../../domain/usage-periods.ts";

export type WrittenUsageCounter = UsageCounter & {
  /** Counts that can't be written wait for the next time. */
  write(): Promise<void>;
};

/** Other writes wait meanwhile, so the number is small. */
const rowsInOneWrite = 200;

/** If the database can't be written to, the oldest rows beyond these are dropped. */
const maxWaiting = 100_000;

/**
 * Anonymous callers can name any consumer key, so at most this many counts wait until the keys are looked up: once a
 * minute, when a page shows usage, or when there is no more room. What has no room is counted for the service only.
 */
export const maxNamed = 2_000;

const minuteMs = 60_000;

/** Other limits count by the client's address or the account, so they are not near for an application. */
const ofApplications: ReadonlySet<string> = new Set(applicationLimitNames);

type NamedCount = UsageCount & { readonly consumerKey: ConsumerKey };

export function openUsageCounter(ledger: UsageCounts): WrittenUsageCounter {
  let minute = 0;
  let counted = new Map<ApplicationId | undefined, Map<string, Map<UsageKind, number>>>();
  const waiting = new Map<string, UsageRow>();
  const named = new Map<string, NamedCount>();
  const rejections = new Map<UsageKind, number>();
  const tokens = new Map<AccessToken, number>();
  let writing: Promise<void> = Promise.resolve();

  return {
    add(decided) {
      const { applicationId, namedKey, apiLimit, rejection, authenticated, issued, at } = decided;
      const operation = apiLimit ?? decided.operation;
      const kind: UsageKind =
        rejection === undefined
          ? "verified"
          : `${authenticated ? "rejected" : "unauthenticated"} ${rejection.row.code}`;
      const counts = countsOf(applicationId, operation, at);
      increment(counts, kind);
      if (issued) increment(counts, "issued");
      if (applicationId !== undefined && decided.quota !== undefined) {
        if (apiLimit !== undefined || ofApplications.has(operation)) peak(counts, decided.quota);
      }
      if (namedKey !== undefined) countNamed(namedKey, operation, kind, at);
    },

    count: (kind, now) => increment(countsOf(undefined, "", now), kind),

    rejections() {
      settle();
      return rejections;
    },

    used(token, day) {
      if (tokens.size < maxWaiting) tokens.set(token, day);
    },

    async usageOf(of, resolution, range) {
      const { since, until = Number.MAX_SAFE_INTEGER } = range;
      // Until a write resolves, its rows are here and may be in the database as well.
      await writing.catch(() => {});
      await resolveNamed();
      const sums = new Map<string, UsageCount>();
      for (const one of await ledger.usageOf(of, resolution, range)) {
        add(sums, nameOf(one), one);
      }
      settle();
      const isDays = resolution === 86_400;
      for (const { of: whose, resolution: counted, ...row } of waiting.values()) {
        if (whose !== of || counted !== (isDays ? 3600 : resolution)) continue;
        const one = isDays ? { ...row, at: beginningOf(dayOf(row.at)) } : row;
        if (one.at >= since && one.at < until) add(sums, nameOf(one), one);
      }
      return [...sums.values()].sort(
        (one, other) =>
          one.at - other.at ||
          (`${one.operation} ${one.kind}` < `${other.operation} ${other.kind}` ? -1 : 1),
      );
    },

    async hoursOf(applications, since) {
      await writing.catch(() => {});
      await resolveNamed();
      const uses = new Map(await ledger.hoursOf(applications, since));
      settle();
      const asked = new Set<UsageOf>(applications);
      for (const { of, resolution, ...row } of waiting.values()) {
        if (of === "service" || !asked.has(of) || resolution !== 3600 || row.at < since) continue;
        uses.set(of, [...(uses.get(of) ?? []), row]);
      }
      return uses;
    },

    async requestsOf(applications, resolution, since) {
      await writing.catch(() => {});
      await resolveNamed();
      const sums = new Map(await ledger.requestsOf(applications, resolution, since));
      settle();
      const asked = new Set<UsageOf>(applications);
      for (const { of, kind, count, ...row } of waiting.values()) {
        if (of === "service" || !asked.has(of) || !countsRequests(kind)) continue;
        if (row.resolution !== resolution || row.at < since) continue;
        sums.set(of, (sums.get(of) ?? 0) + count);
      }
      return sums;
    },

    write() {
      writing = writing.catch(() => {}).then(writeAll);
      return writing;
    },
  };

  function countsOf(
    applicationId: ApplicationId | undefined,
    operation: string,
    now: number,
  ): Map<UsageKind, number> {
    const current = Math.floor(now / minuteMs);
    if (current !== minute) settle();
    minute = current;
    let operations = counted.get(applicationId);
    if (operations === undefined) {
      operations = new Map();
      counted.set(applicationId, operations);
    }
    let counts = operations.get(operation);
    if (counts === undefined) {
      counts = new Map();
      operations.set(operation, counts);
    }
    return counts;
  }

  /** There may be no such key: it is looked up later. */
  function countNamed(consumerKey: string, operation: string, kind: UsageKind, now: number): void {
    if (!isConsumerKey(consumerKey)) return;
    const at = Math.floor(now / minuteMs) * minuteMs;
    const name = `${consumerKey} ${nameOf({ at, operation, kind })}`;
    if (named.size >= maxNamed && !named.has(name)) return;
    const hadRoom = named.size < maxNamed;
    add(named, name, { consumerKey, at, operation, kind, count: 1 });
    // If this fails, the next write tries again.
    if (hadRoom && named.size === maxNamed) resolveNamed().catch(() => {});
  }

  function settle(): void {
    const at = minute * minuteMs;
    for (const [applicationId, operations] of counted) {
      for (const [operation, counts] of operations) {
        for (const [kind, count] of counts) {
          if (rejectionOf(kind)) rejections.set(kind, (rejections.get(kind) ?? 0) + count);
          if (kind !== "peak") wait("service", { at, operation, kind, count });
          if (applicationId !== undefined) wait(applicationId, { at, operation, kind, count });
        }
      }
    }
    counted = new Map();
  }

  /** Adds the count to those that wait for the next write, in each resolution that is kept for whom it counts. */
  function wait(of: UsageOf, { at, ...count }: UsageCount): void {
    for (const resolution of of === "service" ? ofService : ofApplication) {
      const lasts = resolution * 1000;
      const row = { of, resolution, at: Math.floor(at / lasts) * lasts, ...count };
      add(waiting, `${of} ${resolution} ${nameOf(row)}`, row);
    }
    for (const name of waiting.keys()) {
      if (waiting.size <= maxWaiting) break;
      waiting.delete(name);
    }
  }

  async function resolveNamed(): Promise<void> {
    if (named.size === 0) return;
    const names = [...named];
    const keys = new Set(names.map(([, { consumerKey }]) => consumerKey));
    const found = await ledger.applicationIds([...keys]);
    for (const [name, { consumerKey }] of names) {
      // It may have grown, or another call was first.
      const count = named.get(name);
      named.delete(name);
      const applicationId = found.get(consumerKey);
      if (count === undefined || applicationId === undefined) continue;
      const { consumerKey: _, ...row } = count;
      wait(applicationId, row);
    }
  }

  async function writeAll(): Promise<void> {
    await resolveNamed();
    settle();
    for (const chunk of chunksOf([...waiting])) {
      await ledger.addUsage(chunk.map(([, row]) => row));
      for (const [name, { count }] of chunk) subtract(waiting, name, count);
    }
    for (const [day, ofDay] of Map.groupBy(tokens, ([, on]) => on)) {
      for (const chunk of chunksOf(ofDay.map(([token]) => token))) {
        await ledger.touchAccessTokens(chunk, day);
        for (const token of chunk) if (tokens.get(token) === day) tokens.delete(token);
      }
    }
  }
}

const ofService: readonly CountedResolution[] = resolutionsOf("service");
const ofApplication: readonly CountedResolution[] = resolutionsOf("application");

function resolutionsOf(whose: "service" | "application"): readonly CountedResolution[] {
  const recent = usageResolutions.filter(({ of }) => of.some((one) => one === whose));
  return [...recent.map(({ seconds }) => seconds), 3600];
}

function increment(counts: Map<UsageKind, number>, kind: UsageKind): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** 100 only if nothing remains. */
function peak(counts: Map<UsageKind, number>, { limit, remaining }: RemainingQuota): void {
  const percent = limit > 0 ? Math.floor((100 * (limit - remaining)) / limit) : 100;
  if (percent > (counts.get("peak") ?? 0)) counts.set("peak", percent);
}

function nameOf({ at, operation, kind }: Omit<UsageCount, "count">): string {
  return `${at} ${operation} ${kind}`;
}

/** Rows are replaced and never changed, because a write may hold one. */
function add<Row extends UsageCount>(sums: Map<string, Row>, name: string, row: Row): void {
  const before = sums.get(name);
  sums.set(
    name,
    before === undefined ? row : { ...row, count: combined(row.kind, before.count, row.count) },
  );
}

/** Counts that came in during the write wait for the next one. A peak that became higher does too. */
function subtract(sums: Map<string, UsageRow>, name: string, count: number): void {
  const row = sums.get(name);
  if (row === undefined) return;
  if (row.count === count) sums.delete(name);
  else if (row.kind !== "peak") sums.set(name, { ...row, count: row.count - count });
}

function* chunksOf<One>(all: readonly One[]): Generator<readonly One[]> {
  for (let from = 0; from < all.length; from += rowsInOneWrite) {
    yield all.slice(from, from + rowsInOneWrite);
  }
}
