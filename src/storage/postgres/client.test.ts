import assert from "node:assert/strict";
import { test } from "node:test";
import { bindable } from "./client.ts";

test("what PostgreSQL accepts is bound as it is", () => {
  const most = Number.MAX_SAFE_INTEGER;
  const bytes = new Uint8Array([0, 1]);
  for (const value of ["", "text", 0, -1, most, -most, null, true, bytes]) {
    assert.equal(bindable(value), value);
  }
});

test("NUL is replaced wherever it stands, and a number beyond the exact ones by the last of them", () => {
  assert.equal(bindable("\0a\0"), "\uFFFDa\uFFFD");
  for (const value of [2 ** 53, 2 ** 63, Number.POSITIVE_INFINITY]) {
    assert.equal(bindable(value), Number.MAX_SAFE_INTEGER);
    assert.equal(bindable(-value), -Number.MAX_SAFE_INTEGER);
  }
});

test("what is no whole number matches no row", () => {
  for (const value of [Number.NaN, 0.5, -1.5]) assert.equal(bindable(value), null);
});
