/**
 * The rate limiter of a cluster: a table per window, a row per counted key. All counts of a node within one turn
 * of the event loop are one statement, which adds them up and returns the new sums. Each request therefore
 * knows its own position, and all nodes together admit exactly as many as the limit allows. The tables of windows
 * up to a day are unlogged: a crash of PostgreSQL forgets their counts (docs/adr/0028-the-postgresql-engine.md).
 */
import { createHmac, hash } from "node:crypto";
import { hourMs } from "../../domain/day.ts";
import {
  endOfWindow,
  isLong,
  type WindowLength,
  windowNumber,
} from "../../domain/limit-windows.ts";
import {
  countedBy,
  defaultRateLimits,
  type LimitName,
  limits,
  type RemainingQuota,
  windowMsOf,
} from "../../domain/limits.ts";
import type { Metered, RateLimiter } from "../../domain/ports/rate-limiter.ts";
import { inBatches } from "./batches.ts";
import type { Connections } from "./connections.ts";
import { advisoryLocks } from "./locks.ts";
import { openWindowedTables, type TableKind, tableOf } from "./windowed-tables.ts";

export type PostgresRateLimiter = RateLimiter<never> & {
  /** Drops the counts of windows that have passed both at `now` and by PostgreSQL's clock. */
  sweep(now: number): Promise<void>;
};

const countTables: TableKind = {
  store: "the rate limiter",
  prefix: "limit",
  lock: advisoryLocks.limits,
  unlogged: true,
  columns: "(key uuid primary key, counted integer not null) with (fillfactor = 50)",
  companions: `create table if not exists limit_seed (seed uuid not null);
    if not exists (select from limit_seed) then insert into limit_seed values (gen_random_uuid()); end if;`,
  // For clocks that are behind.
  keptWindows: 1,
};

/** For clocks that are behind: another whole month would double the rows. */
const behindMs = hourMs;

/** A crash may not give anyone another month. */
const longTables: TableKind = {
  store: "the rate limiter",
  prefix: "limitlong",
  lock: advisoryLocks.limits,
  columns: countTables.columns,
  companions: "",
  keptWindows: 0,
  endOf: (number) => `part[1]::numeric * (${number} + 1) + ${behindMs}`,
};

/** The length in a table's name is 1 month. */
const monthTables: TableKind = {
  ...longTables,
  prefix: "limitmonth",
  endOf: (number) =>
    `extract(epoch from timestamp '1970-01-01' + make_interval(months => (${number} + 1)::integer)) * 1000 + ${behindMs}`,
};

/**
 * Anonymous callers can bring any number of keys, so theirs share this many counts, by a hash that no one outside can
 * compute.
 */
const sharedCounts = 4_194_304;

/** Creates what it needs in the database. Throws `StoreFailure`. */
export async function openPostgresRateLimiter(
  connections: Connections,
  boundMs: number,
  limitOf: Readonly<Record<LimitName, number>> = defaultRateLimits(),
): Promise<PostgresRateLimiter> {
  const short = await openCounts(countTables, connections, boundMs);
  const long = await openCounts(longTables, connections, boundMs);
  const months = await openCounts(monthTables, connections, boundMs);
  const seed = await short.ask(boundMs, async (one) => {
    const [row] = await one.rows<[string]>("select seed::text from limit_seed", []);
    return row?.[0] ?? "";
  });

  return {
    async hit(limit, key, now, { allowed = allowedBy(limit), weight = 1, length } = {}) {
      const { counts, place, end } = at(limit, key, now, length);
      return quota(end, allowed, await counts.add({ ...place, weight }));
    },
    async forgive(limit, key, now, { weight = 1, length } = {}) {
      const { counts, place } = at(limit, key, now, length);
      await counts.forgive({ ...place, weight });
    },
    async quota(limit, key, now, { allowed = allowedBy(limit), length } = {}) {
      const { counts, place, end } = at(limit, key, now, length);
      return quota(end, allowed, await counts.look(place));
    },
    async sweep(now) {
      for (const { sweep } of [short, long, months]) await sweep(now);
    },
  };

  function allowedBy(limit: Metered): number {
    return typeof limit === "string" ? limitOf[limit] : limit.windows[0].limit;
  }

  function at(limit: Metered, key: string, now: number, length = lengthOf(limit)) {
    const { per } = typeof limit === "string" ? limits[limit] : limit;
    const name = `${typeof limit === "string" ? limit : limit.name} ${key}`;
    const number = windowNumber(length, now);
    const counts = isLong(length) ? (length === "month" ? months : long) : short;
    const place: Place = {
      table: tableOf(counts.kind, length === "month" ? 1 : length, number),
      key: countedBy[per].keysOfAnonymous ? shared(name) : digest(name),
      weight: 1,
    };
    return { counts, place, end: endOfWindow(length, number) };
  }

  function shared(name: string): string {
    const place = createHmac("sha256", seed).update(name).digest().readUInt32LE(0) % sharedCounts;
    return place.toString(16).padStart(32, "0");
  }
}

