import { type AuditedEvent, verifiedUntil } from "../../domain/audit.ts";
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
  return (await lastOf("backup.created", ledger, files))?.at;
}

/**
 * The time of the latest event in the latest backup that `countersign backup verify` has restored and read, for the
 * same service.
 */
export async function lastVerifiedBackupAt(
  ledger: Pick<AuditLog, "eventsBy">,
  files: LedgerFiles | undefined,
): Promise<number | undefined> {
  const last = await lastOf("backup.verified", ledger, files);
  return last && verifiedUntil(last.details);
}

async function lastOf(
  name: "backup.created" | "backup.verified",
  ledger: Pick<AuditLog, "eventsBy">,
  files: LedgerFiles | undefined,
): Promise<AuditedEvent | undefined> {
  if (files === undefined) return undefined;
  const [last] = await ledger.eventsBy({ name }, { after: undefined, size: 1 });
  return last;
}
