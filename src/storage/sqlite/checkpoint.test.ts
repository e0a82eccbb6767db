import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { checkpointTrouble } from "./checkpoint.ts";
import { openDatabase } from "./database.ts";

test("a short log that a reader keeps from being moved is no trouble; a connection that is gone is one", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-checkpoint-"));
  try {
    const database = openDatabase(join(directory, "ledger.db"));
    database.exec("create table seen (x); insert into seen values (1)");
    using reader = openDatabase(join(directory, "ledger.db"));
    reader.exec("begin; select * from seen");
    database.exec("insert into seen values (2)");
    assert.equal(checkpointTrouble(database), undefined);
    reader.exec("commit");
    database.close();
    assert.match(
      checkpointTrouble(database) ?? "",
      /cannot be moved into the ledger: database is not/,
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
});
