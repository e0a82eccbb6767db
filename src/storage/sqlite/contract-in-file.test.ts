/**
 * The contract of all engines, for a ledger in a file: with a writing thread, as a server has it, and without, as
 * commands have it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after } from "node:test";
import type { AuditEvent } from "../../domain/audit.ts";
import { KeyRing } from "../../keys/key-ring.ts";
import { keySource } from "../../keys/key-sources.ts";
import { sqliteRows } from "../contract/ledger-rows.ts";
import { ledgerSuites, raceSuites } from "../contract/ledger-suites.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
import { upkeepSuite } from "../contract/upkeep-suite.ts";
import { openSqliteLedger } from "./ledger.ts";

const keys = new KeyRing(keySource(suiteRing));

async function openLedger(mayBlock: boolean) {
  const directory = mkdtempSync(join(tmpdir(), "countersign-ledger-"));
  const path = join(directory, "ledger.db");
  const committed: AuditEvent[] = [];
  const ledger = await openSqliteLedger({
    path,
    keys,
    keysFrom: suiteRing,
    mayBlock,
    committed: (event) => committed.push(event),
  });
  const wipe = wiper(path);
  return {
    ledger,
    committed,
    async rows() {
      using beside = new DatabaseSync(path, { readOnly: true });
      return await sqliteRows(beside);
    },
    wipe() {
      wipe();
      committed.length = 0;
    },
    async close() {
      await ledger[Symbol.asyncDispose]();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Restores the present rows of every table, on another connection, as another process would. */
function wiper(path: string): () => void {
  using database = new DatabaseSync(path);
  database.exec(`vacuum into '${path}.new'`);
  const named = "select name from sqlite_schema where type = 'table'";
  const tables = database
    .prepare(named)
    .all()
    .map(({ name }) => `"${name}"`);
  const emptied = tables.map((table) => `delete from main.${table}`);
  const filled = tables.map((table) => `insert into main.${table} select * from pristine.${table}`);
  // Twice, because triggers copy deleted rows into other tables.
  const statements = ["begin immediate", ...emptied, ...emptied, ...filled, "commit"].join(";");
  return () => {
    using other = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    other.exec(`pragma synchronous = off; attach '${path}.new' as pristine; ${statements}`);
  };
}

type Opened = Awaited<ReturnType<typeof openLedger>>;

/** Opening a ledger with a thread takes a tenth of a second, so each one is emptied and used for several tests. */
async function openInFile(unused: Opened[], mayBlock: boolean) {
  const opened = unused.pop() ?? (await openLedger(mayBlock));
  const { ledger, committed, rows } = opened;
  return {
    ledger,
    committed,
    rows,
    async [Symbol.asyncDispose]() {
      opened.wipe();
      unused.push(opened);
    },
  };
}

const withThread: Opened[] = [];
const withoutThread: Opened[] = [];
after(async () => {
  for (const opened of [...withThread, ...withoutThread]) await opened.close();
});

for (const suite of ledgerSuites) {
  suite("SQLite in a file", () => openInFile(withThread, false));
}

for (const suite of [...raceSuites, upkeepSuite]) {
  suite("SQLite in a file, on the caller's thread", () => openInFile(withoutThread, true));
}
