import { statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Whether the SQLite database exists. Throws if this account may not look: an unreadable database is not a
 * missing one.
 */
export function exists(ledger: string): boolean {
  try {
    statSync(ledger);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") {
      const directory = dirname(ledger);
      throw new Error(`${directory} isn't a directory; use the database's directory`);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the database ${ledger} cannot be read (${reason}): run this as the account that owns it, or name another data directory`,
      { cause: error },
    );
  }
}
