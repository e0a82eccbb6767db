import assert from "node:assert/strict";
import { test } from "node:test";
import pino from "pino";
import { openBackgroundWrites } from "./background-writes.ts";

function openWrites(now: () => number = () => 0) {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  return { lines, writes: openBackgroundWrites(logger, now) };
}

test("settled: waits for every write, also for one that begins meanwhile", async () => {
  const { writes, lines } = openWrites();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended: string[] = [];
  writes.begin("first", async () => {
    await first.promise;
    writes.begin("second", () => second.promise.then(() => ended.push("second")));
    ended.push("first");
  });
  const settled = writes.settled().then(() => ended.push("settled"));
  first.resolve();
  await first.promise;
  setImmediate(() => second.resolve());
  await settled;
  assert.deepEqual(ended, ["first", "second", "settled"]);
  assert.deepEqual(lines, []);
  await writes.settled();
});

test("a write that fails is logged, whether it throws or rejects, and the next one is made", async () => {
  const { writes, lines } = openWrites();
  writes.begin("a", () => Promise.reject(new Error("the disk is full")));
  writes.begin("b", () => {
    throw new Error("the database is closed");
  });
  let made = false;
  writes.begin("c", async () => {
    made = true;
  });
  await writes[Symbol.asyncDispose]();
  assert.equal(made, true);
  assert.deepEqual(lines.map(({ level, write, reason }) => [level, write, reason]).toSorted(), [
    [40, "a", "Error: the disk is full"],
    [40, "b", "Error: the database is closed"],
  ]);
});

test("a database that fails for long gets a line a minute, which counts the others", async () => {
  let now = 0;
  const { writes, lines } = openWrites(() => now);
  const fail = async () => {
    writes.begin("a", () => Promise.reject(new Error("the disk is full")));
    await writes.settled();
  };
  for (let at = 0; at < 30; at += 1) await fail();
  assert.equal(lines.length, 10);
  now += 60_000;
  for (const _ of [1, 2]) await fail();
  assert.equal(lines.length, 11);
  assert.deepEqual([lines[0]?.["others"], lines.at(-1)?.["others"]], [undefined, 20]);
});
