import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { sqliteAlone, whySqliteAlone } from "../../bin/sqlite-alone.ts";

process.env["COUNTERSIGN_TEST_ENGINE"] = "postgres";
const { keepLedgersOnDisk, startTestService } = await import("../support/service.ts");

test("services of tests run on PostgreSQL where they are told to, unless a test names another place", async () => {
  const placeOf = async (settings: Readonly<Record<string, string>> = {}) => {
    await using service = await startTestService(settings);
    return service.dependencies.config.postgres === undefined ? "SQLite" : "PostgreSQL";
  };
  assert.equal(await placeOf(), "PostgreSQL");
  assert.equal(await placeOf({ DATABASE_URL: "sqlite::memory:" }), "SQLite");
  keepLedgersOnDisk();
  assert.equal(await placeOf(), "PostgreSQL");
});

test("what has nothing to run on PostgreSQL is left out there with a reason; what has a service is not", () => {
  assert.equal(
    whySqliteAlone("packages/oauth1/src/base-string.test.ts"),
    "it has no database of the tests",
  );
  assert.equal(whySqliteAlone("test/flows/two-step.test.ts"), undefined);
  assert.equal(whySqliteAlone("test/cli/links.test.ts"), undefined);
  for (const [file, why] of Object.entries(sqliteAlone)) {
    assert.ok(existsSync(file), file);
    assert.equal(whySqliteAlone(file), why);
  }
});
