/** The part of the database that holds the revocations, and settles a database that was restored from a backup. */
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { Replacements, Revocation, RevokedAgain, Settled } from "../revocations.ts";

export interface RevocationList {
  /**
   * The revocations in the order in which they were written, after this row number; `last` is the
   * number of the last row. On PostgreSQL a row with a lower number can still appear after one with a higher
   * number.
   */
  revocations(page: {
    readonly after: number;
    readonly size: number;
  }): Awaitable<{ readonly rows: readonly Revocation[]; readonly last: number }>;
  /** Revokes those of these rows that the database does not know yet. Running it again changes nothing. */
  revokeAgain(
    list: { readonly rows: readonly Revocation[]; readonly now: number } & Replacements,
  ): Promise<RevokedAgain>;
  /**
   * For a restored database: ends every session, link, request token and open invitation, because no one knows
   * which were used since the backup. With `issuedAfter` (milliseconds since the epoch), ends every younger
   * credential as well.
   */
  settleRestored(
    restored: {
      readonly now: number;
      readonly issuedAfter: number | undefined;
      readonly seed: string;
      /** The event records how many later revocations were applied again, and whether replays may be accepted. */
      readonly revokedAgain: number;
      readonly replaysAccepted: boolean;
    },
    by: AuditContext,
  ): Promise<Settled>;
}
