/** Shares that tell whether a service is as usual: of requests that were rejected, and of sign-ins that failed. */
import { dayMs } from "./day.ts";
import type { UsageCount } from "./usage.ts";
import { rejectionOf } from "./usage-periods.ts";

export type RateName = "rejected" | "failed-sign-in";

export interface UnusualRate {
  readonly name: RateName;
  /** From 0 to 1, of the last 24 hours. */
  readonly share: number;
  /** Of the seven days before them; undefined if there was too little to tell. */
  readonly usual: number | undefined;
}

/** Of fewer, a share says little. */
const least = 20;

/** How many days before the last one say what is usual. */
export const usualDays = 7;

/** `hours` has the last 24 hours, and `days` the days before them; both may have more. */
export function unusualRates(
  hours: readonly UsageCount[],
  days: readonly UsageCount[],
  now: number,
): readonly UnusualRate[] {
  const since = now - dayMs;
  const current = hours.filter(({ at }) => at > since);
  const before = days.filter(
    ({ at }) => at + dayMs <= since && at > since - (usualDays + 1) * dayMs,
  );
  return (["rejected", "failed-sign-in"] as const).flatMap((name) => {
    const share = shareOf(name, current);
    const usual = shareOf(name, before);
    return share !== undefined && isUnusual(share, usual) ? [{ name, share, usual }] : [];
  });
}

/** At least a tenth and, if anything is known, twice what is usual. */
function isUnusual(share: number, usual: number | undefined): boolean {
  return share >= 0.1 && (usual === undefined || share >= 2 * usual);
}

const kinds: Readonly<Record<RateName, (kind: UsageCount["kind"]) => "good" | "bad" | undefined>> =
  {
    rejected: (kind) =>
      kind === "verified" ? "good" : rejectionOf(kind) === undefined ? undefined : "bad",
    "failed-sign-in": (kind) =>
      kind === "signed-in" ? "good" : kind === "failed-sign-in" ? "bad" : undefined,
  };

function shareOf(name: RateName, uses: readonly UsageCount[]): number | undefined {
  const counts = { good: 0, bad: 0 };
  for (const { kind, count } of uses) {
    const meaning = kinds[name](kind);
    if (meaning !== undefined) counts[meaning] += count;
  }
  const all = counts.good + counts.bad;
  return all < least ? undefined : counts.bad / all;
}
