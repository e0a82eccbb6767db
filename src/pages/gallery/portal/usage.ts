import { applicationChanges } from "../../../domain/application-changes.ts";
import { dayMs } from "../../../domain/day.ts";
import { requestErrors as errorRows } from "../../../domain/errors.ts";
import {
  failedAuthenticationCauses,
  type RecentFailedAuthentication,
} from "../../../domain/failed-authentications.ts";
import { limits } from "../../../domain/limits.ts";
import type { UsageCount } from "../../../domain/usage.ts";
import { type UsagePeriodName, usagePeriods } from "../../../domain/usage-periods.ts";
import type { Frame } from "../../views/layout.ts";
import { applicationPage } from "../../views/portal/application-page.ts";
import {
  type Usage,
  usageSection,
  wrongDaysSection,
} from "../../views/portal/applications/id/usage.ts";
import type { UsageFigure } from "../../views/usage-chart.ts";
import type { WrongDays } from "../../views/usage-range.ts";
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
  const section = (
    choice: UsagePeriodName,
    uses: readonly UsageCount[],
    figure: UsageFigure = "requests",
  ) =>
    page({
      choice,
      period: usagePeriods[choice],
      uses,
      figure,
      isCompared: choice !== "13-months",
    });
  const wrong = (problems: WrongDays["problems"], days: WrongDays["days"]) =>
    applicationPage({
      viewer,
      application: weatherBot,
      role: "owner",
      tab: "usage",
      section: wrongDaysSection(frame, { days, problems }, "requests"),
    });
  const { from, to } = chosen.days;
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
      page: page({ ...chosen, uses: busy("day", codes.slice(0, 2)), changes }),
    },
    { name: "usage-issued", page: section("day", busy("day", []), "issued") },
    { name: "usage-rejected", page: section("week", busy("week", codes.slice(0, 3)), "rejected") },
    { name: "usage-users", page: section("30-days", busy("30-days", []), "users") },
    { name: "usage-peak", page: section("week", busy("week", []), "peak") },
    {
      name: "usage-not-a-day",
      page: wrong({ from: "not-a-day", to: "not-a-day" }, { from: "yesterday", to: "" }),
    },
    { name: "usage-order", page: wrong({ to: "order" }, { from: to, to: from }) },
    { name: "usage-future", page: wrong({ to: "future" }, { from, to: "2026-05-08" }) },
    { name: "usage-not-kept", page: wrong({ from: "not-kept" }, { from: "2020-05-01", to }) },
    { name: "usage-not-compared", page: page({ isCompared: false }) },
    { name: "usage-less", page: section("day", falling) },
    {
      name: "usage-same",
      page: section("day", [...falling, ...falling.map((one) => ({ ...one, at: now }))]),
    },
  ];
}

const chosen = {
  choice: "days",
  days: { from: "2026-05-01", to: "2026-05-07" },
  period: { resolution: 3600, stepMs: dayMs / 4, steps: 28 },
  now: Date.UTC(2026, 4, 8) - 1,
} as const;

const limitsNow: Usage["limits"] = (
  [
    ["oauth/request_token", 1000, 900_000],
    ["oauth/access_token", 12, 900_000],
    ["oauth/access_token", 800, "month"],
    ["oauth/invalidate_token", 0, 900_000],
  ] as const
).map(([name, remaining, length]) => ({
  ...{ name, length, remaining },
  limit: limits[name].limit,
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
  figure: "requests",
  period: usagePeriods.day,
  isCompared: true,
  changes: [],
  uses: busy("day", [...codes.slice(0, 3), "unauthenticated 32"]),
  limits: limitsNow,
  plan: "partner",
  failedAuthentications: [],
  now,
};

/** In the period and the one before it, each kind is a little lower and later than the one before it. */
function busy(
  name: UsagePeriodName,
  requestErrors: readonly UsageCount["kind"][],
): readonly UsageCount[] {
  const { stepMs, steps } = usagePeriods[name];
  const kinds: readonly UsageCount["kind"][] = ["verified", "issued", ...requestErrors];
  return Array.from(
    { length: 2 * steps },
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
