import assert from "node:assert/strict";
import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { setImmediate as immediately } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { ledgerPlace } from "../../../test/support/ledger-place.ts";
import { openFilesIn } from "../../../test/support/open-files.ts";
import { OutcomeUnknown, StoreFailure } from "../../domain/errors.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
import type { Write } from "../sql/write.ts";
import { openDatabase } from "./database.ts";
import { groupCommitOn, maxWritesInOneCommit } from "./group-commit.ts";
import { createProblems } from "./problems.ts";
import { writerOnItsOwnThread, writerOnThisThread } from "./writers.ts";

const happened = { name: "admin.link-created", at: 1, actor: "service" } as const;
const write: Write<"record"> = { name: "record", args: [happened] };

test("the thread has a name and little memory, and says how many writes it made at once", async (t) => {
  await using place = await writerOf(t);
  await Promise.all([1, 2, 3].map(() => place.writer.perform(write)));
  await place.writer.perform(write);
  assert.equal(place.threads().length, 1);
  assert.equal(place.threads()[0]?.threadName, "database writer");
  assert.equal(place.threads()[0]?.resourceLimits?.maxYoungGenerationSizeMb, 8);
  assert.deepEqual(place.grouped, [3, 1]);
  assert.deepEqual(place.began, []);
});

test("writes that cannot be sent are rejected, and each of the others gets its own outcome", async (t) => {
  await using place = await writerOf(t);
  const { writer, sent } = place;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const release = place.hold();
  const before = writer.perform(write);
  await immediately();
  sent.mock.mockImplementationOnce(() => {
    throw new Error("no memory");
  });
  const unsent = [writer.perform(write), writer.perform(write)];
  await immediately();
  const after = writer.perform({ name: "record", args: [{ ...happened, at: 2 }] });
  for (const outcome of await Promise.all(unsent)) {
    assert.ok(!outcome.ok && outcome.error instanceof StoreFailure);
    assert.ok(!(outcome.error instanceof OutcomeUnknown));
    assert.equal(outcome.error.message, "the writes could not be sent to the writing thread");
    assert.match(String(outcome.error.cause), /no memory/);
  }
  release();
  const made = await Promise.all([before, after]);
  assert.deepEqual(
    made.map((one) => one.ok && one.events.map(({ at }) => at)),
    [[1], [2]],
  );
  t.mock.timers.tick(30_000);
  assert.deepEqual(place.began, [], "no one waits any more");
  t.mock.timers.reset();
});

test("so many writes may wait, and no more", async (t) => {
  await using place = await writerOf(t);
  const { writer } = place;
  const release = place.hold();
  const most = 16 * maxWritesInOneCommit;
  const waiting = Array.from({ length: most }, () => writer.perform(write));
  await assert.rejects(writer.perform(write), {
    name: "StoreFailure",
    message: "too many writes are waiting for the database",
  });
  release();
  for (const outcome of await Promise.all(waiting)) assert.ok(outcome.ok);
  assert.equal(
    place.grouped.reduce((sum, one) => sum + one, 0),
    most,
  );
  assert.ok(Math.max(...place.grouped) === maxWritesInOneCommit, `${place.grouped}`);
  assert.ok((await writer.perform(write)).ok);
});

test("a message that is lost leaves its writes unknown, and another thread makes the next", async (t) => {
  await using place = await writerOf(t);
  const { writer, problems } = place;
  await writer.perform(write);
  const release = place.hold();
  const lost = writer.perform(write);
  await immediately();
  const [worker = assert.fail()] = place.threads();
  const ended = once(worker, "exit");
  worker.emit("messageerror", new Error("unreadable"));
  const outcome = await lost;
  assert.ok(!outcome.ok && outcome.error instanceof OutcomeUnknown);
  const text = "the database's writing thread ended: Error: unreadable";
  assert.equal(outcome.error.message, text);
  assert.match(String(outcome.error.cause), /unreadable/);
  assert.deepEqual(problems.list(), [{ reason: text, stopsWrites: true }]);
  release();
  assert.ok((await writer.perform(write)).ok);
  await ended;
  assert.equal(place.threads().length, 2);
  assert.deepEqual(problems.list(), []);
  assert.deepEqual(place.began, [text]);
});

test("what the thread says of commits and checkpoints stands until it says otherwise", async (t) => {
  await using place = await writerOf(t);
  await place.writer.perform(write);
  const [worker = assert.fail()] = place.threads();
  const reason = "the disk is full";
  for (const [problem, none, stopsWrites] of [
    [{ checkpointProblem: reason }, { checkpointProblem: undefined }, false],
    [{ outcomes: [], commitProblem: reason }, { outcomes: [], commitProblem: undefined }, true],
  ] as const) {
    worker.emit("message", problem);
    assert.deepEqual(place.problems.list(), [{ reason, stopsWrites }]);
    worker.emit("message", none);
    assert.deepEqual(place.problems.list(), []);
  }
});

