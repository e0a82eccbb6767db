import { resolve } from "node:path";
import { ConfigProblem, type ConfigRow } from "./row.ts";
import type { StorageSettings } from "./storage.ts";

export const backupRows = {
  backupDir: {
    name: "BACKUP_DIR",
    meaning:
      "Directory for automatic backups of the SQLite database and, every minute, a list of revocations (`revocations.jsonl`). Use a different disk from the database's. Backups don't include the key ring. Default: no automatic backups.",
    shape: "a path",
    example: "/backup/countersign",
    default: "",
    read: (text) => resolve(text),
  },
  backupEvery: {
    name: "BACKUP_EVERY",
    meaning: "How many hours pass between backups.",
    shape: "a whole number from 1 to 720",
    example: "6",
    default: "24",
    read: (text) => numberUpTo(text, 720),
  },
  backupKeep: {
    name: "BACKUP_KEEP",
    meaning: "How many backups to keep; the oldest are deleted.",
    shape: "a whole number from 1 to 1000",
    example: "28",
    default: "7",
    read: (text) => numberUpTo(text, 1000),
  },
} as const satisfies Record<string, ConfigRow>;

/** Throws `ConfigProblem` if there is no file to copy. */
export function rejectBackups(
  backupDir: string | undefined,
  { postgres, database }: Pick<StorageSettings, "postgres" | "database">,
): void {
  if (backupDir === undefined) return;
  if (postgres !== undefined) {
    throw new ConfigProblem(
      ["BACKUP_DIR"],
      "the database is in PostgreSQL, which makes its own backups (pg_dump, or base backups with archived WAL); leave this unset",
    );
  }
  if (database === ":memory:") {
    throw new ConfigProblem(["BACKUP_DIR"], "the database is in memory; leave this unset");
  }
}

function numberUpTo(text: string, most: number): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > most) {
    throw new Error(`${JSON.stringify(text)} is out of range or not a number`);
  }
  return Number(text);
}
