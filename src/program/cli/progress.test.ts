import assert from "node:assert/strict";
import { test } from "node:test";
import { barOf, openProgress } from "./progress.ts";

test("a bar shows the share, and never more than all", () => {
  assert.equal(
    barOf({ done: 0, of: 0, unit: "secrets" }, 80),
    `[${"#".repeat(30)}] 0 of 0 secrets`,
  );
  assert.equal(
    barOf({ done: 1500, of: 3000, unit: "rows" }, 80),
    `[${"#".repeat(15)}${".".repeat(15)}] 1,500 of 3,000 rows`,
  );
  assert.equal(barOf({ done: 12, of: 10, unit: "rows" }, 80), `[${"#".repeat(30)}] 12 of 12 rows`);
  assert.equal(barOf({ done: 1500, unit: "lines" }, 80), "1,500 lines");
});

test("it fits into one line of any terminal", () => {
  for (let columns = 1; columns < 60; columns += 1) {
    for (const total of [undefined, 5000]) {
      assert.ok(barOf({ done: 1500, of: total, unit: "access tokens" }, columns).length < columns);
    }
  }
});

test("nothing is drawn with --json, without a terminal, or in the first second", (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  for (const [json, isTTY, drawn] of [
    [true, true, 0],
    [undefined, false, 0],
    [undefined, true, 1],
  ] as const) {
    now = 0;
    const written: string[] = [];
    const terminal = { isTTY, columns: 80, write: (text: string) => written.push(text) };
    const progress = openProgress({ json }, terminal);
    progress.show({ done: 1, unit: "lines" });
    now = 999;
    progress.show({ done: 2, unit: "lines" });
    assert.deepEqual(written, []);
    now = 1000;
    progress.show({ done: 3, unit: "lines" });
    progress.show({ done: 4, unit: "lines" });
    assert.equal(written.length, drawn);
    progress[Symbol.dispose]();
    progress.clear();
    assert.deepEqual(written, drawn === 0 ? [] : ["\r\u001b[K3 lines", "\r\u001b[K"]);
  }
});
