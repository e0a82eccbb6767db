import { after } from "node:test";
import { freshDatabase, type TestDatabase } from "../../../test/support/postgres.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import { KeyRing } from "../../keys/key-ring.ts";
import { keySource } from "../../keys/key-sources.ts";
import { type LedgerRows, ledgerRows } from "../contract/ledger-rows.ts";
import { ledgerSuites } from "../contract/ledger-suites.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
import { ledgerTables } from "../sql/ledger-tables.ts";
import { type Connection, openConnections } from "./connections.ts";
import { openPostgresLedger } from "./ledger.ts";
import { migratePostgres } from "./migration.ts";
import { onConnection } from "./statements.ts";

// Generous, so that a busy machine does not make the tests fail.
const boundMs = 20_000;
const keys = new KeyRing(keySource(suiteRing));

for (const suite of ledgerSuites) {
  suite("PostgreSQL", open);
}

/** One database for all tests, which run one after another. Emptying it is quicker than making a new one. */
let emptied: Promise<Emptied> | undefined;
after(async () => (await emptied)?.[Symbol.asyncDispose]());

type Emptied = {
  readonly database: TestDatabase;
  empty(): Promise<unknown>;
  rows(): Promise<LedgerRows>;
} & AsyncDisposable;

async function newDatabase(): Promise<Emptied> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await freshDatabase());
  const connections = opened.use(openConnections(database.address, boundMs));
  await migratePostgres(connections);
  // Not `truncate`: it would create new files for every table and index.
  const deletions = ledgerTables
    .toReversed()
    .map((table) => `delete from "${table}";`)
    .join("");
  const whatTriggersWrote = `delete from "ended"; delete from "delivery";`;
  const all = `${deletions} ${whatTriggersWrote} select setval(seqrelid, seqstart, false) from pg_sequence`;
  const kept = opened.move();
  const use = <T>(work: (connection: Connection) => Promise<T>) =>
    onConnection(connections, boundMs, "test", work);
  return {
    database,
    empty: () => use((connection) => connection.run(all)),
    rows: () =>
      use(async (connection) =>
        ledgerRows(async (text) => {
          const found = await connection.objects<object>(text, []);
          return { columns: Object.keys(found[0] ?? {}), rows: found.map(Object.values) };
        }),
      ),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function open() {
  const committed: AuditEvent[] = [];
  emptied ??= newDatabase();
  const { database, empty, rows } = await emptied;
  await empty();
  const { address } = database;
  const ledger = await openPostgresLedger({
    address,
    boundMs,
    keys,
    keysFrom: suiteRing,
    committed: (event) => committed.push(event),
  });
  return { ledger, committed, rows, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() };
}
