/**
 * A database that was moved to PostgreSQL is marked, because what was revoked there since would be valid here. Every
 * start and every command rejects it (docs/adr/0030-moving-a-database.md).
 */
import type { DatabaseSync } from "node:sqlite";
import { LedgerMoved } from "../given-key-ring.ts";
import { openDatabase, storeFailure } from "./database.ts";
import { isNew } from "./migration.ts";
import { forgetServed } from "./served-journal.ts";

export interface MovedMark {
  /** The name of the PostgreSQL database. */
  readonly to: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The row of `setting`. It stays behind when the database is moved. */
export const movedSetting = "moved";

export function markMoved(database: DatabaseSync, mark: MovedMark): void {
  database
    .prepare("insert into setting values (?, ?) on conflict do update set value = excluded.value")
    .run(movedSetting, JSON.stringify(mark));
}

export function movedMark(database: DatabaseSync): MovedMark | undefined {
  if (isNew(database)) return undefined;
  const row = database.prepare("select value from setting where name = ?").get(movedSetting);
  return row && (JSON.parse(String(row["value"])) as MovedMark);
}

/** Throws `LedgerMoved`. */
export function rejectMoved(database: DatabaseSync, path: string): void {
  const mark = movedMark(database);
  if (mark !== undefined) throw new LedgerMoved(movedMessage(path, mark));
}

export function movedMessage(path: string, { to, at }: MovedMark): string {
  return `the database ${path} was moved to ${to} on ${new Date(at).toISOString()}, and would accept what has been revoked there since: set COUNTERSIGN_DATABASE_URL to that database. To use this file again on purpose, run \`countersign move --undo\` first`;
}

/** A second move would revive what was revoked since the first one. */
export function alreadyMoved({ to, at }: MovedMark): Error {
  return new Error(
    `this database was already moved to ${to} on ${new Date(at).toISOString()}; to move it again, without what changed there since, first run \`countersign move --undo\``,
  );
}

export function removeMovedMark(database: DatabaseSync): void {
  database.prepare("delete from setting where name = ?").run(movedSetting);
}

/**
 * Lets a database that was moved be used again. The next start rejects signed requests of the last minutes, because
 * servers on PostgreSQL may have accepted any of them. `now`: milliseconds since the epoch.
 */
export function undoMove(path: string, now: number): void {
  const database = openDatabase(path);
  try {
    database.exec("begin immediate");
    forgetServed(database, now);
    removeMovedMark(database);
    database.exec("commit");
  } catch (error) {
    throw storeFailure(error, path);
  } finally {
    database.close();
  }
}
