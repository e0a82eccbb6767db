/**
 * The ledger's part for emails about accounts and applications. Writes that concern an account, or the people of an application,
 * leave a notice in the same transaction, so that none is lost and none tells of what did not happen; the process that sends the
 * mail takes them out.
 */
import type { DueAccountNotice } from "../account-notice.ts";
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId, UserId } from "../credentials.ts";
import type { LimitedName } from "../limits.ts";
import type { DueNotice, LimitCounted, LimitPercent, NotificationKind } from "../notification.ts";

export interface Notifications {
  /** What the user turned off. */
  notificationsOff(userId: UserId): Awaitable<readonly NotificationKind[]>;
  /** Replaces what was turned off before. What changes nothing leaves no event. */
  changeNotifications(
    change: { userId: UserId; off: readonly NotificationKind[] },
    event: AuditEvent,
  ): Promise<void>;
  /** The tag of the language in which the user reads the pages. */
  noteLanguage(userId: UserId, language: string): Promise<void>;
  /**
   * Leaves a notice, unless one of the same limit of the application was left in the last day: for 100 % only where
   * that one was of 100 % too. Of all who ask at once exactly one leaves it, and gets true.
   */
  noteLimitReached(reached: {
    applicationId: ApplicationId;
    limit: LimitedName;
    percent: LimitPercent;
    allowed: number;
    per: LimitCounted;
    now: number;
  }): Promise<boolean>;
  /** Leaves a notice for each consumer secret that is old and was not reported yet, at most `most`; returns how many. */
  noteOldSecrets(at: { now: number; most: number }): Promise<number>;
  /** Whether there is a notice to take, or an old secret to report. */
  noticesWait(now: number): Awaitable<boolean>;
  /** Takes the oldest notice about an application out: of all who ask at once exactly one gets it. Undefined: there is none. */
  takeNotice(now: number): Promise<DueNotice | undefined>;
  /**
   * The same for notices to people about their own accounts, those to proven addresses first. While one waits, the same news to
   * the same address is no second one.
   */
  takeAccountNotice(now: number): Promise<DueAccountNotice | undefined>;
}
