/** The part of the database for imports from other systems and exports to them. */
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { PasswordHash, UserId } from "../credentials.ts";
import type { ExportedRecord, ExportSlice } from "../exported.ts";
import type { ImportedRecord, ImportOutcome } from "../imported.ts";

export interface Moving {
  /**
   * Adds new records and leaves existing ones unchanged. What was revoked or deleted here stays so. Outcomes
   * are in the order of the records, and a record may refer to any other record of the same call. The event is
   * recorded if anything was added. With `dryRun` nothing is written, and the outcomes are what a real call
   * would give.
   */
  importRecords(
    batch: {
      readonly records: readonly ImportedRecord[];
      readonly now: number;
      readonly dryRun: boolean;
    },
    by: AuditContext,
  ): Promise<readonly ImportOutcome[]>;
  /** Records of one kind, ordered by key. */
  exportedRecords(
    page: ExportSlice,
  ): Awaitable<{ readonly records: readonly ExportedRecord[]; readonly last: string | undefined }>;
  /**
   * Replaces the hash `from` by another hash of the same password; sessions stay open. Returns false if the
   * password has changed since.
   */
  renewPasswordHash(renewed: {
    readonly userId: UserId;
    readonly from: PasswordHash;
    readonly to: PasswordHash;
  }): Promise<boolean>;
}
