/** The ledger's part for what comes from other systems, and leaves for them. */
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { UserId } from "../credentials.ts";
import type { ExportedRecord, ExportPage } from "../exported.ts";
import type { ImportedRecord, ImportOutcome } from "../imported.ts";
import type { PasswordHash } from "../password-hash.ts";

export interface Moving {
  /**
   * Adds what is not there, and changes nothing that is. What was revoked or deleted here stays so. The outcomes are in
   * the order of the records; a record may refer to any other of the same call. The event is recorded where something is
   * new. With `dryRun` nothing is written: a record finds what the ledger has, and what the same call would add.
   */
  importRecords(
    batch: {
      readonly records: readonly ImportedRecord[];
      readonly now: number;
      readonly dryRun: boolean;
    },
    event: AuditEvent,
  ): Promise<readonly ImportOutcome[]>;
  /** Records of one kind, in the order of their keys. */
  exportedRecords(
    page: ExportPage,
  ): Awaitable<{ readonly records: readonly ExportedRecord[]; readonly last: string | undefined }>;
  /**
   * Another hash of the same password, while the user's is `from`: sessions stand, and nothing has ended. False where the
   * password was changed since.
   */
  renewPasswordHash(renewed: {
    readonly userId: UserId;
    readonly from: PasswordHash;
    readonly to: PasswordHash;
  }): Promise<boolean>;
}
