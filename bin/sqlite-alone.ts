/** `npm test -- --postgres` leaves these test files out: nothing in them would run on PostgreSQL. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns undefined for a test file that runs on PostgreSQL. */
export function whySqliteAlone(file: string): string | undefined {
  return sqliteAlone[file] ?? (reachesEngine(file) ? undefined : "it has no database of the tests");
}

const ownDisk = "it is about the files of the SQLite database";
const ownEngine = "it chooses its engine itself";

/** These files start services on a database, but don't depend on PostgreSQL. */
export const sqliteAlone: Readonly<Record<string, string>> = {
  "src/storage/sqlite/contract-in-file.test.ts": ownEngine,
  "test/flows/failing-disk.test.ts": ownDisk,
  "test/flows/full-disk.test.ts": ownDisk,
  "test/flows/journal.test.ts": "PostgreSQL has the nonces in a table, and no journal",
  "test/flows/scheduled-backups.test.ts": "PostgreSQL makes its own backups",
  "test/flows/start-messages.test.ts": ownDisk,
  "test/cli/backup.test.ts": "PostgreSQL makes its own backups",
  "test/cli/backup-guide.test.ts": "PostgreSQL makes its own backups",
  "test/cli/litestream.test.ts": ownDisk,
  "test/cli/import.test.ts":
    "it looks into the database's file; test/postgres/import.test.ts imports into PostgreSQL",
  "test/cli/restored-outbox.test.ts": "PostgreSQL makes its own backups",
  "test/package/executable.test.ts": ownEngine,
  "test/cli/check.test.ts":
    "it is about files; test/postgres/check.test.ts looks at a database on PostgreSQL",
  "test/cli/keys.test.ts":
    "on PostgreSQL all servers share a ring; test/postgres/commands.test.ts rotates it",
  "test/cluster/sqlite.test.ts": ownEngine,
  "test/cluster/postgres.test.ts": ownEngine,
  "test/cluster/broken-nodes.test.ts": ownEngine,
  "test/threats/clock.test.ts": ownDisk,
  "test/threats/faketime.test.ts": ownDisk,
};

/** Whether it imports, directly or indirectly, the module that gives tests their engine. */
function reachesEngine(file: string, seen = new Set<string>()): boolean {
  if (file === "test/support/test-engine.ts") return true;
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/(?:from |import\()"(\.[^"]+\.ts)"/g);
  return [...imports].some(([, path = ""]) => reachesEngine(join(dirname(file), path), seen));
}
