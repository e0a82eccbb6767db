import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { addressOf, freshDatabase } from "../../../test/support/postgres.ts";
import { ownPostgres } from "../../../test/support/postgres-server.ts";
import { storedOrder } from "../../../test/support/stored-order.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { nonceStoreSuite } from "../contract/nonce-store-suite.ts";
import { openConnections } from "./connections.ts";
import { advisoryLocks } from "./locks.ts";
import { forgetMinutes, openPostgresNonceStore } from "./nonce-store.ts";

const boundMs = 30_000;
const seconds = 1_700_000_000;
const now = seconds * 1000;
const spent = (nonce: string, timestamp = seconds) => ({ scope: "s", nonce, timestamp });

/** The nonce store of one node. */
async function openStore(url: string, bound = boundMs) {
  const connections = openConnections(addressOf(url), bound);
  const store = await openPostgresNonceStore(connections, bound);
  return { ...store, [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose]() };
}

nonceStoreSuite("a nonce store on PostgreSQL", async () => {
  const opened = new AsyncDisposableStack();
  const { url } = opened.use(await freshDatabase());
  const store = opened.use(await openStore(url));
  return { ...store, [Symbol.asyncDispose]: () => opened.disposeAsync() };
});

test("a nonce is accepted once, whichever of several nodes is asked, in batches that cross each other", async () => {
  await using database = await freshDatabase();
  await using one = await openStore(database.url);
  await using other = await openStore(database.url);
  const nonces = Array.from({ length: 2000 }, (_, at) => ({
    nonce: `${at}`,
    at: seconds + (at % 200),
  }));
  const asked = [one, other, one, other].map(async (store, way) => {
    const order = way % 2 === 0 ? nonces : nonces.toReversed();
    const answers: [string, string][] = [];
    for (let from = 0; from < order.length; from += 100) {
      const part = order.slice(from, from + 100);
      answers.push(
        ...(await Promise.all(
          part.map(
            async ({ nonce, at }): Promise<[string, string]> => [
              nonce,
              await store.remember(spent(nonce, at)),
            ],
          ),
        )),
      );
    }
    return answers;
  });
  const first = (await Promise.all(asked)).flat().filter(([, answer]) => answer === "first");
  assert.equal(first.length, nonces.length);
  assert.equal(new Set(first.map(([nonce]) => nonce)).size, nonces.length);
});

test("a batch stores its nonces in sorted order, so that the batches of two nodes do not deadlock", async () => {
  await using database = await freshDatabase();
  await using store = await openStore(database.url);
  const minutes = [seconds, seconds + 60];
  for (const at of minutes) await store.remember(spent("first", at));
  const tables = minutes.map((at) => `replay_${Math.floor(at / 60)}`);
  await using order = await storedOrder(database.url, tables, "digest");
  const nonces = Array.from({ length: 20 }, (_, at) => spent(`${at}`, seconds + 60 * (at % 2)));
  for (const asked of [nonces, nonces.toReversed().map((one) => ({ ...one, scope: "t" }))]) {
    await Promise.all([...asked, ...asked].map((one) => store.remember(one)));
    const stored = await order.taken();
    assert.equal(stored.length, nonces.length);
    assert.deepEqual(stored, stored.toSorted());
  }
});

test("a minute that one node forgets is rejected by all, also by one that opens the store later", async () => {
  await using database = await freshDatabase();
  await using one = await openStore(database.url);
  await using other = await openStore(database.url);
  assert.equal(await one.remember(spent("n")), "first");
  assert.equal(await other.remember(spent("n")), "repeated");
  const gone = await Promise.all([one, other, one].map((store) => store.sweep(now + 3_600_000)));
  assert.equal(
    gone.reduce((sum, each) => sum + each, 0),
    1,
  );
  await using third = await openStore(database.url);
  for (const store of [one, other, third]) {
    assert.equal(await store.remember(spent("another")), "forgotten");
  }
  // In the same batch as one that counts as forgotten, one that does not.
  const answers = [seconds, seconds + 7200].map((at) => other.remember(spent("m", at)));
  assert.deepEqual(await Promise.all(answers), ["forgotten", "first"]);
});

test("a node whose clock is ahead makes no one forget", async () => {
  await using database = await freshDatabase();
  await using store = await openStore(database.url);
  const at = Date.now();
  const timestamp = Math.floor(at / 1000);
  assert.equal(await store.remember(spent("n", timestamp)), "first");
  assert.equal(await store.sweep(at + 86_400_000), 0);
  assert.equal(await store.remember(spent("n", timestamp)), "repeated");
});

