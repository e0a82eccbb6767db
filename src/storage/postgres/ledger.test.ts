import { after } from "node:test";
import { freshDatabase, type TestDatabase } from "../../../test/support/postgres.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import { KeyRing } from "../../keys/key-ring.ts";
import { keySource } from "../../keys/key-sources.ts";
import { ledgerSuites } from "../contract/ledger-suites.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
import { ledgerTables } from "../sql/ledger-tables.ts";
import { openConnections } from "./connections.ts";
import { openPostgresLedger } from "./ledger.ts";
import { migratePostgres } from "./migration.ts";
import { onConnection } from "./statements.ts";

// A machine that does many things at once is no reason to fail here.
const boundMs = 20_000;
const keys = new KeyRing(keySource(suiteRing));

for (const suite of ledgerSuites) {
  suite("PostgreSQL", open);
}

/** One database for all tests, which run one after another: emptied it is as good as new, and sooner there. */
let database: TestDatabase | undefined;
after(() => database?.[Symbol.asyncDispose]());

async function emptyDatabase(): Promise<TestDatabase> {
  const used = database;
  database ??= await freshDatabase();
  await using connections = openConnections(database.address, boundMs);
  if (used === undefined) await migratePostgres(connections);
  const all = ledgerTables.map((table) => `"${table}"`).join();
  await onConnection(connections, boundMs, "test", (connection) =>
    connection.run(`truncate ${all} restart identity`),
  );
  return database;
}

async function open() {
  const committed: AuditEvent[] = [];
  const { address } = await emptyDatabase();
  const ledger = await openPostgresLedger({
    address,
    boundMs,
    keys,
    keysFrom: suiteRing,
    committed: (event) => committed.push(event),
  });
  return { ledger, committed, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() };
}
