import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoints } from "../../src/http/endpoints/index.ts";
import { anonymous } from "../../src/verification/authentication/authentication.ts";
import { startWorld } from "../support/world.ts";

// interface §1.4
test("every operation that clients call rejects with one coded error, as JSON", async () => {
  await using world = await startWorld();
  for (const { name, paths, methods, produces, caller } of endpoints) {
    if (produces === "page" || produces === "asset") continue;
    // Public operations, such as the metadata, reject only methods that they do not have.
    for (const method of caller === anonymous ? ["DELETE"] : [...methods, "DELETE"]) {
      const response = await fetch(world.baseUrl + paths[0], { method });
      assert.ok(response.status >= 400, `${method} ${name}`);
      assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
      const { errors } = (await response.json()) as { errors: unknown[] };
      assert.equal(errors.length, 1);
      const { code, message, ...others } = errors[0] as Record<string, unknown>;
      assert.ok(Number.isInteger(code), `${method} ${name}`);
      assert.equal(typeof message, "string");
      assert.deepEqual(others, {});
    }
  }
});
