import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, freshDatabase } from "../../../test/support/postgres.ts";
import { until } from "../../../test/support/until.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { nonceStoreSuite } from "../contract/nonce-store-suite.ts";
import { openConnections } from "./connections.ts";
import { forgetMinutes, openPostgresNonceStore } from "./nonce-store.ts";

const boundMs = 30_000;
const seconds = 1_700_000_000;
const now = seconds * 1000;
const table = `nonce_60000_${Math.floor(seconds / 60)}`;
const spent = (nonce: string, timestamp = seconds) => ({ scope: "s", nonce, timestamp });

/** The nonce store of one node. */
async function openStore(url: string) {
  const connections = openConnections(addressOf(url), boundMs);
  const store = await openPostgresNonceStore(connections, boundMs);
  return { ...store, [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose]() };
}

nonceStoreSuite("a nonce store on PostgreSQL", async () => {
  const resources = new AsyncDisposableStack();
  const { url } = resources.use(await freshDatabase());
  const store = resources.use(await openStore(url));
  return { ...store, [Symbol.asyncDispose]: () => resources.disposeAsync() };
});

test("a nonce is accepted once, whichever of several nodes is asked, in batches that cross each other", async () => {
  await using database = await freshDatabase();
  await using one = await openStore(database.url);
  await using other = await openStore(database.url);
  const nonces = Array.from({ length: 2000 }, (_, at) => ({
    nonce: `${at}`,
    at: seconds + (at % 200),
  }));
  const results = [one, other, one, other].map(async (store, way) => {
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
  const first = (await Promise.all(results)).flat().filter(([, answer]) => answer === "first");
  assert.equal(first.length, nonces.length);
  assert.equal(new Set(first.map(([nonce]) => nonce)).size, nonces.length);
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
  assert.equal((await database.query("select from nonce_forgotten")).length, 100);
  const tables = "select from pg_class where relkind = 'r' and relname ~ '^nonce_[0-9_]+$'";
  assert.deepEqual(await database.query(tables), []);
  for (const at of [...times, seconds + 60, seconds + 120]) {
    assert.equal(await store.remember(spent("new", at)), "forgotten", `${at - seconds}`);
  }
  const late = times.at(-1) ?? 0;
  assert.equal(await store.remember(spent("new", late - 300)), "first", "between the late ones");
});

test("a minute whose table stayed empty is not forgotten", async () => {
  await using database = await freshDatabase();
  await using store = await openStore(database.url);
  await database.query(`create table ${table} (digest uuid primary key)`);
  assert.equal(await store.sweep(now + 3_600_000), 0);
  assert.equal(await store.remember(spent("n")), "first");
});

test("nonces that no standby confirms in time are not accepted", async () => {
  for (const [code, confirms] of [
    ["01000", false],
    ["57P01", false],
    ["57014", false],
    ["01004", true],
  ] as const) {
    await using database = await freshDatabase();
    await using store = await openStore(database.url);
    await store.remember(spent("first"));
    await database.query(`create function warn() returns trigger language plpgsql as
        $$ begin raise warning using errcode = '${code}', message = 'told'; return new; end $$;
      create trigger warn before insert on ${table} for each row execute function warn()`);
    const remembered = (async () => store.remember(spent("n")))();
    if (confirms) assert.equal(await remembered, "first");
    else await assert.rejects(remembered, { message: /not confirmed by a standby/ });
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
  await database.query(
    `alter database ${database.address.name} set default_transaction_read_only = on`,
  );
  await database.query(
    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  // Broken connections may be noticed one by one.
  await until(async () => {
    const failure = await Promise.resolve(store.ping()).catch((error: unknown) => error);
    assert.ok(failure instanceof StoreFailure);
    return failure.message === "the database is read-only";
  });
});
