import type { AuditLog } from "../../domain/ports/audit-log.ts";
import type { LedgerFiles } from "../../domain/ports/ledger.ts";

/**
 * When the last backup was made that this service can still be restored from; undefined if it knows of none. After a
 * move to PostgreSQL the audit log still has the backups of the SQLite file. They end with that file, and the service
 * doesn't know of the backups that PostgreSQL's own tools make.
 */
export function lastBackupAt(
  ledger: Pick<AuditLog, "eventsBy">,
  files: LedgerFiles | undefined,
): Promise<number | undefined> {
  return lastOf("backup.created", ledger, files);
}

/** When a backup was last restored and read by `countersign backup verify`, for the same service. */
export function lastVerifiedBackupAt(
  ledger: Pick<AuditLog, "eventsBy">,
  files: LedgerFiles | undefined,
): Promise<number | undefined> {
  return lastOf("backup.verified", ledger, files);
}

async function lastOf(
  name: "backup.created" | "backup.verified",
  ledger: Pick<AuditLog, "eventsBy">,
  files: LedgerFiles | undefined,
): Promise<number | undefined> {
  if (files === undefined) return undefined;
  const [last] = await ledger.eventsBy({ name }, { after: undefined, size: 1 });
  return last?.at;
}
