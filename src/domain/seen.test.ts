import assert from "node:assert/strict";
import { test } from "node:test";
import { isOutdated, seenField, seenMark } from "./seen.ts";

test("a form is outdated once one of the values that it was shown with is another", () => {
  const mark = seenMark(["write", true, ["https://a.example/"]]);
  const form = new Map([[seenField, mark]]);
  assert.equal(isOutdated(form, seenMark(["write", true, ["https://a.example/"]])), false);
  for (const values of [["read", true, ["https://a.example/"]], ["write", true, []], []]) {
    assert.equal(isOutdated(form, seenMark(values)), true);
  }
});

test("a form without the mark was not shown by a page, and is decided on what stands", () => {
  assert.equal(isOutdated(new Map(), seenMark(["write"])), false);
});

test("the mark shows nothing of the values, and fits into a form", () => {
  assert.match(seenMark(["a value"]), /^[A-Za-z0-9_-]{43}$/);
});
