/** Allows one rotation of keys at a time, on any node. */

import type { PostgresAddress } from "./client.ts";
import { openConnections } from "./connections.ts";
import { advisoryLocks } from "./locks.ts";

const maxMs = 24 * 3_600_000;

/**
 * Held by an otherwise empty transaction, so that it ends with its connection and works through a pooler.
 * Throws an Error if another rotation holds it.
 */
export async function holdRotation(
  address: PostgresAddress,
  boundMs: number,
): Promise<AsyncDisposable> {
  await using resources = new AsyncDisposableStack();
  const connections = resources.use(openConnections(address, boundMs, 1));
  const connection = await connections.take(boundMs);
  resources.defer(() => connection.release());
  connection.extend(maxMs);
  await connection.run("begin; set local idle_in_transaction_session_timeout = 0");
  const [row] = await connection.rows<[boolean]>("select pg_try_advisory_xact_lock($1)", [
    advisoryLocks.rotation,
  ]);
  if (row?.[0] !== true) {
    throw new Error(
      "the keys are already being rotated, by another process; wait until that is finished",
    );
  }
  const held = resources.move();
  return {
    async [Symbol.asyncDispose]() {
      // Behind a pooler the end of the connection ends the transaction only later.
      await connection.run("rollback").catch(() => {});
      await held.disposeAsync();
    },
  };
}
