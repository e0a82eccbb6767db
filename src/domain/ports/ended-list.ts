/** The ledger's part for what ended, and for a ledger that was restored from a backup. */
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { Ended, EndedAgain, Replacements, Settled } from "../ended.ts";

export interface EndedList {
  /**
   * What ended, in the order in which it was written, after the row with this number; `last` is the number of the last
   * row. On PostgreSQL a row with a lower number may still appear after one with a higher.
   */
  ended(page: {
    readonly after: number;
    readonly size: number;
  }): Awaitable<{ readonly rows: readonly Ended[]; readonly last: number }>;
  /** Ends once more what of these the ledger does not know as ended; a second time it changes nothing. */
  endAgain(
    list: { readonly rows: readonly Ended[]; readonly now: number } & Replacements,
  ): Promise<EndedAgain>;
  /**
   * For a ledger that was restored: every session, link, request token and unanswered invitation ends, because nobody
   * knows which were used since. With `issuedAfter` (milliseconds since the epoch) so does every credential that is
   * younger.
   */
  settleRestored(
    restored: {
      readonly now: number;
      readonly issuedAfter: number | undefined;
      readonly seed: string;
    },
    event: AuditEvent,
  ): Promise<Settled>;
}
