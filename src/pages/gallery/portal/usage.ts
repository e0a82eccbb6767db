import { applicationChanges } from "../../../domain/application-changes.ts";
import { dayMs, dayOf } from "../../../domain/day.ts";
import { requestErrors as errorRows } from "../../../domain/errors.ts";
import {
  failedAuthenticationCauses,
  type RecentFailedAuthentication,
} from "../../../domain/failed-authentications.ts";
import { type LimitName, limits } from "../../../domain/limits.ts";
import type { UsageCount } from "../../../domain/usage.ts";
import { daysShown, type UsagePeriodName, usagePeriods } from "../../../domain/usage-periods.ts";
import type { Frame } from "../../views/layout.ts";
import { applicationPage } from "../../views/portal/application-page.ts";
import { type Usage, usageSection } from "../../views/portal/applications/id/usage.ts";
import { weatherBot } from "../example-application.ts";
import { exampleViewer } from "../example-viewer.ts";
import type { GalleryState } from "../gallery-state.ts";

const now = Date.UTC(2026, 4, 7, 10, 22);
const operations = ["account/verify_credentials", "oauth2/token", "api/timeline", ""];

export function usageStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleViewer(frame);
  const page = (changes: Partial<Usage>) =>
    applicationPage({
      viewer,
      application: weatherBot,
      role: "owner",
      tab: "usage",
      section: usageSection(frame, { ...usage, failedAuthentications, ...changes }),
    });
  const section = (choice: UsagePeriodName, uses: readonly UsageCount[]) =>
    page({ choice, period: usagePeriods[choice], uses });
  const days = daysShown(dayOf(now) - 6, dayOf(now), now);
  return [
    { name: "usage-none", page: section("hour", []) },
    {
      name: "usage-hour",
      page: section("hour", busy("hour", ["rejected 32", "unauthenticated 32"])),
    },
    { name: "usage-day", page: section("day", busy("day", [])) },
    { name: "usage-week", page: section("week", busy("week", codes)) },
    { name: "usage-30-days", page: section("30-days", busy("30-days", ["rejected 32"])) },
    { name: "usage-90-days", page: section("90-days", busy("90-days", ["rejected 32"])) },
    { name: "usage-13-months", page: section("13-months", busy("13-months", ["rejected 99"])) },
    {
      name: "usage-days",
      page: page({ choice: "days", ...days, uses: busy("day", codes.slice(0, 2)), changes }),
    },
    { name: "usage-not-compared", page: page({ isCompared: false }) },
    { name: "usage-less", page: section("day", falling) },
    {
      name: "usage-same",
      page: section("day", [...falling, ...falling.map((one) => ({ ...one, at: now }))]),
    },
  ];
}

const limitsNow: Usage["limits"] = Object.entries({
  "oauth/request_token": 1000,
  "oauth/access_token": 12,
  "oauth/invalidate_token": 0,
}).map(([name, remaining]) => ({
  name: name as LimitName,
  limit: limits[name as LimitName].limit,
  remaining,
  resetAt: Date.UTC(2026, 4, 7, 10, 30) / 1000,
  admitted: remaining > 0,
}));

/** Each cause is here once, and one of a check that another server requested. */
const failedAuthentications: readonly RecentFailedAuthentication[] = failedAuthenticationCauses.map(
  (cause, at) => ({
    cause,
    at: now - at * 60_000,
    operation: at === 0 ? "" : "oauth/request_token",
  }),
);

/** All calls were in the day before the current one. */
const falling: readonly UsageCount[] = [
  { at: now - dayMs, operation: "", kind: "verified", count: 12 },
];

const codes = [...new Set(Object.values(errorRows).map(({ code }) => code))].map(
  (code) => `rejected ${code}` as const,
);

/** Two of them happened within one step. */
const changes: Usage["changes"] = applicationChanges.map((name, step) => ({
  name,
  at: now - (7 - Math.max(step, 1)) * (dayMs / 2),
}));

/** Other pages of one application use it too. */
export const usage: Usage = {
  choice: "day",
  period: usagePeriods.day,
  isCompared: true,
  changes: [],
  uses: busy("day", [...codes.slice(0, 3), "unauthenticated 32"]),
  limits: limitsNow,
  failedAuthentications: [],
  now,
};

/** Each kind is a little lower and later than the one before it. */
function busy(
  name: UsagePeriodName,
  requestErrors: readonly UsageCount["kind"][],
): readonly UsageCount[] {
  const { stepMs, steps } = usagePeriods[name];
  const kinds: readonly UsageCount["kind"][] = ["verified", "issued", ...requestErrors];
  return Array.from(
    { length: steps },
    (_, step) => Math.floor(now / stepMs - step) * stepMs,
  ).flatMap((at, step) =>
    [...kinds, "peak" as const, "users" as const].map((kind, row) => {
      const wave = 1 + Math.sin((step + row) / 3);
      const operation = operations[(step + row) % operations.length] ?? "";
      if (kind === "peak") return { at, operation, kind, count: Math.round(46 * wave) };
      return { at, operation, kind, count: Math.round((1200 * wave) / (1 + 3 * row)) };
    }),
  );
}
