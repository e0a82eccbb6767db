import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "../../domain/credentials.ts";
import { internalSecrets } from "./internal-secrets.ts";

test("T62: either of two secrets is one, and nothing else is; a replaced one is none from the next call on", () => {
  const secrets = internalSecrets([new Secret("new"), new Secret("previous")]);
  assert.deepEqual(["new", "previous"].map(secrets.has), [true, true]);
  for (const given of ["", "new,previous", "previous ", "New", undefined, ["new"]]) {
    assert.equal(secrets.has(given), false, String(given));
  }
  secrets.replace([new Secret("new")]);
  assert.deepEqual(["new", "previous"].map(secrets.has), [true, false]);
  assert.equal(secrets.areNone(), false);
});

test("without a secret, none is the right one", () => {
  const secrets = internalSecrets([]);
  assert.equal(secrets.areNone(), true);
  assert.deepEqual(["", "undefined", undefined].map(secrets.has), [false, false, false]);
});
