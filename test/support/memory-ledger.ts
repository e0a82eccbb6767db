/** Finds the connection of the in-memory ledger that a service opens, for tests that look into it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseSync } from "node:sqlite";
import { migrateSqlite } from "../../src/storage/sqlite/migration.ts";

interface Opening {
  readonly migrated: Uint8Array;
  memory?: DatabaseSync;
}

const opening = new AsyncLocalStorage<Opening>();

// Node's own function, observed and not replaced, because the service does not hand out its connection.
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (this: DatabaseSync, text: string) {
  const seen = opening.getStore();
  if (seen !== undefined && seen.memory !== this && this.location() === null) {
    // Running the migrations would take a hundred times as long as this copy of their result.
    if (seen.memory === undefined) this.deserialize(seen.migrated);
    seen.memory = this;
  }
  exec.call(this, text);
};

/** The result of `open`, and the in-memory ledger that was opened meanwhile; undefined if there was none. */
export async function memoryOf<T>(
  open: () => Promise<T>,
): Promise<readonly [T, DatabaseSync | undefined]> {
  const seen: Opening = { migrated: await migratedLedger() };
  return [await opening.run(seen, open), seen.memory];
}

let made: Promise<Uint8Array> | undefined;

/** An empty ledger after its migrations, as bytes of its file; made once in a process. */
export function migratedLedger(): Promise<Uint8Array> {
  made ??= (async () => {
    using database = new DatabaseSync(":memory:");
    migrateSqlite(database);
    return database.serialize();
  })();
  return made;
}