/** The counts in the tables of one kind. */
async function openCounts(kind: TableKind, connections: Connections, boundMs: number) {
  const { ask, run, sweep } = await openWindowedTables(kind, connections, boundMs);
  return {
    kind,
    ask,
    sweep,
    add: inBatches<Place, number>(addAll, { boundMs }),
    forgive: inBatches<Place, undefined>(forgiveAll, { boundMs }),
    look: inBatches<Place, number>(lookAt, { boundMs }),
  };

  /** The position of each item: the first of three that brought a count to 9 is the seventh. */
  async function addAll(all: readonly Place[], withinMs: number): Promise<readonly number[]> {
    const places = await onCounts(
      all,
      withinMs,
      (table, at) => `insert into ${table} as count (key, counted)
        select * from unnest($${at}::uuid[], $${at + 1}::integer[])
        on conflict (key) do update set counted = count.counted + excluded.counted
        returning '${table}', key, counted`,
    );
    for (const one of all) places.set(nameOf(one), (places.get(nameOf(one)) ?? 0) - one.weight);
    return all.map((one) => {
      const place = (places.get(nameOf(one)) ?? 0) + one.weight;
      places.set(nameOf(one), place);
      return place;
    });
  }

  async function forgiveAll(all: readonly Place[], withinMs: number): Promise<undefined[]> {
    await onCounts(
      all,
      withinMs,
      (table, at) => `update ${table} as count
        set counted = greatest(count.counted - taken.weight, 0)
        from unnest($${at}::uuid[], $${at + 1}::integer[]) as taken(key, weight)
        where count.key = taken.key returning '${table}', count.key, counted`,
    );
    return all.map(() => undefined);
  }

  async function lookAt(all: readonly Place[], withinMs: number): Promise<readonly number[]> {
    const sums = await onCounts(
      all,
      withinMs,
      (table, at) => `select '${table}', key, counted from ${table}
        where key = any($${at}::uuid[]) and $${at + 1}::integer[] is not null`,
    );
    return all.map((one) => sums.get(nameOf(one)) ?? 0);
  }

  /** The counts by their names. A statement has the keys and their weights as parameters. */
  async function onCounts(
    all: readonly Place[],
    withinMs: number,
    sqlFor: (table: string, at: number) => string,
  ): Promise<Map<string, number>> {
    const parts = [...Map.groupBy(all, ({ table }) => table)].map(([table, places]) => {
      const weights = new Map<string, number>();
      for (const { key, weight } of places) weights.set(key, (weights.get(key) ?? 0) + weight);
      const keys = [...weights.keys()].sort();
      return { table, arrays: [keys, keys.map((key) => weights.get(key))] };
    });
    const { rows } = await run<[string, string, number]>(parts, withinMs, sqlFor);
    return new Map(
      rows.map(([table, uuid, sum]) => [nameOf({ table, key: uuid.replaceAll("-", "") }), sum]),
    );
  }
}

interface Place {
  /** The table of the current window. */
  readonly table: string;
  /** Formatted as a `uuid`, PostgreSQL's 16-byte type. */
  readonly key: string;
  readonly weight: number;
}

function nameOf({ table, key }: Pick<Place, "table" | "key">): string {
  return `${table} ${key}`;
}

function digest(name: string): string {
  return hash("sha256", name).slice(0, 32);
}

function lengthOf(limit: Metered): WindowLength {
  return typeof limit === "string" ? windowMsOf(limit) : limit.windows[0].length;
}

function quota(end: number, allowed: number, count: number): RemainingQuota {
  return {
    limit: allowed,
    remaining: Math.max(allowed - count, 0),
    resetAt: Math.ceil(end / 1000),
    admitted: count <= allowed,
  };
}
