import assert from "node:assert/strict";
import { test } from "node:test";
import { importedApplicationId } from "./imported.ts";

test("an application without an id gets the same one at each import, by any version", () => {
  assert.equal(importedApplicationId("a-key"), "3565464069602568");
  assert.equal(importedApplicationId("another-key"), "4076064352915005");
});
