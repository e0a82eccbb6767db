/** What the nonce store and the rate limiter promise alike. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { addressOf, freshDatabase } from "../../../test/support/postgres.ts";
import { ownPostgres } from "../../../test/support/postgres-server.ts";
import { until } from "../../../test/support/until.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { limitWindowMs } from "../../domain/limits.ts";
import { type Connections, openConnections } from "./connections.ts";
import { advisoryLocks } from "./locks.ts";
import { openPostgresNonceStore } from "./nonce-store.ts";
import { openPostgresRateLimiter } from "./rate-limiter.ts";

const boundMs = 30_000;
const start = 2_000_000 * limitWindowMs;

const kinds = [
  {
    name: "the nonce store",
    lengthMs: 60_000,
    column: "digest",
    lock: advisoryLocks.nonces,
    async open(connections: Connections, bound: number) {
      const store = await openPostgresNonceStore(connections, bound);
      const spent = (nonce: string, at: number) => ({ scope: "s", nonce, timestamp: at / 1000 });
      return {
        add: async (key: string, at: number) => store.remember(spent(key, at)),
        isThere: async (key: string, at: number) => store.knows(spent(key, at)),
        sweep: async (now: number) => store.sweep(now),
      };
    },
    outlivesCrash: true,
  },
  {
    name: "the rate limiter",
    lengthMs: limitWindowMs,
    column: "key",
    lock: advisoryLocks.limits,
    async open(connections: Connections, bound: number) {
      const limiter = await openPostgresRateLimiter(connections, bound);
      const limit = "oauth/request_token";
      return {
        add: async (key: string, at: number) => limiter.hit(limit, key, at),
        isThere: async (key: string, at: number) =>
          (await limiter.quota(limit, key, at)).remaining < 1000,
        sweep: async (now: number) => limiter.sweep(now),
      };
    },
    outlivesCrash: false,
  },
];

for (const { name, lengthMs, column, lock, open, outlivesCrash } of kinds) {
  const prefix = name === "the nonce store" ? "nonce" : "limit";
  const table = (at = start) => `${prefix}_${lengthMs}_${at / lengthMs}`;
  const openStore = async (url: string, bound = boundMs) => {
    const connections = openConnections(addressOf(url), bound);
    const store = await open(connections, bound);
    return { ...store, [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose]() };
  };

  test(`${name} — a batch has its keys in sorted order, so that those of two nodes do not deadlock`, async () => {
    await using database = await freshDatabase();
    await using store = await openStore(database.url);
    const times = [start, start + lengthMs];
    for (const at of times) await store.add("first", at);
    await using order = await storedOrder(database.url, times.map(table), column);
    const all = Array.from(
      { length: 20 },
      (_, at) => [`${at}`, start + lengthMs * (at % 2)] as const,
    );
    const others = all.toReversed().map(([key, at]) => [`other ${key}`, at] as const);
    for (const each of [all, others]) {
      await Promise.all([...each, ...each].map(([key, at]) => store.add(key, at)));
      const stored = await order.taken();
      assert.equal(stored.length, each.length);
      assert.deepEqual(stored, stored.toSorted());
    }
  });

  test(`${name} — a lock that no one lets go ends in a rejection within the bound, and holds up nothing else`, async () => {
    for (const [statement, at] of [
      [`lock table ${table()}`, start],
      [`select pg_advisory_xact_lock(${lock})`, start + lengthMs],
    ] as const) {
      await using database = await freshDatabase();
      // Long enough for opening the store on a busy machine.
      await using store = await openStore(database.url, 3000);
      const later = start + 9 * lengthMs;
      for (const window of [start, later]) await store.add("a", window);
      const client = new Client({ connectionString: database.url });
      await client.connect();
      await client.query(`begin; ${statement}`);
      // As many batches as can run at a time.
      const rejected = [];
      for (const key of ["b", "c"]) {
        rejected.push(assert.rejects(store.add(key, at), StoreFailure));
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      }
      await Promise.all(rejected);
      await store.add("b", later);
      assert.equal(await store.isThere("b", later), true);
      await client.end();
    }
  });

  test(`${name} — a deadlock, and a table that is gone, are tried again, three times; any other failure is not`, async () => {
    for (const [code, failures, tries] of [
      ["40P01", 3, 4],
      ["40P01", 4, 4],
      ["42P01", 3, 4],
      ["42P01", 4, 4],
      ["P0001", 1, 1],
    ] as const) {
      await using database = await freshDatabase();
      await using store = await openStore(database.url);
      await store.add("a", start);
      await database.query(`create sequence stored;
        ${before(
          `if nextval('stored') <= ${failures} then
          raise exception using errcode = '${code}', message = 'in the way'; end if`,
          table(),
        )}`);
      if (failures < tries) await store.add("b", start);
      else await assert.rejects(store.add("b", start), /in the way/);
      assert.equal(await store.isThere("b", start), failures < tries);
      assert.deepEqual(await database.query("select nextval('stored')::integer"), [
        { nextval: tries + 1 },
      ]);
    }
  });

  test(`${name} — a session that ends at work: the failure names the store, and nothing counts as unknown`, async () => {
    await using database = await freshDatabase();
    await using store = await openStore(database.url);
    await store.add("a", start);
    const ends = { name: "StoreFailure", message: new RegExp(`^${name}: terminating connection`) };
    await database.query(before("perform pg_terminate_backend(pg_backend_pid())", table()));
    await assert.rejects(store.add("b", start), ends);
    await database.query(`alter table ${table()} rename to kept; create view ${table()} as
      select * from kept where pg_terminate_backend(pg_backend_pid())`);
    await assert.rejects(store.isThere("a", start), ends);
    await database.query(`drop view ${table()}; alter table kept rename to ${table()};
      alter table ${table()} rename ${column} to gone`);
    await assert.rejects(store.isThere("a", start), new RegExp(`"${column}" does not exist`));
  });

  test(`${name} — a time that has no window is a fault of ours, and a sweep without a time drops nothing`, async () => {
    await using database = await freshDatabase();
    await using store = await openStore(database.url);
    for (const time of [-1, -60_000, Number.NaN, 2 ** 90]) {
      await assert.rejects(store.add("a", time), RangeError);
      await assert.rejects(store.isThere("a", time), RangeError);
    }
    await store.add("a", 0);
    for (const time of [Number.NaN, Number.POSITIVE_INFINITY, 0.5]) await store.sweep(time);
    assert.equal(await store.isThere("a", 0), true);
  });

  test(`${name} — a node whose clock is ahead makes no one forget`, async () => {
    await using database = await freshDatabase();
    await using store = await openStore(database.url);
    const now = Math.floor(Date.now() / 1000) * 1000;
    await store.add("a", now);
    await store.sweep(now + 86_400_000);
    assert.equal(await store.isThere("a", now), true);
  });

  test(`${name} — while PostgreSQL is away nothing is accepted; after a crash it ${outlivesCrash ? "knows everything" : "has forgiven"}`, async () => {
    await using server = await ownPostgres();
    await using store = await openStore(server.url, 1000);
    const keys = Array.from({ length: 50 }, (_, at) => `${at}`);
    for (const key of keys) await store.add(key, start);
    await server.stop("SIGQUIT");
    await assert.rejects(store.add("a", start), StoreFailure);
    await assert.rejects(store.isThere("0", start), StoreFailure);
    await assert.rejects(store.sweep(start), StoreFailure);
    await server.start();
    await until(() =>
      store.isThere("0", start).then(
        () => true,
        (error) => {
          if (!(error instanceof StoreFailure)) throw error;
          return false;
        },
      ),
    );
    const there = await Promise.all(keys.map((key) => store.isThere(key, start)));
    assert.ok(there.every((isThere) => isThere === outlivesCrash));
    await store.add("b", start);
    assert.equal(await store.isThere("b", start), true);
  });
}

/** A trigger that runs this before it stores a row. */
function before(statement: string, table: string): string {
  return `create function stored() returns trigger language plpgsql as
      $$ begin ${statement}; return new; end $$;
    create trigger stored before insert on ${table} for each row execute function stored()`;
}

interface StoredOrder extends AsyncDisposable {
  /** Table and key of each row that was stored since the last call, also where the key was there before. */
  taken(): Promise<readonly string[]>;
}

/** In which order rows are stored, which is the order in which their locks are taken. */
async function storedOrder(
  url: string,
  tables: readonly string[],
  key: string,
): Promise<StoredOrder> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create table stored_order (place bigserial, name text);
    create function note() returns trigger language plpgsql as $$ begin
      insert into stored_order (name) values (tg_table_name || ' ' || new.${key});
      return new;
    end $$`);
  for (const table of tables) {
    await client.query(
      `create trigger note before insert on ${table} for each row execute function note()`,
    );
  }
  return {
    async taken() {
      const { rows } = await client.query(
        "with taken as (delete from stored_order returning *) select name from taken order by place",
      );
      return rows.map((row: { name: string }) => row.name);
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
