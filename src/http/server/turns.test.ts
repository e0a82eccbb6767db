import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as immediately } from "node:timers/promises";
import { createTurns, maxInTurn } from "./turns.ts";

/** Takes a place in the next turn for as many requests, and lists those that were judged. */
function judgedOf(count: number, turns = createTurns()) {
  const judged: number[] = [];
  for (let at = 0; at < count; at += 1) void turns.next().then(() => judged.push(at));
  return judged;
}

test("a turn that is not full begins once the event loop has read from every connection", async () => {
  const judged = judgedOf(2);
  await new Promise(process.nextTick);
  assert.deepEqual(judged, []);
  await immediately();
  assert.deepEqual(judged, [0, 1]);
});

test("a full turn begins at once, and the requests after it wait for the next one", async () => {
  const judged = judgedOf(maxInTurn + 1);
  await new Promise(process.nextTick);
  assert.equal(judged.length, maxInTurn);
  await immediately();
  assert.equal(judged.length, maxInTurn + 1);
});

test("a turn begins after another one", async () => {
  const turns = createTurns();
  for (const count of [1, maxInTurn, 2 * maxInTurn, 3]) {
    const judged = judgedOf(count, turns);
    await immediately();
    assert.equal(judged.length, count);
  }
});
