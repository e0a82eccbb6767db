/** The writes of `src/storage/sql/`, each as work for a transaction of its own. */
import type { Write, WriteName, WriteResult } from "../sql/write.ts";
import { perform } from "../sql/writes.ts";
import type { Connection } from "./connections.ts";
import { advisoryLocks } from "./locks.ts";
import type { Work } from "./transactions.ts";

export function workOf<Name extends WriteName>(write: Write<Name>): Work<WriteResult<Name>> {
  return {
    name: write.name,
    isolation: isSafeAlone(write) ? "read committed" : "serializable",
    changesSealing: write.name === "sealUnder",
    async perform(transaction) {
      if (write.name === "sweep" && !(await isOnlySweep(transaction.connection))) {
        return 0 as WriteResult<Name>;
      }
      return perform(write, transaction);
    },
  };
}

/** Whether the write is correct no matter what commits between its statements. */
function isSafeAlone({ name, args }: Pick<Write, "name"> & { args: readonly unknown[] }): boolean {
  if (name === "approveRequestToken") {
    const [approval] = args as Write<"approveRequestToken">["args"];
    // If consent is skipped, it relies on the grant, which it only reads.
    return !approval.onlyIfGranted;
  }
  return alone.has(name);
}

const alone: ReadonlySet<WriteName> = new Set<WriteName>([
  "touchSession",
  "addUsage",
  "sweep",
  "nameReceivers",
  // It inserts requests that nobody else has, and deletes by ID what each later state would delete too.
  "logVerifiedRequests",
  // The lease is one statement, and what follows is its holder's alone.
  "takeDeliveries",
  "settleDeliveries",
  // It decides by the row that it deletes (docs/adr/0028-the-postgresql-engine.md).
  "exchangeRequestToken",
]);

async function isOnlySweep(connection: Connection): Promise<boolean> {
  const [row] = await connection.rows<[boolean]>("select pg_try_advisory_xact_lock($1)", [
    advisoryLocks.sweep,
  ]);
  return row?.[0] === true;
}
