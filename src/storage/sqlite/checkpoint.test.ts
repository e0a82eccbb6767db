import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { checkpointProblem } from "./checkpoint.ts";
import { openDatabase } from "./database.ts";

test("a short log that a reader keeps from being moved is no problem; a connection that is gone is one", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-checkpoint-"));
  try {
    const database = openDatabase(join(directory, "ledger.db"));
    database.exec("create table seen (x); insert into seen values (1)");
    using reader = openDatabase(join(directory, "ledger.db"));
    reader.exec("begin; select * from seen");
    database.exec("insert into seen values (2)");
    assert.equal(checkpointProblem(database), undefined);
    reader.exec("commit");
    database.close();
    assert.match(checkpointProblem(database) ?? "", /can't be checkpointed: database is not/);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a log that a reader lets grow to 64,000 pages is a problem, until the reader ends", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-checkpoint-"));
  const path = join(directory, "ledger.db");
  try {
    {
      // An eighth of the usual page, so that the log stays small.
      using small = new DatabaseSync(path);
      small.exec("pragma page_size = 512; create table seen (x); insert into seen values (1)");
    }
    using database = openDatabase(path);
    using reader = openDatabase(path);
    reader.exec("begin; select * from seen");
    database.exec("insert into seen values (zeroblob(64000 * 512))");
    assert.match(
      checkpointProblem(database) ?? "",
      /has grown to 6\d{4} pages: another process has a long-running read/,
    );
    reader.exec("commit");
    assert.equal(checkpointProblem(database), undefined);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
