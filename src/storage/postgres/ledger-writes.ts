/** The writes of `src/storage/sql/`, each as work for a transaction of its own. */
import type { Write, WriteName, WriteResult } from "../sql/write.ts";
import { perform } from "../sql/writes.ts";
import type { Connection } from "./connections.ts";
import { advisoryLocks } from "./locks.ts";
import type { Work } from "./transactions.ts";

export function workOf<Name extends WriteName>(write: Write<Name>): Work<WriteResult<Name>> {
  return {
    name: write.name,
    isolation: alone.has(write.name) ? "read committed" : "serializable",
    changesSealing: write.name === "sealUnder",
    async perform(transaction) {
      if (write.name === "sweep" && !(await isOnlySweep(transaction.connection))) {
        return 0 as WriteResult<Name>;
      }
      return perform(write, transaction);
    },
  };
}

/**
 * Writes that decide nothing by what they read: each of their statements is correct on its own, whatever
 * commits at the same time.
 */
const alone: ReadonlySet<WriteName> = new Set<WriteName>([
  "touchSession",
  "addUsage",
  "touchAccessTokens",
  "sweep",
  "nameReceivers",
  // The lease is one statement, and what follows is its holder's alone.
  "takeDeliveries",
  "settleDeliveries",
]);

async function isOnlySweep(connection: Connection): Promise<boolean> {
  const [row] = await connection.rows<[boolean]>("select pg_try_advisory_xact_lock($1)", [
    advisoryLocks.sweep,
  ]);
  return row?.[0] === true;
}
