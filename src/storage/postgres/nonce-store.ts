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
import { isUnconfirmed, storeFailure } from "./failures.ts";
import { advisoryLocks } from "./locks.ts";
import { isDeadlock, isMissingTable, onConnection } from "./statements.ts";

export type PostgresNonceStore = NonceStore & {
  /** The same as of `ServerNonceStore`. */
  rejectsUntil(now: number): Promise<number | undefined>;
  /** Forgets the minutes that have passed both at `now` and by PostgreSQL's clock. Returns how many. */
  sweep(now: number): Promise<number>;
};

const minuteMs = 60_000;
/** Nonces are kept longer than the window by this much, in case the clock is set back a little. */
const marginMs = 60_000;
/**
 * Beyond this many ranges the two earliest are merged, including the gap between them. That rejects more, never
 * less.
 */
const maxRanges = 100;

interface Nonce {
  readonly minute: number;
  /** Half a SHA-256, formatted as a `uuid`, PostgreSQL's 16-byte type. */
  readonly digest: string;
}

/** Creates what it needs in the database. Throws `StoreFailure`. */
export async function openPostgresNonceStore(
  connections: Connections,
  boundMs: number,
): Promise<PostgresNonceStore> {
  const asking = <T>(withinMs: number, use: (connection: Connection) => Promise<T>) =>
    onConnection(connections, withinMs, "the nonce store", use);
  await asking(boundMs, (one) => one.run(preparing));
  const rememberOne = inBatches<Nonce, Remembered>(rememberAll, { boundMs });
  return {
    remember(spent) {
      return rememberOne(nonceOf(spent));
    },

    async knows(spent) {
      const { minute, digest } = nonceOf(spent);
      const text = `select exists (select from ${tableOf(minute)} where digest = $1)`;
      return asking(boundMs, async (one) => {
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
      await asking(boundMs, async (one) => {
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
      return asking(boundMs, async (one) => {
        const [row] = await one.rows<[number]>(
          "select max(last) from nonce_forgotten where $1::bigint between first and last having count(*) > 0",
          [minute],
        );
        return row === undefined ? undefined : (row[0] + 1) * minuteMs;
      });
    },

    async sweep(now) {
      if (!Number.isSafeInteger(now)) return 0;
      return asking(boundMs, async (one) => {
        const results = await one.run(`${forgetting(now)}; select current_setting('${swept}')`);
        const [row] =
          (results as readonly { rows: readonly Record<string, string>[] }[]).at(-1)?.rows ?? [];
        return Number(row?.["current_setting"] ?? 0);
      });
    },
  };

  async function rememberAll(
    nonces: readonly Nonce[],
    withinMs: number,
  ): Promise<readonly Remembered[]> {
    const until = performance.now() + withinMs;
    const forgotten = new Set<number>();
    for (let tries = 1; ; tries += 1) {
      const asked = nonces.filter(({ minute }) => !forgotten.has(minute));
      try {
        const first = await insert(asked, until - performance.now());
        // If a nonce occurs twice in a batch, the first one wins.
        return nonces.map(({ minute, digest }) => {
          if (forgotten.has(minute)) return "forgotten";
          return first.delete(digest) ? "first" : "repeated";
        });
      } catch (error) {
        // A statement that fails has inserted nothing.
        if (tries === 4 || !(isMissingTable(error) || isDeadlock(error))) {
          throw storeFailure(error, "the nonce store");
        }
      }
      for (const minute of await makeTables(asked, until - performance.now())) {
        forgotten.add(minute);
      }
    }
  }

  /** Returns the digests that were new. */
  async function insert(nonces: readonly Nonce[], withinMs: number): Promise<Set<string>> {
    if (nonces.length === 0) return new Set();
    const byMinute = [...Map.groupBy(nonces, ({ minute }) => minute)].sort(([a], [b]) => a - b);
    const inserts = byMinute.map(([minute], at) => {
      return `insert into ${tableOf(minute)} select unnest($${at + 1}::uuid[]) on conflict do nothing returning digest`;
    });
    const [only] = inserts;
    const text =
      inserts.length === 1
        ? (only ?? "")
        : `with ${inserts.map((one, at) => `minute${at} as (${one})`).join(", ")} ${inserts
            .map((_, at) => `select digest from minute${at}`)
            .join(" union all ")}`;
    const values = byMinute.map(([, all]) => sorted(all));
    const connection = await connections.take(withinMs);
    try {
      let unsure = false;
      connection.onNotice((code) => {
        unsure ||= isUnconfirmed(code);
      });
      const rows = await connection.rows<[string]>(text, values);
      if (unsure) throw new StoreFailure("the nonces are not confirmed by a standby");
      return new Set(rows.map(([digest]) => digest.replaceAll("-", "")));
    } finally {
      connection.release();
    }
  }

  /** Returns the minutes that are forgotten and never get a table again. */
  async function makeTables(nonces: readonly Nonce[], withinMs: number): Promise<number[]> {
    const minutes = [...new Set(nonces.map(({ minute }) => minute))];
    return asking(withinMs, async (one) => {
      await one.run(making(minutes));
      const rows = await one.rows<[number]>(
        "select minute from unnest($1::bigint[]) as minute where exists (select from nonce_forgotten where minute between first and last)",
        [minutes],
      );
      return rows.map(([minute]) => minute);
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
  await connection.run(preparing);
  await connection.rows(
    `insert into nonce_forgotten select * from unnest($1::bigint[], $2::bigint[])
      on conflict (first) do update set last = greatest(nonce_forgotten.last, excluded.last)`,
    [minutes.map(([first]) => first), minutes.map(([, last]) => last)],
  );
}

function nonceOf({ scope, nonce, timestamp }: SpentNonce): Nonce {
  const minute = Math.floor((timestamp * 1000) / minuteMs);
  return { minute, digest: hash("sha256", `${scope}\0${timestamp}\0${nonce}`).slice(0, 32) };
}

/** Each once, always in the same order, so that nodes do not deadlock. */
function sorted(nonces: readonly Nonce[]): string[] {
  return [...new Set(nonces.map(({ digest }) => digest))].sort();
}

/** A minute is a whole number. Nothing else from a request enters the text of a statement. */
function tableOf(minute: number): string {
  if (!Number.isSafeInteger(minute) || minute < 0) throw new StoreFailure("no minute");
  return `replay_${minute}`;
}

const swept = "countersign.swept";

const preparing = `do $$ begin
  perform pg_advisory_xact_lock(${advisoryLocks.replay});
  create table if not exists nonce_forgotten (first bigint primary key, last bigint not null);
end $$`;

function making(minutes: readonly number[]): string {
  const each = minutes.map(
    (
      minute,
    ) => `if not exists (select from nonce_forgotten where ${minute} between first and last) then
      create table if not exists ${tableOf(minute)} (digest uuid primary key) with (autovacuum_enabled = off);
    end if;`,
  );
  return `do $$ begin
    perform pg_advisory_xact_lock(${advisoryLocks.replay});
    ${each.join("\n")}
  end $$`;
}

/**
 * Run by one node at a time: a node that does not get the lock leaves the work to others. A table is locked
 * before the check whether it is empty, and an empty one is dropped without a note. Both clocks must say that
 * the minute has passed, so a node whose clock is ahead makes no one forget.
 */
function forgetting(now: number): string {
  return `do $$
  declare
    oldest bigint := floor((least(${now}, extract(epoch from clock_timestamp()) * 1000)
      - ${timestampWindowSeconds * 1000 + marginMs}) / ${minuteMs});
    gone integer := 0;
    past record;
    used boolean;
  begin
    perform set_config('${swept}', '0', true);
    if not pg_try_advisory_xact_lock(${advisoryLocks.replay}) then return; end if;
    for past in
      select relname, substr(relname, 8)::bigint as minute from pg_class
      where relkind = 'r' and relname ~ '^replay_[0-9]{1,15}$' and relnamespace = current_schema()::regnamespace
        and substr(relname, 8)::bigint < oldest
      order by 2
    loop
      execute format('lock table %I in access exclusive mode', past.relname);
      execute format('select exists (select from %I)', past.relname) into used;
      if used then
        gone := gone + 1;
        update nonce_forgotten set last = past.minute where last = past.minute - 1;
        if not found then
          insert into nonce_forgotten values (past.minute, past.minute);
        end if;
        update nonce_forgotten as range set last = next.last from nonce_forgotten as next
          where range.last = past.minute and next.first = past.minute + 1;
        if found then delete from nonce_forgotten where first = past.minute + 1; end if;
      end if;
      execute format('drop table %I', past.relname);
    end loop;
    while (select count(*) > ${maxRanges} from nonce_forgotten) loop
      update nonce_forgotten set last = (select last from nonce_forgotten order by first offset 1 limit 1)
        where first = (select min(first) from nonce_forgotten);
      delete from nonce_forgotten
        where first = (select first from nonce_forgotten order by first offset 1 limit 1);
    end loop;
    perform set_config('${swept}', gone::text, true);
  end $$`;
}
