/** What every engine promises, of a ledger in a file: with a thread that writes, as a server has it, and without, as a command. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditEvent } from "../../domain/audit.ts";
import { KeyRing } from "../../keys/key-ring.ts";
import { keySource } from "../../keys/key-sources.ts";
import { ledgerSuites, raceSuites } from "../contract/ledger-suites.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
import { upkeepSuite } from "../contract/upkeep-suite.ts";
import { openSqliteLedger } from "./ledger.ts";

const keys = new KeyRing(keySource(suiteRing));

async function openInFile(mayBlock: boolean) {
  const directory = mkdtempSync(join(tmpdir(), "countersign-ledger-"));
  const committed: AuditEvent[] = [];
  const ledger = await openSqliteLedger({
    path: join(directory, "ledger.db"),
    keys,
    keysFrom: suiteRing,
    mayBlock,
    committed: (event) => committed.push(event),
  });
  return {
    ledger,
    committed,
    async [Symbol.asyncDispose]() {
      await ledger[Symbol.asyncDispose]();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

for (const suite of ledgerSuites) {
  suite("SQLite in a file", () => openInFile(false));
}

for (const suite of [...raceSuites, upkeepSuite]) {
  suite("SQLite in a file, on the caller's thread", () => openInFile(true));
}
