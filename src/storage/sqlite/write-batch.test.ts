/** A batch on a database that has no room left. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { AuditEvent } from "../../domain/audit.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { happened, suiteRing } from "../contract/seeded-ledger.ts";
import type { Write } from "../sql/write.ts";
import { migrateSqlite } from "./migration.ts";
import { writeBatch, writingOn } from "./write-batch.ts";

test("a batch whose store fails is lost as a whole, not write by write", async () => {
  using database = new DatabaseSync(":memory:");
  migrateSqlite(database);
  const [pages] = database.prepare("pragma page_count").all();
  database.exec(`pragma max_page_count = ${pages?.["page_count"]}`);
  const actor = `user:${"7".repeat(100_000)}`;
  const event = { ...happened(), actor } as AuditEvent;
  const write: Write<"record"> = { name: "record", args: [event] };
  const keys = new KeyRing(keySource(suiteRing));
  await assert.rejects(writeBatch([write, write], writingOn(database), keys), (error) => {
    assert.ok(error instanceof StoreFailure);
    assert.match(error.message, /the database's record: .*full/);
    return true;
  });
});
