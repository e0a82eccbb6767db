import assert from "node:assert/strict";
import { test } from "node:test";
import { aligned, fitted } from "./fitted.ts";

test("a line that fits stays as it is", () => {
  assert.equal(fitted("a  b  c", 7), "a  b  c");
});

test("a line that is too long continues below its last column, between words", () => {
  assert.equal(
    fitted("failure   clock  the clock is ahead of the others", 32),
    [
      "failure   clock  the clock is",
      "                 ahead of the",
      "                 others",
    ].join("\n"),
  );
});

test("what is indented stays indented, and text without columns is wrapped at the left", () => {
  assert.equal(fitted("    one two three", 11), "    one two\n    three");
  assert.equal(fitted("one two three", 8), "one two\nthree");
});

test("other white space is a part of its word", () => {
  assert.equal(
    fitted("id  日本\u3000語 Jean\u00a0Dupont x", 12),
    "id  日本\u3000語\n    Jean\u00a0Dupont\n    x",
  );
});

test("a key or a URL stays whole, so that it can be copied", () => {
  const key = "k".repeat(40);
  assert.equal(fitted(`token  ${key} of bob`, 20), `token  ${key}\n       of bob`);
});

test("a column that begins far to the right is not the one to go on below", () => {
  assert.equal(fitted(`${"a".repeat(30)}  b c`, 32), `${"a".repeat(30)}\nb c`);
});

test("columns have the width of their widest cell, and nothing follows the last one", () => {
  assert.deepEqual(
    aligned([
      ["a", "", "c"],
      ["b", "", "d"],
    ]),
    ["a  c", "b  d"],
  );
  assert.deepEqual(aligned([["a", "bbb", ""], ["aa", "b", "c"], ["a"]]), [
    "a   bbb",
    "aa  b    c",
    "a",
  ]);
});
