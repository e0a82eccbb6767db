import type { Backups } from "../backups.ts";
import { backUp } from "./backup.ts";
import { backUpBeside } from "./backup-copy.ts";
import { isCurrentLedger } from "./migration.ts";
import { stage } from "./restore.ts";
import { restoredRejectsUntil } from "./served-journal.ts";

/** The database is the file `ledger`. */
export function sqliteBackups(ledger: string, dataDir: string): Backups {
  return {
    backUp: (file, sealedKeys) => backUp({ ledger, file }, sealedKeys),
    backUpBeside: (file, signal) => backUpBeside({ ledger, file }, signal),
    isCurrent: () => isCurrentLedger(ledger),
    stage: (file, now, acceptReplays) => stage(file, { ledger, dataDir }, now, acceptReplays),
    restoredRejectsUntil,
  };
}
