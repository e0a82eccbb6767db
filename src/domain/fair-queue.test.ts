import assert from "node:assert/strict";
import { test } from "node:test";
import { fairQueue } from "./fair-queue.ts";

const most = { entries: 6, perAccount: 2 };

function drained(queue: { take(): string | undefined }): string[] {
  const taken: string[] = [];
  for (let one = queue.take(); one !== undefined; one = queue.take()) taken.push(one);
  return taken;
}

test("networks take turns, and within one the first comes first", () => {
  const queue = fairQueue<string>(most);
  for (const entry of ["a1", "a2", "a3", "b1", "c1", "b2"]) {
    assert.equal(queue.add(entry, { network: entry.slice(0, 1) }), undefined);
  }
  assert.equal(queue.size, 6);
  assert.deepEqual(drained(queue), ["a1", "b1", "c1", "a2", "b2", "a3"]);
  assert.equal(queue.size, 0);
});

test("one account has its share, from however many networks, and no more", () => {
  const queue = fairQueue<string>(most);
  for (const [network, expected] of [
    ["a", undefined],
    ["b", undefined],
    ["c", "at c"],
  ] as const) {
    assert.equal(queue.add(`at ${network}`, { network, account: "alice" }), expected);
  }
  assert.equal(queue.add("bob", { network: "a", account: "bob" }), undefined);
  assert.equal(queue.take(), "at a");
  assert.equal(queue.add("again", { network: "c", account: "alice" }), undefined);
});

test("one network may take every place, and gives its newest back to others until all have the same", () => {
  const queue = fairQueue<string>(most);
  for (let at = 1; at <= 6; at += 1) queue.add(`a${at}`, { network: "a", account: `${at}` });
  assert.equal(queue.add("a7", { network: "a" }), "a7");
  const displaced = ["b1", "b2", "b3"].map((one) => queue.add(one, { network: "b" }));
  assert.deepEqual(displaced, ["a6", "a5", "a4"]);
  assert.equal(queue.add("b4", { network: "b" }), "b4");
  assert.equal(queue.add("a4", { network: "a", account: "6" }), "a4");
  assert.equal(queue.size, 6);
  assert.deepEqual(drained(queue), ["a1", "b1", "a2", "b2", "a3", "b3"]);
  // An entry that was pushed out no longer counts for its account.
  for (const one of ["x", "y"]) {
    assert.equal(queue.add(one, { network: "a", account: "6" }), undefined);
  }
});

test("with one entry for each network there is room for no further one", () => {
  const queue = fairQueue<string>(most);
  for (const network of "abcdef") queue.add(network, { network });
  assert.equal(queue.add("g", { network: "g" }), "g");
  assert.equal(queue.size, 6);
});
