import assert from "node:assert/strict";
import { test } from "node:test";

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
