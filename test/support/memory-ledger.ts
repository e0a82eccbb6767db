/** The ledger in memory that a service opens: its one connection, for tests that look into it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseSync } from "node:sqlite";

const opening = new AsyncLocalStorage<{ memory?: DatabaseSync }>();

// Node's own function, watched and not replaced: nothing of the service gives its connection away.
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (this: DatabaseSync, text: string) {
  const seen = opening.getStore();
  if (seen !== undefined && this.location() === null) seen.memory = this;
  exec.call(this, text);
};

/** What `open` opens, and the ledger in memory that came with it; undefined where there is none. */
export async function memoryOf<T>(
  open: () => Promise<T>,
): Promise<readonly [T, DatabaseSync | undefined]> {
  const seen: { memory?: DatabaseSync } = {};
  return [await opening.run(seen, open), seen.memory];
}
