import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { addressOf, freshDatabase } from "../../../test/support/postgres.ts";
import { ownPostgres } from "../../../test/support/postgres-server.ts";
import { StoreFailure } from "../../domain/refusals.ts";
import { replayBookSuite } from "../contract/replay-book-suite.ts";
import { openConnections } from "./connections.ts";
import { openPostgresReplayBook } from "./replay-book.ts";

const boundMs = 30_000;
const seconds = 1_700_000_000;
const now = seconds * 1000;
const spent = (nonce: string, timestamp = seconds) => ({ scope: "s", nonce, timestamp });

/** The replay book of one node. */
async function openBook(url: string, bound = boundMs) {
  const connections = openConnections(addressOf(url), bound);
  const book = await openPostgresReplayBook(connections, bound);
  return { ...book, [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose]() };
}

replayBookSuite("a replay book on PostgreSQL", async () => {
  const opened = new AsyncDisposableStack();
  const { url } = opened.use(await freshDatabase());
  const book = opened.use(await openBook(url));
  return { ...book, [Symbol.asyncDispose]: () => opened.disposeAsync() };
});

test("a nonce is accepted once, whichever of several nodes is asked, in batches that cross each other", async () => {
  await using database = await freshDatabase();
  await using one = await openBook(database.url);
  await using other = await openBook(database.url);
  const nonces = Array.from({ length: 2000 }, (_, at) => ({
    nonce: `${at}`,
    at: seconds + (at % 200),
  }));
  const asked = [one, other, one, other].map(async (book, way) => {
    const order = way % 2 === 0 ? nonces : nonces.toReversed();
    const answers: [string, string][] = [];
    for (let from = 0; from < order.length; from += 100) {
      const part = order.slice(from, from + 100);
      answers.push(
        ...(await Promise.all(
          part.map(
            async ({ nonce, at }): Promise<[string, string]> => [
              nonce,
              await book.remember(spent(nonce, at)),
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

test("a minute that one node forgets is refused by all, also by one that opens the book later", async () => {
  await using database = await freshDatabase();
  await using one = await openBook(database.url);
  await using other = await openBook(database.url);
  assert.equal(await one.remember(spent("n")), "first");
  assert.equal(await other.remember(spent("n")), "repeated");
  const gone = await Promise.all([one, other, one].map((book) => book.sweep(now + 3_600_000)));
  assert.equal(
    gone.reduce((sum, each) => sum + each, 0),
    1,
  );
  await using third = await openBook(database.url);
  for (const book of [one, other, third]) {
    assert.equal(await book.remember(spent("another")), "forgotten");
  }
  // In the same batch as one that counts as forgotten, one that does not.
  const answers = [seconds, seconds + 7200].map((at) => other.remember(spent("m", at)));
  assert.deepEqual(await Promise.all(answers), ["forgotten", "first"]);
});

test("a node whose clock is ahead makes nobody forget", async () => {
  await using database = await freshDatabase();
  await using book = await openBook(database.url);
  const at = Date.now();
  const timestamp = Math.floor(at / 1000);
  assert.equal(await book.remember(spent("n", timestamp)), "first");
  assert.equal(await book.sweep(at + 86_400_000), 0);
  assert.equal(await book.remember(spent("n", timestamp)), "repeated");
});

test("minutes that were forgotten far apart are kept in a list that stays short, and stay refused", async () => {
  await using database = await freshDatabase();
  await using book = await openBook(database.url);
  const times = Array.from({ length: 130 }, (_, number) => seconds + number * 600);
  await Promise.all(times.map((at) => book.remember(spent("n", at))));
  // Neighbouring minutes become one range.
  for (const at of [seconds + 60, seconds + 660, seconds + 720]) {
    await book.remember(spent("n", at));
  }
  assert.equal(await book.sweep(now + 10 * 86_400_000), 133);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query("select first, last from replay_forgotten order by first");
  const { rows: tables } = await client.query(
    "select count(*)::integer from pg_class where relname ~ '^replay_[0-9]+$'",
  );
  await client.end();
  assert.equal(rows.length, 100);
  assert.equal(tables[0].count, 0);
  for (const at of [...times, seconds + 60, seconds + 120]) {
    assert.equal(await book.remember(spent("new", at)), "forgotten", `${at - seconds}`);
  }
  const late = times.at(-1) ?? 0;
  assert.equal(await book.remember(spent("new", late - 300)), "first", "between the late ones");
});

test("a minute whose table stayed empty is not forgotten", async () => {
  await using database = await freshDatabase();
  await using book = await openBook(database.url);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create table replay_${Math.floor(seconds / 60)} (digest uuid primary key)`);
  assert.equal(await book.sweep(now + 3_600_000), 0);
  await client.end();
  assert.equal(await book.remember(spent("n")), "first");
});

test("what was remembered outlives the death of PostgreSQL; while it is away nothing is accepted, and it is used again without a restart", async () => {
  await using server = await ownPostgres();
  await using book = await openBook(server.url, 1000);
  for (let number = 0; number < 50; number += 1) {
    assert.equal(await book.remember(spent(`${number}`)), "first");
  }
  await server.stop("SIGQUIT");
  await assert.rejects(async () => book.remember(spent("0")), StoreFailure);
  await assert.rejects(async () => book.remember(spent("new")), StoreFailure);
  await assert.rejects(async () => book.ping(), StoreFailure);
  await assert.rejects(async () => book.sweep(now), StoreFailure);
  await server.start();
  for (let number = 0; number < 50; number += 1) {
    const answer = await sooner(() => book.remember(spent(`${number}`)));
    assert.equal(answer, "repeated");
  }
  assert.equal(await sooner(() => book.remember(spent("another"))), "first");
  await book.ping();
});

test("a lock that nobody lets go ends in a refusal within the bound", async () => {
  await using database = await freshDatabase();
  // Long enough for opening the book on a busy machine.
  await using book = await openBook(database.url, 3000);
  await book.remember(spent("n"));
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`begin; lock table replay_${Math.floor(seconds / 60)}`);
  await assert.rejects(async () => book.remember(spent("m")), StoreFailure);
  await client.end();
});

/** Asks again after a `StoreFailure`: broken connections may be noticed one by one. */
async function sooner<T>(ask: () => T | Promise<T>): Promise<T> {
  for (const most = performance.now() + 20_000; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreFailure) || performance.now() > most) throw error;
    }
  }
}
