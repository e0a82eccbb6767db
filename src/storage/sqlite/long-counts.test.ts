import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { dayMs } from "../../domain/day.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { openLongCounts } from "./long-counts.ts";

const now = Date.UTC(2026, 0, 15);
const maxRequestMs = 60_000;

function temporaryFile() {
  const directory = mkdtempSync(join(tmpdir(), "counts-"));
  const remove = () => rmSync(directory, { recursive: true });
  return { path: join(directory, "limits"), [Symbol.dispose]: remove };
}

function rowsIn(path: string): readonly Record<string, unknown>[] {
  using database = new DatabaseSync(path);
  return database.prepare("select length, counted, key from window_count order by length").all();
}

test("counts outlast a restart, each in its window, and the file has no name of a caller", () => {
  using file = temporaryFile();
  {
    using counts = openLongCounts({ path: file.path, maxRequestMs });
    assert.equal(existsSync(file.path), false, "nothing was counted");
    counts.add("month", "api/exports 7", now, 3);
    counts.add(7 * dayMs, "api/exports 7", now, 1);
  }
  {
    using counts = openLongCounts({ path: file.path, maxRequestMs });
    assert.equal(counts.add("month", "api/exports 7", now + 1, 1).count, 4);
    assert.equal(counts.add("month", "api/exports 8", now + 1, 0).count, 0);
    assert.equal(counts.add(7 * dayMs, "api/exports 7", now + 1, 0).count, 1);
  }
  assert.deepEqual(
    rowsIn(file.path).map(({ length, counted }) => [length, counted]),
    [
      [String(7 * dayMs), 1],
      ["month", 4],
    ],
  );
  assert.equal(readFileSync(file.path).includes("api/exports"), false);
  using counts = openLongCounts({ path: file.path, maxRequestMs });
  assert.equal(counts.add("month", "api/exports 7", Date.UTC(2026, 1), 1).count, 1, "a new month");
});

test("what is counted is written within about a second, without a stop", async () => {
  using file = temporaryFile();
  using counts = openLongCounts({ path: file.path, maxRequestMs });
  counts.add("month", "a", now, 2);
  const deadline = performance.now() + 30_000;
  while (!existsSync(file.path) || rowsIn(file.path).length === 0) {
    assert.ok(performance.now() < deadline, "nothing was written");
    await new Promise(setImmediate);
  }
});

test("callers without end take bounded memory, because what is written is forgotten", () => {
  using counts = openLongCounts({ path: undefined, maxRequestMs, maxCached: 10 });
  for (let round = 1; round <= 3; round += 1) {
    for (let caller = 0; caller < 95; caller += 1) {
      assert.equal(counts.add("month", `api/exports ${caller}`, now, 1).count, round);
    }
  }
});

test("rows of windows that have passed are deleted, an hour later and in steps", () => {
  using file = temporaryFile();
  {
    using counts = openLongCounts({ path: file.path, maxRequestMs });
    for (let caller = 0; caller < 2500; caller += 1) counts.add("month", `${caller}`, now, 1);
    counts.add("month", "later", Date.UTC(2026, 1), 1);
  }
  using counts = openLongCounts({ path: file.path, maxRequestMs });
  const left = [Date.UTC(2026, 1), Date.UTC(2026, 1, 1, 1), Date.UTC(2026, 1, 1, 1)].map((at) => {
    counts.sweep(at);
    return rowsIn(file.path).length;
  });
  assert.deepEqual(left, [2501, 501, 1]);
});

test("a file that can't be read or written rejects, and what was counted is written later", () => {
  using file = temporaryFile();
  using blocked = openLongCounts({ path: join(file.path, "missing", "limits"), maxRequestMs });
  assert.throws(() => blocked.add("month", "a", now, 1), StoreFailure);
  {
    using counts = openLongCounts({ path: file.path, maxRequestMs, maxCached: 2 });
    counts.add("month", "a", now, 1);
    counts.add("month", "b", now, 1);
    {
      using other = new DatabaseSync(file.path);
      other.exec("begin immediate");
      assert.throws(() => counts.add("month", "c", now, 1), StoreFailure);
    }
    counts.add("month", "c", now, 1);
  }
  assert.deepEqual(
    rowsIn(file.path).map(({ counted }) => counted),
    [1, 1, 1],
  );
});
