import type { AuditLog } from "../../domain/ports/audit-log.ts";
import type { LedgerFiles } from "../../domain/ports/ledger.ts";

/**
 * When the last backup was made that this service can still be restored from; undefined if it knows of none. After a
 * move to PostgreSQL the audit log still has the backups of the SQLite file. They end with that file, and the service
 * doesn't know of the backups that PostgreSQL's own tools make.
 */
export async function lastBackupAt(
  ledger: Pick<AuditLog, "eventsBy">,
  files: LedgerFiles | undefined,
): Promise<number | undefined> {
  if (files === undefined) return undefined;
  const [made] = await ledger.eventsBy({ name: "backup.created" }, { after: undefined, size: 1 });
  return made?.at;
}