test("on the caller's thread the first write opens the database, and closing it leaves nothing open", async () => {
  using place = await ledgerPlace();
  const keys = new KeyRing(keySource(suiteRing));
  let opens = 0;
  const writer = writerOnThisThread(() => {
    opens += 1;
    const reopen = () => openDatabase(place.ledger);
    return groupCommitOn(reopen(), keys, reopen);
  });
  assert.equal(opens, 0);
  for (const _ of [1, 2]) assert.ok((await writer.perform(write)).ok);
  assert.equal(opens, 1);
  await writer.close();
  assert.deepEqual(openFilesIn(place.directory), []);
  await assert.rejects(writer.perform(write), { message: "the database is closed" });
});

test("a thread that ends with nothing in hand is a problem, unless it was told to", async (t) => {
  await using place = await writerOf(t);
  const { writer, problems } = place;
  await writer.perform(write);
  await place.threads()[0]?.terminate();
  assert.deepEqual(problems.list(), [
    { reason: "the database's writing thread ended: 1", stopsWrites: true },
  ]);
  await writer.perform(write);
  assert.equal(place.threads().length, 2);
  await writer.close();
  assert.deepEqual(
    place.threads().map(({ threadId }) => threadId),
    [-1, -1],
  );
  assert.deepEqual(problems.list(), []);
  await assert.rejects(writer.perform(write), { message: "the database is closed" });
});

test("a thread that could not open the database is started again a second later, and not before", async (t) => {
  await using place = await writerOf(t, { given: "no ring" });
  const { writer, problems } = place;
  let now = 5000;
  t.mock.method(performance, "now", () => now);
  const rejected = await writer.perform(write);
  assert.ok(!rejected.ok && rejected.error instanceof StoreFailure);
  assert.ok(!(rejected.error instanceof OutcomeUnknown));
  assert.match(rejected.error.message, /^the database's writing thread ended: /);
  assert.equal(problems.list().length, 1);
  now += 999;
  await assert.rejects(writer.perform(write), {
    name: "StoreFailure",
    message: "the database's writing thread could not open it",
  });
  assert.equal(place.threads().length, 1);
  now += 1;
  assert.equal((await writer.perform(write)).ok, false);
  assert.equal(place.threads().length, 2);
});

test("a disk that does not respond: who waits is told after half a minute, and an idle thread waits a minute", async (t) => {
  await using place = await writerOf(t);
  const { writer } = place;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const release = place.hold();
  const late = writer.perform(write);
  await immediately();
  t.mock.timers.tick(29_999);
  await immediately();
  assert.deepEqual(place.began, []);
  t.mock.timers.tick(1);
  const outcome = await late;
  assert.ok(!outcome.ok && outcome.error instanceof OutcomeUnknown);
  assert.equal(outcome.error.message, "the database's disk doesn't respond");
  const reason = "the database's disk doesn't respond";
  assert.deepEqual(place.problems.list(), [{ reason, stopsWrites: true }]);
  const closes = () => place.sent.mock.calls.filter((call) => call.arguments[0] === "close").length;
  t.mock.timers.tick(30_000);
  assert.equal(closes(), 0, "it has a write in hand");
  release();
  const [worker = assert.fail()] = place.threads();
  while (place.grouped.length === 0) await once(worker, "message");
  t.mock.timers.tick(59_999);
  assert.equal(closes(), 0);
  t.mock.timers.tick(1);
  assert.equal(closes(), 1);
  assert.ok((await writer.perform(write)).ok);
  t.mock.timers.tick(60_000);
  assert.equal(closes(), 2, "the next one as well");
  for (const count of [2, 3]) {
    assert.ok((await writer.perform(write)).ok);
    t.mock.timers.tick(30_000);
    assert.equal(closes(), count);
  }
  assert.ok((await writer.perform(write)).ok);
  t.mock.timers.tick(30_000);
  assert.equal(closes(), 3, "a minute is counted from a thread's first write");
  assert.deepEqual(place.began, [reason]);
  t.mock.timers.reset();
});

async function writerOf(t: TestContext, keys = suiteRing) {
  const place = await ledgerPlace();
  const sent = t.mock.method(Worker.prototype, "postMessage");
  const began: string[] = [];
  const grouped: number[] = [];
  const problems = createProblems((reason) => began.push(reason));
  const writer = writerOnItsOwnThread(place.ledger, keys, problems, (writes) =>
    grouped.push(writes),
  );
  return {
    ...{ writer, problems, began, grouped, sent },
    threads: () => [...new Set(sent.mock.calls.map((call) => call.this as Worker))],
    /** From now on nothing is written, until what it returns is called. */
    hold() {
      const other = new DatabaseSync(place.ledger);
      other.exec("begin immediate");
      return () => other.close();
    },
    async [Symbol.asyncDispose]() {
      await writer.close();
      place[Symbol.dispose]();
    },
  };
}
