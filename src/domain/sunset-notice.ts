/** When owners and editors are emailed about a sunset: once it is planned, and 14 and 3 days before it ends. */
import { dayMs, dayOf } from "./day.ts";
import type { NoticeRecipient } from "./notification.ts";
import type { Sunset } from "./sunset.ts";
import { traitsShownDays } from "./trait.ts";

export const sunsetWarningDays = [14, 3] as const;

/** Whoever used it in these last days still depends on it, and is reminded. */
const remindedDays = 7;

/** 1 once it is planned, and one more for each of `sunsetWarningDays` that has come. */
export function noticeStage({ endsAt }: Sunset, now: number): number {
  return 1 + sunsetWarningDays.filter((days) => now >= endsAt - days * dayMs).length;
}

/** Since when an application has used it, if its owner is told. */
export function noticeSinceDay(sunset: Sunset, now: number): number {
  return dayOf(now) - (noticeStage(sunset, now) === 1 ? traitsShownDays : remindedDays) + 1;
}

/** If this changes, everyone is told anew. */
export function sunsetMark({ trait, applicationId, endsAt }: Sunset): string {
  return `${trait ?? ""} ${applicationId ?? ""} ${endsAt}`;
}

/** It was taken out of the database, and is sent once. Without applications, there is no recipient. */
export interface DueSunsetNotice {
  readonly sunset: Sunset;
  /** The names of all applications of the recipient that it concerns. */
  readonly applications: readonly string[];
  readonly recipients: readonly NoticeRecipient[];
}
