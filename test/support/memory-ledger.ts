/** The ledger in memory that a service opens: its one connection, for tests that look into it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseSync } from "node:sqlite";
import { migrateSqlite } from "../../src/storage/sqlite/migration.ts";

interface Opening {
  readonly migrated: Uint8Array;
  memory?: DatabaseSync;
}

const opening = new AsyncLocalStorage<Opening>();

// Node's own function, watched and not replaced: nothing of the service gives its connection away.
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (this: DatabaseSync, text: string) {
  const seen = opening.getStore();
  if (seen !== undefined && seen.memory !== this && this.location() === null) {
    // The migrations take a hundred times as long as this copy of what they make.
    if (seen.memory === undefined) this.deserialize(seen.migrated);
    seen.memory = this;
  }
  exec.call(this, text);
};

/** What `open` opens, and the ledger in memory that came with it; undefined where there is none. */
export async function memoryOf<T>(
  open: () => Promise<T>,
): Promise<readonly [T, DatabaseSync | undefined]> {
  const seen: Opening = { migrated: await migratedLedger() };
  return [await opening.run(seen, open), seen.memory];
}

let made: Promise<Uint8Array> | undefined;

/** An empty ledger as its migrations make it, once in a process. */
function migratedLedger(): Promise<Uint8Array> {
  made ??= (async () => {
    using database = new DatabaseSync(":memory:");
    await migrateSqlite(database);
    return database.serialize();
  })();
  return made;
}
