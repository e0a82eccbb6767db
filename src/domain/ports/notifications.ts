/**
 * The database's part for emails about accounts and applications. Writes that concern an account, or the users of an
 * application, leave a notice in the same transaction, so that none is lost and none is about something that did not
 * happen; the process that sends the mail takes them out.
 */
import type { DueAccountNotice } from "../account-notice.ts";
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId, UserId } from "../credentials.ts";
import type { WindowLength } from "../limit-windows.ts";
import type { LimitedName } from "../limits.ts";
import type {
  DueKeyNotice,
  DueNotice,
  LimitCounted,
  LimitPercent,
  NotificationKind,
} from "../notification.ts";
import type { DueSunsetNotice } from "../sunset-notice.ts";

export interface Notifications {
  /** The kinds of notification that the user has turned off. */
  notificationsOff(userId: UserId): Awaitable<readonly NotificationKind[]>;
  /** Replaces the previous choice. */
  changeNotifications(
    change: { userId: UserId; off: readonly NotificationKind[] },
    by: AuditContext,
  ): Promise<void>;
  /** `language` is the tag of the language in which the user reads the pages. */
  noteLanguage(userId: UserId, language: string): Promise<void>;
  /**
   * Adds a notice unless there was one for the same limit, window, and application within `quietMs`, or in the last
   * day; a notice at 100 % is only held back by another one at 100 %. Of concurrent callers exactly one adds it and
   * gets true.
   */
  noteLimitReached(reached: {
    applicationId: ApplicationId;
    limit: LimitedName;
    percent: LimitPercent;
    allowed: number;
    per: LimitCounted;
    window?: WindowLength | undefined;
    quietMs?: number;
    now: number;
  }): Promise<boolean>;
  /** Adds a notice for each old consumer secret that was not reported yet, at most `most`. Returns how many. */
  noteOldSecrets(at: { now: number; most: number }): Promise<number>;
  /** Whether a notice is waiting, also one about an API key or a sunset, or an old secret has to be reported. */
  noticesWait(now: number): Awaitable<boolean>;
  /**
   * Takes out the oldest notice about an application. Of concurrent callers exactly one gets it. Undefined if
   * there is no notice.
   */
  takeNotice(now: number): Promise<DueNotice | undefined>;
  /**
   * Takes out the notice that an API key expires soon, for administrators. Of concurrent callers exactly one gets it. A
   * key that was rotated or revoked, or has expired, has none.
   */
  takeKeyNotice(now: number): Promise<DueKeyNotice | undefined>;
  /**
   * Looks through the next applications, at most `most`, for users who are to be told of a sunset. Concurrent callers
   * skip no application, and no one gets two. Returns false once all have been looked through today.
   */
  noteSunsets(at: { now: number; most: number }): Promise<boolean>;
  /**
   * Takes out the notice of a sunset to a user who owns, or edits, applications that it concerns. Of concurrent callers
   * exactly one gets it. A sunset that was removed or changed, or has ended, has none.
   */
  takeSunsetNotice(now: number): Promise<DueSunsetNotice | undefined>;
  /**
   * The oldest notice to a user about their own account, those to verified addresses first. While one waits, the same
   * news to the same address is no second one.
   */
  nextAccountNotice(now: number): Awaitable<DueAccountNotice | undefined>;
  /** Takes it out. Of concurrent callers exactly one gets true, and sends it. */
  takeAccountNotice(notice: DueAccountNotice): Promise<boolean>;
}
