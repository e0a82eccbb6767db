import { after } from "node:test";
import { freshDatabase } from "../../../test/support/postgres.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { ledgerRows } from "../contract/ledger-rows.ts";
import { ledgerSuites } from "../contract/ledger-suites.ts";
import { copyAside, emptyLedger, putBack } from "../contract/rows-aside.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
import { type Connection, openConnections } from "./connections.ts";
import { openPostgresLedger } from "./ledger.ts";
import { onConnection } from "./statements.ts";

// Generous, so that a busy machine does not make the tests fail.
const boundMs = 20_000;
const keys = new KeyRing(keySource(suiteRing));

for (const suite of ledgerSuites) {
  suite("PostgreSQL", open);
}

/**
 * One database for all tests, which run one after another. Emptying it is quicker than a new one, whose connections the
 * server would have to start.
 */
let shared: ReturnType<typeof openShared> | undefined;
after(async () => (await shared)?.[Symbol.asyncDispose]());

async function open() {
  shared ??= openShared();
  const { empty, opened: database } = await shared;
  await empty();
  return { ...database, async [Symbol.asyncDispose]() {} };
}

async function openShared() {
  await using stack = new AsyncDisposableStack();
  const { address } = stack.use(await freshDatabase());
  const committed: AuditEvent[] = [];
  const ledger = stack.use(
    await openPostgresLedger({
      address,
      boundMs,
      keys,
      keysFrom: suiteRing,
      committed: (event) => committed.push(event),
    }),
  );
  const beside = stack.use(openConnections(address, boundMs));
  const use = <T>(work: (connection: Connection) => Promise<T>) =>
    onConnection(beside, boundMs, "test", work);
  const owned = stack.move();
  return {
    async empty() {
      const sequences = "select setval(seqrelid, seqstart, false) from pg_sequence";
      await use((connection) => connection.run(`${emptyLedger};${sequences}`));
      committed.length = 0;
    },
    opened: {
      ledger,
      committed,
      rows: () =>
        use(async (connection) =>
          ledgerRows(async (text) => {
            const { rows } = (await connection.run(text)) as { rows: readonly object[] };
            return { columns: Object.keys(rows[0] ?? {}), rows: rows.map(Object.values) };
          }),
        ),
      async remember() {
        const schema = "drop schema if exists aside cascade; create schema aside;";
        await use((connection) => connection.run(schema + copyAside));
        return async () => {
          await use((connection) => connection.run(putBack));
        };
      },
      async run(statements: string) {
        await use((connection) => connection.run(statements));
      },
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
