import { preparedDatabase } from "../../../test/support/postgres.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import { KeyRing } from "../../keys/key-ring.ts";
import { keySource } from "../../keys/key-sources.ts";
import { ledgerSuites } from "../contract/ledger-suites.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
import type { PostgresAddress } from "./address.ts";
import { openConnections } from "./connections.ts";
import { openPostgresLedger } from "./ledger.ts";
import { migratePostgres } from "./migration.ts";

const keys = new KeyRing(keySource(suiteRing));

for (const suite of ledgerSuites) {
  suite("PostgreSQL", open);
}

async function migrated(address: PostgresAddress): Promise<void> {
  await using connections = openConnections(address, 20_000);
  await migratePostgres(connections);
}

async function open() {
  const committed: AuditEvent[] = [];
  const database = await preparedDatabase(migrated);
  const ledger = await openPostgresLedger({
    address: database.address,
    // A machine that does many things at once is no reason to fail here.
    boundMs: 20_000,
    keys,
    keysFrom: suiteRing,
    committed: (event) => committed.push(event),
  });
  return {
    ledger,
    committed,
    async [Symbol.asyncDispose]() {
      await ledger[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
