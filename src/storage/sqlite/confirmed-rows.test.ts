import assert from "node:assert/strict";
import { test } from "node:test";
import { type ConfirmedRows, confirmedRows } from "./confirmed-rows.ts";

/** A lookup that counts how often it reads. */
function lookup(rows: ConfirmedRows) {
  const counted = { reads: 0, value: "first" };
  const read = rows.over((..._values: [token: string, consumerKey: string]) => {
    counted.reads += 1;
    return counted.value === "" ? undefined : [counted.value];
  });
  return {
    counted,
    at(version: number | undefined, token = "token", consumerKey = "key") {
      rows.confirm(version);
      return read(token, consumerKey)?.[0];
    },
  };
}

/** Lookups of one version until rows are kept. */
function warm(rows: ConfirmedRows, version: number | undefined): void {
  for (let times = 0; times < 600; times += 1) rows.confirm(version);
}

test("a row is read once for as long as the version is the same", () => {
  const kept = confirmedRows();
  const { counted, at } = lookup(kept);
  warm(kept, 1);
  assert.equal(at(1), "first");
  counted.value = "second";
  assert.equal(at(1), "first");
  assert.equal(counted.reads, 1);
});

test("another version drops every row, and so does the return of an earlier one", () => {
  const kept = confirmedRows();
  const { counted, at } = lookup(kept);
  warm(kept, 1);
  at(1);
  counted.value = "second";
  assert.equal(at(2), "second");
  counted.value = "third";
  assert.equal(at(1), "third");
});

test("the first lookups after a commit keep nothing", () => {
  const kept = confirmedRows();
  const { counted, at } = lookup(kept);
  for (let times = 0; times < 100; times += 1) at(1);
  assert.equal(counted.reads, 100);
});

test("nothing is kept where no version vouches for it", () => {
  const kept = confirmedRows();
  const { counted, at } = lookup(kept);
  warm(kept, undefined);
  at(undefined);
  at(undefined);
  assert.equal(counted.reads, 2);
});

test("a token's row is not found under another consumer key", () => {
  const kept = confirmedRows();
  const { counted, at } = lookup(kept);
  warm(kept, 1);
  at(1, "token", "key");
  counted.value = "";
  assert.equal(at(1, "token", "other"), undefined);
  assert.equal(at(1, "token", "key"), "first");
});

test("an absent row is looked up every time, since anyone can send tokens that do not exist", () => {
  const kept = confirmedRows();
  const { counted, at } = lookup(kept);
  warm(kept, 1);
  counted.value = "";
  at(1);
  at(1);
  assert.equal(counted.reads, 2);
});

test("after a failed read every row is read again", () => {
  const rows = confirmedRows();
  const { counted, at } = lookup(rows);
  warm(rows, 1);
  at(1);
  rows.forget();
  counted.value = "second";
  assert.equal(at(1), "second");
});

test("rows beyond the bound in bytes drop all others", () => {
  const rows = confirmedRows(100_000);
  const { counted, at } = lookup(rows);
  warm(rows, 1);
  counted.value = "x".repeat(30_000);
  for (const token of ["a", "b", "c", "d"]) at(1, token);
  warm(rows, 1);
  at(1, "a");
  assert.equal(counted.reads, 5);
});

test("rows that are dropped before they are used again are kept later, and used ones sooner", () => {
  const rows = confirmedRows();
  const { counted, at } = lookup(rows);
  let version = 0;
  const readsAfter = (lookups: number, uses: number) => {
    version += 1;
    for (let times = 0; times < lookups; times += 1) rows.confirm(version);
    at(version);
    counted.reads = 0;
    for (let times = 0; times < uses; times += 1) at(version);
    return counted.reads;
  };
  assert.equal(readsAfter(600, 0), 0);
  assert.equal(readsAfter(600, 10), 10, "after 600 look-ups no row was kept");
  assert.equal(readsAfter(1100, 10), 0, "after 1,100 it was");
  assert.equal(readsAfter(600, 10), 0, "and now after 600 again");
});
