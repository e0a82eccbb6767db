/** Syncs that fail under a database, in a separate process with a failing disk. docs/adr/0005-group-commit.md */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { failingDisk } from "../../../test/support/failing-disk.ts";
import type { Written } from "../../../test/support/ledger-on-failing-disk.ts";

const program = fileURLToPath(
  new URL("../../../test/support/ledger-on-failing-disk.ts", import.meta.url),
);

test("T12 — a COMMIT that failed is rejected, and a kill does not make it true; one that may be true is called unknown", async (t) => {
  using disk = failingDisk();
  if (disk === undefined) return t.skip("needs a C compiler");
  const directory = mkdtempSync(join(tmpdir(), "countersign-disk-"));
  try {
    const args = ["--disable-warning=ExperimentalWarning", program];
    args.push(join(directory, "ledger.db"), disk.variables["FAILING_DISK"] ?? "");
    const env = { ...process.env, ...disk.variables };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    const checkpoint = "the write-ahead log can't be checkpointed: disk I/O error";
    const failed = "StoreFailure: the database's commit: disk I/O error";
    const stopped = "the database cannot be written: disk I/O error";
    const written: readonly Written[] = JSON.parse(stdout);
    assert.deepEqual(
      written.map((one) => [one.outcome, one.problems.slice(1)]),
      [
        ["ok", []],
        [failed, []],
        ["ok", []],
        [failed, []],
        ["OutcomeUnknown: the database's commit: disk I/O error; then: disk I/O error", [stopped]],
        ["StoreFailure: since disk I/O error: disk I/O error", [stopped]],
        ["ok", []],
        [failed, []],
      ],
    );
    for (const { problems, open } of written) {
      assert.equal(problems[0], checkpoint);
      assert.equal(open, written[0]?.open, "a connection that failed is closed");
    }
    const first = ["after0"];
    const second = ["after0", "after2"];
    for (const [at, accounts] of [first, first, second, second].entries()) {
      assert.deepEqual(accountsIn(directory, at), accounts, `after-${at}`);
    }
    for (const at of [6, 7]) {
      assert.deepEqual(accountsIn(directory, at), ["after0", "after2", "after6"], `after-${at}`);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

/** The accounts that are there when the database is opened after the process was killed at that point. */
function accountsIn(directory: string, at: number): readonly unknown[] {
  using database = new DatabaseSync(join(directory, `after-${at}`, "ledger.db"));
  const rows = database.prepare('select screen_name from "user" order by screen_name').all();
  return rows.map((row) => row["screen_name"]);
}
