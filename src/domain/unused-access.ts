/**
 * Access that a user gave to an application and that is not used for long ends, if the administrator wants that: first
 * there is a notice (docs/adr/0075-unused-access.md).
 */
import type { ApplicationId, UserId } from "./credentials.ts";
import { beginningOf, dayMs, dayOf } from "./day.ts";

export const minUnusedDays = 30;
export const maxUnusedDays = 3650;

/** So long before its end the user gets a notice, however long the access was unused by then. */
export const unusedNoticeDays = 14;

/** So many users wait for the email at most. More are told when the mail server has taken some. */
export const maxWaitingUnusedNotices = 500;

/** The rule as administrators set it: a number of days, or "off". Undefined days: the rule is off. */
export function unusedDaysIn(text: string | undefined): number | undefined {
  const days = Number(text);
  return isUnusedDays(days) ? days : undefined;
}

export function unusedDaysText(days: number | undefined): string {
  return days === undefined ? "off" : String(days);
}

export function isUnusedDays(days: number): boolean {
  return Number.isInteger(days) && days >= minUnusedDays && days <= maxUnusedDays;
}

/** The access of one application to one user's account, with all its tokens. */
export interface UserGrant {
  readonly applicationId: ApplicationId;
  readonly userId: UserId;
}

/** Some of all access, read to find what the rule concerns. `next` is undefined at the end. */
export interface UnusedAccess {
  /** That which may deserve a notice, an end, or the end of a notice. */
  readonly grants: readonly UserGrant[];
  readonly next: UserGrant | undefined;
}

/** What became of them. `told` includes only those who got a notice now. */
export interface SettledUnusedAccess {
  readonly told: number;
  readonly ended: number;
  /** Some got no notice yet, because too many emails wait. */
  readonly waits: boolean;
}

/** A part of all access, in the order of its users, and how much of it a rule would end first. */
export interface UnusedAccessPart {
  readonly items: number;
  /** Whose it is. */
  readonly users: readonly UserId[];
  /** Undefined at the end. */
  readonly next: string | undefined;
}

export interface GrantUse {
  /** The latest of all its tokens. */
  readonly issuedAt: number;
  readonly lastUsedDay: number | undefined;
  readonly noticedAt: number | undefined;
}

/** "void": there is a notice, but the access was used since, or the rule has become longer. */
export type UnusedStep = "nothing" | "notice" | "void" | "end";

/** Undefined days: the rule is off, and notices are void. */
export function unusedStepOf(use: GrantUse, days: number | undefined, now: number): UnusedStep {
  const { noticedAt } = use;
  const isDue = days !== undefined && isUnused(use, days, now);
  if (noticedAt === undefined) return isDue ? "notice" : "nothing";
  // A notice from the future was left by a clock that was ahead: it says nothing.
  if (!isDue || !isNoticeValid(use) || noticedAt > now) return "void";
  const hasEnded = noticedAt <= now - unusedNoticeDays * dayMs;
  return hasEnded && unusedSince(use) <= now - days * dayMs ? "end" : "nothing";
}

/** So long that its notice is due. If the rule is turned on now, it ends `unusedNoticeDays` later. */
export function isUnused(use: GrantUse, days: number, now: number): boolean {
  return unusedSince(use) <= now - (days - unusedNoticeDays) * dayMs;
}

/** When it ends unless it is used. Undefined if there is no notice, or it was used or issued since. */
export function unusedEndOf(use: GrantUse): number | undefined {
  return use.noticedAt !== undefined && isNoticeValid(use)
    ? use.noticedAt + unusedNoticeDays * dayMs
    : undefined;
}

/** The day of the last use is all that is known, so it counts until the day has ended. */
function unusedSince({ issuedAt, lastUsedDay }: GrantUse): number {
  return Math.max(issuedAt, lastUsedDay === undefined ? 0 : beginningOf(lastUsedDay + 1));
}

/** A use on the day of the notice may have come after it. */
function isNoticeValid({ issuedAt, lastUsedDay, noticedAt = 0 }: GrantUse): boolean {
  return issuedAt < noticedAt && (lastUsedDay === undefined || lastUsedDay < dayOf(noticedAt));
}
