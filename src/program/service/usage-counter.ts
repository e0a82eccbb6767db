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
import type { UsageCounts } from "../../domain/ports/usage.ts";
import {
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

type NamedCount = UsageCount & { readonly consumerKey: ConsumerKey };

export function openUsageCounter(ledger: UsageCounts): WrittenUsageCounter {
  let minute = 0;
  let counted = new Map<ApplicationId | undefined, Map<UsageKind, number>>();
  const waiting = new Map<string, UsageRow>();
  const named = new Map<string, NamedCount>();
  const rejections = new Map<UsageKind, number>();
  const tokens = new Map<AccessToken, number>();
  let writing: Promise<void> = Promise.resolve();

  return {
    add({ applicationId, namedKey, rejection, authenticated, issued, at }) {
      const kind: UsageKind =
        rejection === undefined
          ? "verified"
          : `${authenticated ? "rejected" : "unauthenticated"} ${rejection.row.code}`;
      count(applicationId, kind, at);
      if (issued) count(applicationId, "issued", at);
      if (namedKey !== undefined) countNamed(namedKey, kind, at);
    },

    count: (kind, now) => count(undefined, kind, now),

    rejections() {
      settle();
      return rejections;
    },

    used(token, day) {
      if (tokens.size < maxWaiting) tokens.set(token, day);
    },

    async usageOf(of, resolution, since) {
      // Until a write resolves, its rows are here and may be in the database as well.
      await writing.catch(() => {});
      await resolveNamed();
      const sums = new Map<string, UsageCount>();
      for (const one of await ledger.usageOf(of, resolution, since)) add(sums, nameOf(one), one);
      settle();
      for (const { at, kind, count, ...row } of waiting.values()) {
        if (row.of !== of || row.resolution !== resolution || at < since) continue;
        add(sums, nameOf({ at, kind }), { at, kind, count });
      }
      return [...sums.values()].sort(
        (one, other) => one.at - other.at || (one.kind < other.kind ? -1 : 1),
      );
    },

    async requestsOf(applications, resolution, since) {
      await writing.catch(() => {});
      await resolveNamed();
      const sums = new Map(await ledger.requestsOf(applications, resolution, since));
      settle();
      const asked = new Set<UsageOf>(applications);
      for (const { of, kind, count, ...row } of waiting.values()) {
        if (of === "service" || !asked.has(of) || kind === "issued") continue;
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

  function count(applicationId: ApplicationId | undefined, kind: UsageKind, now: number): void {
    const current = Math.floor(now / minuteMs);
    if (current !== minute) settle();
    minute = current;
    let counts = counted.get(applicationId);
    if (counts === undefined) {
      counts = new Map();
      counted.set(applicationId, counts);
    }
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }

  /** There may be no such key: it is looked up later. */
  function countNamed(consumerKey: string, kind: UsageKind, now: number): void {
    if (!isConsumerKey(consumerKey)) return;
    const at = Math.floor(now / minuteMs) * minuteMs;
    const name = `${consumerKey} ${nameOf({ at, kind })}`;
    if (named.size >= maxNamed && !named.has(name)) return;
    const hadRoom = named.size < maxNamed;
    add(named, name, { consumerKey, at, kind, count: 1 });
    // If this fails, the next write tries again.
    if (hadRoom && named.size === maxNamed) resolveNamed().catch(() => {});
  }

  function settle(): void {
    const at = minute * minuteMs;
    for (const [applicationId, counts] of counted) {
      for (const [kind, count] of counts) {
        if (rejectionOf(kind)) rejections.set(kind, (rejections.get(kind) ?? 0) + count);
        wait("service", { at, kind, count });
        if (applicationId !== undefined) wait(applicationId, { at, kind, count });
      }
    }
    counted = new Map();
  }

  /** Adds the count to those that wait for the next write, in each resolution that is kept for whom it counts. */
  function wait(of: UsageOf, { at, kind, count }: UsageCount): void {
    for (const { seconds, of: whose } of usageResolutions) {
      if (!whose.some((one) => (one === "service") === (of === "service"))) continue;
      const lasts = seconds * 1000;
      const row = { of, resolution: seconds, at: Math.floor(at / lasts) * lasts, kind, count };
      add(waiting, `${of} ${seconds} ${nameOf(row)}`, row);
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
      if (count !== undefined && applicationId !== undefined) wait(applicationId, count);
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

function nameOf({ at, kind }: Pick<UsageCount, "at" | "kind">): string {
  return `${at} ${kind}`;
}

/** Rows are replaced and never changed, because a write may hold one. */
function add<Row extends UsageCount>(sums: Map<string, Row>, name: string, row: Row): void {
  const before = sums.get(name);
  sums.set(name, before === undefined ? row : { ...row, count: before.count + row.count });
}

/** Counts that came in during the write wait for the next one. */
function subtract(sums: Map<string, UsageRow>, name: string, count: number): void {
  const row = sums.get(name);
  if (row === undefined) return;
  if (row.count === count) sums.delete(name);
  else sums.set(name, { ...row, count: row.count - count });
}

function* chunksOf<One>(all: readonly One[]): Generator<readonly One[]> {
  for (let from = 0; from < all.length; from += rowsInOneWrite) {
    yield all.slice(from, from + rowsInOneWrite);
  }
}
