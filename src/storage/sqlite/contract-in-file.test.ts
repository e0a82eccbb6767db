/**
 * The contract of all engines, for a database in a file: with a writing thread, as a server has it, and without, as
 * commands have it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after } from "node:test";
import type { AuditEvent } from "../../domain/audit.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { sqliteRows } from "../contract/ledger-rows.ts";
import { ledgerSuites, raceSuites } from "../contract/ledger-suites.ts";
import { maintenanceSuite } from "../contract/maintenance-suite.ts";
import { copyAside, putBack } from "../contract/rows-aside.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
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
  const wipe = rememberIn(path, "pristine");
  return {
    ledger,
    committed,
    async rows() {
      using beside = new DatabaseSync(path, { readOnly: true });
      return await sqliteRows(beside);
    },
    remember: async () => {
      const putBack = rememberIn(path, "aside");
      return async () => putBack();
    },
    async run(statements: string) {
      using beside = new DatabaseSync(path);
      beside.exec(statements);
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

/**
 * Copies the present rows into a file of that name; the function that it returns puts them back. Both happen on another
 * connection, as in another process.
 */
function rememberIn(path: string, name: string): () => void {
  const file = `${path}.${name}`;
  rmSync(file, { force: true });
  const attach = `pragma synchronous = off; attach '${file}' as aside;`;
  using database = new DatabaseSync(path);
  database.exec(attach + copyAside);
  return () => {
    using other = new DatabaseSync(path);
    other.exec(attach + putBack);
  };
}

type Opened = Awaited<ReturnType<typeof openLedger>>;

/** Opening a database with a thread takes a tenth of a second, so each one is emptied and used for several tests. */
async function openInFile(unused: Opened[], mayBlock: boolean) {
  const world = unused.pop() ?? (await openLedger(mayBlock));
  const { ledger, committed, rows, remember, run } = world;
  return {
    ledger,
    committed,
    rows,
    remember,
    run,
    async [Symbol.asyncDispose]() {
      world.wipe();
      unused.push(world);
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

for (const suite of [...raceSuites, maintenanceSuite]) {
  suite("SQLite in a file, on the caller's thread", () => openInFile(withoutThread, true));
}
