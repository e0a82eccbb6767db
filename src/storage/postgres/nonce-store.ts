/**
 * The nonce store of a cluster (RFC 5849 §3.3): a table per minute of timestamps. All nonces of a node within
 * one turn of the event loop are one statement and one commit, and the unique index decides which was first on
 * any node. A minute is forgotten by dropping its table in the transaction that records it as forgotten, so
 * nothing from it is accepted again. docs/adr/0028-the-postgresql-engine.md has interleavings and measurements.
 */
import { hash } from "node:crypto";
import { StoreFailure } from "../../domain/errors.ts";
import type { NonceStore, Remembered, SpentNonce } from "../../domain/ports/nonce-store.ts";
import { timestampWindowSeconds } from "../../domain/timestamp.ts";
import { inBatches } from "./batches.ts";
import type { Connection, Connections } from "./connections.ts";
import { advisoryLocks } from "./locks.ts";
import { isMissingTable } from "./statements.ts";
import { locked, openWindowedTables, type TableKind, tableAt } from "./windowed-tables.ts";

export type PostgresNonceStore = NonceStore & {
  /** The same as of `ServerNonceStore`. */
  rejectsUntil(now: number): Promise<number | undefined>;
  /** Forgets the minutes that have passed both at `now` and by PostgreSQL's clock. Returns how many. */
  sweep(now: number): Promise<number>;
};

const minuteMs = 60_000;
/** Nonces are kept longer than the window by this many minutes, in case the clock is set back a little. */
const marginMinutes = 1;
/**
 * Beyond this many ranges the earliest are merged, including the gaps between them. That rejects more, never less.
 */
const maxRanges = 100;

const nonceTables: TableKind = {
  store: "the nonce store",
  prefix: "nonce",
  lock: advisoryLocks.nonces,
  columns: "(digest uuid primary key) with (autovacuum_enabled = off)",
  companions:
    "create table if not exists nonce_forgotten (first bigint primary key, last bigint not null);",
  forgotten: (minute) =>
    `exists (select from nonce_forgotten where ${minute} between first and last)`,
  forget: `
    insert into nonce_forgotten values (past.number, past.number);
    with merged as (
      select min(lower(range)) as first, max(upper(range)) - 1 as last
      from (
        select range, row_number() over (order by range desc) as place
        from (select unnest(range_agg(int8range(first, last, '[]'))) as range from nonce_forgotten) as each
      ) as ordered
      group by least(place, ${maxRanges})
    ), gone as (delete from nonce_forgotten where first not in (select first from merged))
    update nonce_forgotten as kept set last = merged.last from merged where kept.first = merged.first;`,
  keptWindows: timestampWindowSeconds / 60 + marginMinutes,
};

interface Nonce {
  readonly table: string;
  /** Half a SHA-256, formatted as a `uuid`, PostgreSQL's 16-byte type. */
  readonly digest: string;
}

/** Creates what it needs in the database. Throws `StoreFailure`. */
export async function openPostgresNonceStore(
  connections: Connections,
  boundMs: number,
): Promise<PostgresNonceStore> {
  const { ask, run, sweep } = await openWindowedTables(nonceTables, connections, boundMs);
  const rememberOne = inBatches<Nonce, Remembered>(rememberAll, { boundMs });
  return {
    async remember(spent) {
      return rememberOne(nonceOf(spent));
    },

    async knows(spent) {
      const { table, digest } = nonceOf(spent);
      const text = `select exists (select from ${table} where digest = $1)`;
      return ask(boundMs, async (one) => {
        try {
          const [row] = await one.rows<[boolean]>(text, [digest]);
          return row?.[0] === true;
        } catch (error) {
          // No nonce of that minute was stored, or it is forgotten.
          if (isMissingTable(error)) return false;
          throw error;
        }
      });
    },

    async ping() {
      await ask(boundMs, async (one) => {
        const [row] = await one.rows<[string]>(
          "select current_setting('transaction_read_only') from (select from nonce_forgotten limit 1) as any_one right join (select) as one on true",
          [],
        );
        if (row?.[0] !== "off") throw new StoreFailure("the database is read-only");
      });
    },

    async rejectsUntil(now) {
      const minute = Math.floor(now / minuteMs);
      if (!Number.isSafeInteger(minute)) return undefined;
      return ask(boundMs, async (one) => {
        const [row] = await one.rows<[number]>(
          "select max(last) from nonce_forgotten where $1::bigint between first and last having count(*) > 0",
          [minute],
        );
        return row === undefined ? undefined : (row[0] + 1) * minuteMs;
      });
    },

    sweep,
  };

  async function rememberAll(
    nonces: readonly Nonce[],
    withinMs: number,
  ): Promise<readonly Remembered[]> {
    const parts = [...Map.groupBy(nonces, ({ table }) => table)].map(([table, all]) => ({
      table,
      arrays: [[...new Set(all.map(({ digest }) => digest))].sort()],
    }));
    const { rows, forgotten } = await run<[string]>(
      parts,
      withinMs,
      (table, at) =>
        `insert into ${table} select unnest($${at}::uuid[]) on conflict do nothing returning digest`,
    );
    const added = new Set(rows.map(([digest]) => digest.replaceAll("-", "")));
    // If a nonce occurs twice in a batch, the first one wins.
    return nonces.map(({ table, digest }) => {
      if (forgotten.has(table)) return "forgotten";
      return added.delete(digest) ? "first" : "repeated";
    });
  }
}

/**
 * Marks these minutes as forgotten, in the open transaction. Only for a database whose store no server has
 * opened, because a minute that already has a table would still be accepted.
 */
export async function forgetMinutes(
  connection: Connection,
  minutes: readonly (readonly [first: number, last: number])[],
): Promise<void> {
  await connection.run(locked(nonceTables, nonceTables.companions));
  await connection.rows(
    `insert into nonce_forgotten select * from unnest($1::bigint[], $2::bigint[])
      on conflict (first) do update set last = greatest(nonce_forgotten.last, excluded.last)`,
    [minutes.map(([first]) => first), minutes.map(([, last]) => last)],
  );
}

function nonceOf({ scope, nonce, timestamp }: SpentNonce): Nonce {
  return {
    table: tableAt(nonceTables, minuteMs, timestamp * 1000),
    digest: hash("sha256", `${scope}\0${timestamp}\0${nonce}`).slice(0, 32),
  };
}
