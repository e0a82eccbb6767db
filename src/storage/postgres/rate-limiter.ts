/**
 * The rate limiter of a cluster: a table per window, a row per counted key. All counts of a node within one turn
 * of the event loop are one statement, which adds them up and returns the new sums. Each request therefore
 * knows its own position, and all nodes together admit exactly as many as the limit allows. The tables are
 * unlogged: a crash of PostgreSQL forgets the counts of the current windows
 * (docs/adr/0028-the-postgresql-engine.md).
 */
import { createHmac, hash } from "node:crypto";
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
import type { Connection, Connections } from "./connections.ts";
import { advisoryLocks } from "./locks.ts";
import { isDeadlock, isMissingTable, onConnection } from "./statements.ts";

export type PostgresRateLimiter = RateLimiter<never> & {
  /** Drops the counts of windows that have passed both at `now` and by PostgreSQL's clock. */
  sweep(now: number): Promise<void>;
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
  const asking = <T>(withinMs: number, use: (connection: Connection) => Promise<T>) =>
    onConnection(connections, withinMs, "the rate limiter", use);
  const seed = await asking(boundMs, async (one) => {
    await one.run(preparing);
    const [row] = await one.rows<[string]>("select seed::text from rate_seed", []);
    return row?.[0] ?? "";
  });
  const addOne = inBatches<Place, number>(addAll, { boundMs });
  const forgiveOne = inBatches<Place, undefined>(forgiveAll, { boundMs });
  const lookOne = inBatches<Place, number>(lookAt, { boundMs });

  return {
    async hit(limit, key, now, { allowed = allowedBy(limit), weight = 1 } = {}) {
      const place = { ...placeOf(limit, key, now), weight };
      return quota(limit, now, allowed, await addOne(place));
    },
    async forgive(limit, key, now) {
      await forgiveOne(placeOf(limit, key, now));
    },
    async quota(limit, key, now, { allowed = allowedBy(limit) } = {}) {
      return quota(limit, now, allowed, await lookOne(placeOf(limit, key, now)));
    },
    async sweep(now) {
      if (!Number.isSafeInteger(now)) return;
      await asking(boundMs, (one) => one.run(dropping(now)));
    },
  };

  function allowedBy(limit: Metered): number {
    return typeof limit === "string" ? limitOf[limit] : limit.limit;
  }

  function placeOf(limit: Metered, key: string, now: number): Place {
    const { per } = typeof limit === "string" ? limits[limit] : limit;
    const name = `${typeof limit === "string" ? limit : limit.name} ${key}`;
    return {
      table: tableOf(limit, now),
      key: countedBy[per].keysOfAnonymous ? shared(name) : digest(name),
      weight: 1,
    };
  }

  function shared(name: string): string {
    const place = createHmac("sha256", seed).update(name).digest().readUInt32LE(0) % sharedCounts;
    return place.toString(16).padStart(32, "0");
  }

  /** The position of each item: the first of three that brought a count to 9 is the seventh. */
  async function addAll(all: readonly Place[], withinMs: number): Promise<readonly number[]> {
    const sums = await onCounts(
      all,
      withinMs,
      (table, at) => `insert into ${table} as count (key, counted)
        select * from unnest($${at}::uuid[], $${at + 1}::integer[])
        on conflict (key) do update set counted = count.counted + excluded.counted
        returning key, counted`,
    );
    const places = new Map([...sums].map(([name, { sum, times }]) => [name, sum - times]));
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
      (
        table,
        at,
      ) => `update ${table} as count set counted = greatest(count.counted - taken.times, 0)
        from unnest($${at}::uuid[], $${at + 1}::integer[]) as taken(key, times)
        where count.key = taken.key returning count.key, counted`,
    );
    return all.map(() => undefined);
  }

  async function lookAt(all: readonly Place[], withinMs: number): Promise<readonly number[]> {
    const sums = await onCounts(
      all,
      withinMs,
      (table, at) =>
        `select key, counted from ${table} where key = any($${at}::uuid[]) and $${at + 1}::integer[] is not null`,
    );
    return all.map((one) => sums.get(nameOf(one))?.sum ?? 0);
  }

  /** Each key once, always in the same order, so that nodes do not deadlock. */
  async function onCounts(
    all: readonly Place[],
    withinMs: number,
    statementOn: (table: string, at: number) => string,
  ): Promise<ReadonlyMap<string, { sum: number; times: number }>> {
    const until = performance.now() + withinMs;
    const byTable = [...Map.groupBy(all, ({ table }) => table)].sort(([a], [b]) =>
      a < b ? -1 : 1,
    );
    const timesOf = byTable.map(([table, items]) => {
      const byKey = Map.groupBy(items, ({ key }) => key);
      const keys = [...byKey.keys()].sort();
      const timesOf = (key: string) =>
        byKey.get(key)?.reduce((sum, { weight }) => sum + weight, 0) ?? 0;
      return { table, keys, times: keys.map(timesOf) };
    });
    const parts = timesOf.map(
      ({ table }, at) => `part${at} as (${statementOn(table, at * 2 + 1)})`,
    );
    const text = `with ${parts.join(", ")} ${timesOf
      .map(({ table }, at) => `select '${table}', key, counted from part${at}`)
      .join(" union all ")}`;
    const values = timesOf.flatMap(({ keys, times }) => [keys, times]);
    for (let tries = 1; ; tries += 1) {
      try {
        const left = until - performance.now();
        const rows = await asking(left, (one) => one.rows<[string, string, number]>(text, values));
        const times = new Map(
          timesOf.flatMap(({ table, keys, times: each }) =>
            keys.map((key, at): [string, number] => [nameOf({ table, key }), each[at] ?? 0]),
          ),
        );
        return new Map(
          rows.map(([table, uuid, sum]) => {
            const name = nameOf({ table, key: uuid.replaceAll("-", "") });
            return [name, { sum, times: times.get(name) ?? 0 }];
          }),
        );
      } catch (error) {
        if (tries === 4 || !(isMissingTable(error) || isDeadlock(error))) throw error;
      }
      const tables = timesOf.map(({ table }) => table);
      await asking(until - performance.now(), (one) => one.run(making(tables)));
    }
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

function lengthOf(limit: Metered): number {
  return typeof limit === "string" ? windowMsOf(limit) : limit.windowMs;
}

/** Built from two whole numbers. Nothing else from a request enters the text of a statement. */
function tableOf(limit: Metered, now: number): string {
  const [length, number] = [lengthOf(limit), Math.floor(now / lengthOf(limit))];
  if (!Number.isSafeInteger(length) || !Number.isSafeInteger(number) || number < 0) {
    throw new RangeError("no window");
  }
  return `rate_${length}_${number}`;
}

function quota(limit: Metered, now: number, allowed: number, count: number): RemainingQuota {
  const length = lengthOf(limit);
  return {
    limit: allowed,
    remaining: Math.max(allowed - count, 0),
    resetAt: Math.ceil(((Math.floor(now / length) + 1) * length) / 1000),
    admitted: count <= allowed,
  };
}

const preparing = `do $$ begin
  perform pg_advisory_xact_lock(${advisoryLocks.rates});
  create table if not exists rate_seed (seed uuid not null);
  if not exists (select from rate_seed) then insert into rate_seed values (gen_random_uuid()); end if;
end $$`;

function making(tables: readonly string[]): string {
  const each = tables.map(
    (table) => `create unlogged table if not exists ${table}
      (key uuid primary key, counted integer not null) with (fillfactor = 50);`,
  );
  return `do $$ begin
    perform pg_advisory_xact_lock(${advisoryLocks.rates});
    ${each.join("\n")}
  end $$`;
}

/** Run by one node at a time. A window is kept for the length of another one, for clocks that are behind. */
function dropping(now: number): string {
  return `do $$
  declare
    at bigint := floor(least(${now}, extract(epoch from clock_timestamp()) * 1000));
    past record;
  begin
    if not pg_try_advisory_xact_lock(${advisoryLocks.rates}) then return; end if;
    for past in
      select relname from pg_class
      where relkind = 'r' and relname ~ '^rate_[0-9]{1,12}_[0-9]{1,15}$'
        and relnamespace = current_schema()::regnamespace
        and split_part(relname, '_', 2)::bigint * (split_part(relname, '_', 3)::bigint + 2) <= at
    loop
      execute format('drop table %I', past.relname);
    end loop;
  end $$`;
}