test("minutes that were forgotten far apart are kept in a list that stays short, and stay rejected", async () => {
  await using database = await freshDatabase();
  await using store = await openStore(database.url);
  const times = Array.from({ length: 130 }, (_, number) => seconds + number * 600);
  await Promise.all(times.map((at) => store.remember(spent("n", at))));
  // Neighboring minutes become one range.
  for (const at of [seconds + 60, seconds + 660, seconds + 720]) {
    await store.remember(spent("n", at));
  }
  assert.equal(await store.sweep(now + 10 * 86_400_000), 133);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query("select first, last from nonce_forgotten order by first");
  const { rows: tables } = await client.query(
    "select count(*)::integer from pg_class where relname ~ '^replay_[0-9]+$'",
  );
  await client.end();
  assert.equal(rows.length, 100);
  assert.equal(tables[0].count, 0);
  for (const at of [...times, seconds + 60, seconds + 120]) {
    assert.equal(await store.remember(spent("new", at)), "forgotten", `${at - seconds}`);
  }
  const late = times.at(-1) ?? 0;
  assert.equal(await store.remember(spent("new", late - 300)), "first", "between the late ones");
});

test("a minute whose table stayed empty is not forgotten", async () => {
  await using database = await freshDatabase();
  await using store = await openStore(database.url);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create table replay_${Math.floor(seconds / 60)} (digest uuid primary key)`);
  assert.equal(await store.sweep(now + 3_600_000), 0);
  await client.end();
  assert.equal(await store.remember(spent("n")), "first");
});

test("what was remembered outlives the death of PostgreSQL; while it is away nothing is accepted, and it is used again without a restart", async () => {
  await using server = await ownPostgres();
  await using store = await openStore(server.url, 1000);
  for (let number = 0; number < 50; number += 1) {
    assert.equal(await store.remember(spent(`${number}`)), "first");
  }
  await server.stop("SIGQUIT");
  await assert.rejects(async () => store.remember(spent("0")), StoreFailure);
  await assert.rejects(async () => store.remember(spent("new")), StoreFailure);
  await assert.rejects(async () => store.ping(), StoreFailure);
  await assert.rejects(async () => store.sweep(now), StoreFailure);
  await server.start();
  for (let number = 0; number < 50; number += 1) {
    const answer = await sooner(() => store.remember(spent(`${number}`)));
    assert.equal(answer, "repeated");
  }
  assert.equal(await sooner(() => store.remember(spent("another"))), "first");
  await store.ping();
});

test("a lock that no one lets go ends in a rejection within the bound, and holds up nothing else", async () => {
  const minute = Math.floor(seconds / 60);
  for (const [lock, timestamp] of [
    [`lock table replay_${minute}`, seconds],
    [`select pg_advisory_xact_lock(${advisoryLocks.replay})`, seconds + 60],
  ] as const) {
    await using database = await freshDatabase();
    // Long enough for opening the store on a busy machine.
    await using store = await openStore(database.url, 3000);
    for (const at of [seconds, seconds + 3600]) await store.remember(spent("n", at));
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`begin; ${lock}`);
    // As many batches as can run at a time.
    const rejected = [];
    for (const nonce of ["m", "o"]) {
      rejected.push(
        assert.rejects(async () => store.remember(spent(nonce, timestamp)), StoreFailure),
      );
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    }
    await Promise.all(rejected);
    assert.equal(await store.remember(spent("m", seconds + 3600)), "first");
    await client.end();
  }
});

const table = `replay_${Math.floor(seconds / 60)}`;

/** A store in which a trigger runs `does` before it stores a nonce of this minute. */
async function storeThat(url: string, does: string) {
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openStore(url));
  await store.remember(spent("first"));
  const client = new Client({ connectionString: url });
  await client.connect();
  opened.defer(() => client.end());
  await client.query(`create sequence stored;
    create or replace function stored() returns trigger language plpgsql as
      $$ begin ${does}; return new; end $$;
    create trigger stored before insert on ${table} for each row execute function stored()`);
  const kept = opened.move();
  const stored = async () => (await client.query("select nextval('stored')::integer")).rows[0];
  const change = (text: string) => client.query(text);
  return { ...store, stored, change, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

test("nonces that no standby confirms in time are not accepted", async () => {
  for (const [code, confirms] of [
    ["01000", false],
    ["57P01", false],
    ["57014", false],
    ["01004", true],
  ] as const) {
    await using database = await freshDatabase();
    const warn = `raise warning using errcode = '${code}', message = 'told'`;
    await using store = await storeThat(database.url, warn);
    if (confirms) assert.equal(await store.remember(spent("n")), "first");
    else {
      await assert.rejects(async () => store.remember(spent("n")), {
        message: /not confirmed by a standby/,
      });
    }
  }
});

test("a deadlock, and a table that is gone, are tried again, three times", async () => {
  for (const code of ["40P01", "42P01"]) {
    for (const [failures, remembers] of [
      [3, true],
      [4, false],
    ] as const) {
      await using database = await freshDatabase();
      const fail = `if nextval('stored') <= ${failures} then
        raise exception using errcode = '${code}', message = 'in the way'; end if`;
      await using store = await storeThat(database.url, fail);
      if (remembers) assert.equal(await store.remember(spent("n")), "first");
      else await assert.rejects(async () => store.remember(spent("n")), /in the way/);
      assert.deepEqual(await store.stored(), { nextval: 5 }, "four tries");
    }
  }
});

test("any other failure is not tried again", async () => {
  await using database = await freshDatabase();
  const fail = "perform nextval('stored'); raise exception 'rejected'";
  await using store = await storeThat(database.url, fail);
  await assert.rejects(async () => store.remember(spent("n")), /rejected/);
  assert.deepEqual(await store.stored(), { nextval: 2 });
});

test("a store that cannot be read or written says so, and never that a nonce is unknown", async () => {
  await using database = await freshDatabase();
  await using store = await storeThat(
    database.url,
    "perform pg_terminate_backend(pg_backend_pid())",
  );
  await assert.rejects(async () => store.remember(spent("n")), {
    name: "StoreFailure",
    message: /^the nonce store: terminating connection/,
  });
  await store.change(`alter table ${table} rename to kept;
    create view ${table} as select digest from kept where pg_terminate_backend(pg_backend_pid())`);
  await assert.rejects(async () => store.knows(spent("first")), {
    name: "StoreFailure",
    message: /^the nonce store: terminating connection/,
  });
  await store.change(`drop view ${table}; alter table kept rename to ${table};
    alter table ${table} rename digest to gone`);
  await assert.rejects(async () => store.knows(spent("n")), /"digest" does not exist/);
});

test("a timestamp that has no minute is rejected, and a sweep without a time forgets nothing", async () => {
  await using database = await freshDatabase();
  await using store = await openStore(database.url);
  for (const timestamp of [-1, -60, Number.NaN, 2 ** 60]) {
    await assert.rejects(async () => store.remember(spent("n", timestamp)), {
      message: "no minute",
    });
    await assert.rejects(async () => store.knows(spent("n", timestamp)), { message: "no minute" });
  }
  assert.equal(await store.remember(spent("n", 0)), "first");
  for (const time of [Number.NaN, Number.POSITIVE_INFINITY, 0.5]) {
    assert.equal(await store.sweep(time), 0);
  }
});

test("minutes that are forgotten from the beginning are rejected, and the longer of two ranges counts", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(addressOf(database.url), boundMs);
  const minute = Math.floor(seconds / 60);
  const connection = await connections.take(boundMs);
  await forgetMinutes(connection, [
    [minute, minute + 2],
    [minute + 9, minute + 9],
  ]);
  await forgetMinutes(connection, [[minute, minute + 1]]);
  await forgetMinutes(connection, [[minute + 9, minute + 10]]);
  connection.release();
  await using store = await openStore(database.url);
  assert.equal(await store.rejectsUntil((minute + 9) * 60_000), (minute + 11) * 60_000);
  const answers = [-1, 0, 2, 3, 8, 9, 10, 11].map((at) =>
    store.remember(spent("n", seconds + at * 60)),
  );
  assert.deepEqual(await Promise.all(answers), [
    ...["first", "forgotten", "forgotten", "first"],
    ...["first", "forgotten", "forgotten", "first"],
  ]);
});

test("a store in a database that only reads does not answer as one that can remember", async () => {
  await using database = await freshDatabase();
  await using store = await openStore(database.url);
  await store.ping();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `alter database ${database.address.name} set default_transaction_read_only = on`,
  );
  await client.query(
    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
  await assert.rejects(
    sooner(async () => {
      await store.ping();
    }, /read-only/),
    { message: /the database is read-only/ },
  );
});

/**
 * Asks again after a `StoreFailure`: broken connections may be noticed one by one. Does not after one that `last`
 * matches.
 */
async function sooner<T>(ask: () => T | Promise<T>, last = /^$/): Promise<T> {
  for (const most = performance.now() + 20_000; ; ) {
    try {
      return await ask();
    } catch (error) {
      const isKnown = error instanceof StoreFailure && !last.test(error.message);
      if (!isKnown || performance.now() > most) throw error;
    }
  }
}
