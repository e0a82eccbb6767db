import assert from "node:assert/strict";
import { test } from "node:test";
import { isOutdated, seenField, seenMark, wasLeft } from "./seen.ts";

test("a form is outdated once one of the values that weigh is another than it was shown with; words do not weigh", () => {
  const mark = seenMark(["write", true, ["https://a.example/"]], ["Weather"]);
  const form = new Map([[seenField, mark]]);
  assert.equal(isOutdated(form, seenMark(["write", true, ["https://a.example/"]], ["W"])), false);
  for (const values of [["read", true, ["https://a.example/"]], ["write", true, []], []]) {
    assert.equal(isOutdated(form, seenMark(values, ["Weather"])), true);
  }
});

test("a word was left if it is sent as its own field was shown", () => {
  const form = new Map([[seenField, seenMark(["write"], ["Weather", ""])]]);
  assert.deepEqual(
    [wasLeft(form, 0, "Weather"), wasLeft(form, 0, ""), wasLeft(form, 1, ""), wasLeft(form, 2, "")],
    [true, false, true, false],
  );
});

test("a form without the mark was not shown by a page, and is decided on what stands", () => {
  assert.equal(isOutdated(new Map(), seenMark(["write"], [])), false);
  assert.equal(wasLeft(new Map(), 0, ""), false);
});

test("the mark shows nothing of the values, and fits into a form", () => {
  assert.match(seenMark(["a value"], ["a word"]), /^[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{43}$/);
});
