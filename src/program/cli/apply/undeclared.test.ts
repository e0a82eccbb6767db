import assert from "node:assert/strict";
import { test } from "node:test";
import { isLike } from "./undeclared.ts";

test("a star in a pattern stands for any characters, also none", () => {
  for (const [name, pattern, expected] of [
    ["Test", "Test", true],
    ["Test 1", "Test", false],
    ["Test 1", "Test*", true],
    ["Test", "Test*", true],
    ["My Test", "*Test", true],
    ["My Test 1", "*Test", false],
    ["aXbXc", "a*b*c", true],
    ["abc", "a*b*c", true],
    ["acb", "a*b*c", false],
    ["aba", "ab*ba", false],
    ["", "*", true],
    ["a.c", "a?c", false],
    ["abab", "*ab", true],
    ["test", "Test*", false],
  ] as const) {
    assert.equal(isLike(name, pattern), expected, `${name} ${pattern}`);
  }
  assert.equal(isLike("a".repeat(50), "*a".repeat(100)), false);
});
