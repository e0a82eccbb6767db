import { z } from "zod";
import { beginningOf, dayOf } from "../../domain/day.ts";
import {
  daysKept,
  hoursKeptDays,
  kindName,
  type UsageCounter,
  type UsageOf,
  type UsageResolution,
} from "../../domain/usage.ts";
import {
  beginOf,
  keptSince,
  operationsIn,
  seriesOf,
  type UsagePeriod,
  type UsagePeriodName,
  type UsageRangeProblem,
  type UsageWindow,
  usagePeriods,
  usageRangeProblem,
} from "../../domain/usage-periods.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { applicationId, time, timeOf, timeOrNull } from "./shapes.ts";

const resolutions = { hour: [3600, 24], day: [86_400, 1] } as const;

const day = z.iso.date({ error: "must be a day in UTC, such as 2026-05-01" });

/** The number of intervals is bounded by the days for which hours and days are kept. */
export const usageQuery = z.strictObject({
  period: z
    .enum(Object.keys(usagePeriods) as [UsagePeriodName, ...UsagePeriodName[]])
    .describe("A period up to now, by default day; or give since.")
    .optional(),
  since: day
    .describe(`The first day, in UTC, such as 2026-05-01. At most ${daysKept - 1} days ago.`)
    .optional(),
  until: day.describe("The last day, in UTC. The default is today.").optional(),
  resolution: z
    .enum(Object.keys(resolutions) as [keyof typeof resolutions, ...(keyof typeof resolutions)[]])
    .describe(
      `The length of an interval of the days, by default day. Hours are kept for ${hoursKeptDays} days.`,
    )
    .optional(),
});

export const serviceUsageQuery = z.strictObject({
  application: applicationId.optional(),
  ...usageQuery.shape,
});

export const usage = z
  .strictObject({
    times: z.array(time).describe("When each interval begins; the last one is the current one."),
    step_seconds: z.number().int().describe("The length of an interval."),
    counts: z
      .record(z.string(), z.array(z.number().int()))
      .describe(
        "For each kind, such as `verified`, `rejected 88`, or `rejected 32 unauthenticated` (anyone can cause it), a count for each interval. `users` are those of a day, and of several days the most. `peak` is the greatest share of a limit that was used, in percent.",
      ),
    operations: z
      .array(
        z.strictObject({
          operation: z
            .string()
            .describe(
              "The operation, or the limit of your API, such as `api/timeline`. Empty for other requests to your APIs, and for sign-ins.",
            ),
          requests: z.number().int().describe("All its requests."),
          rejected: z
            .number()
            .int()
            .describe("Those that were rejected, with the unauthenticated ones."),
          peak_percent: z
            .number()
            .int()
            .nullable()
            .describe("The greatest share of its limit that was used, if it has one."),
          peak_at: time.nullable().describe("When the interval with this share begins."),
        }),
      )
      .describe("The operations with the most requests first."),
  })
  .meta({ id: "Usage" });

export async function usageJson(
  of: UsageOf,
  query: z.output<typeof usageQuery>,
  { usage: counter, clock }: { readonly usage: Pick<UsageCounter, "usageOf">; clock(): number },
): Promise<z.input<typeof usage>> {
  const { period, now } = windowIn(query, of, clock());
  const range = { since: beginOf(period, now), until: now + 1 };
  const uses = await counter.usageOf(of, period.resolution, range);
  const { times, counts } = seriesOf(period, uses, now);
  return {
    times: times.map(timeOf),
    step_seconds: period.stepMs / 1000,
    counts: Object.fromEntries([...counts].map(([kind, all]) => [kindName(kind), [...all]])),
    operations: operationsIn(period, uses, now).map(({ operation, requests, rejected, peak }) => ({
      ...{ operation, requests, rejected },
      peak_percent: peak?.percent ?? null,
      peak_at: timeOrNull(peak?.at),
    })),
  };
}

const rangeMessages: Readonly<
  Record<UsageRangeProblem, (seconds: UsageResolution, now: number) => string>
> = {
  order: () => "until must not be before since. If it is left out, it is today, in UTC.",
  future: (_, now) => `until must not be after today, which is ${dayText(now)} in UTC.`,
  "not-kept": (seconds, now) =>
    seconds === 3600
      ? `since must not be before ${dayText(keptSince(3600, now))}, because hours are kept for ${hoursKeptDays} days. Give a later day, or the resolution day.`
      : `since must not be before ${dayText(keptSince(86_400, now))}, because days are kept for ${daysKept} days. Give a later day.`,
};

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, "2026-05-01".length);
}

/** Throws 400 for days of which nothing is kept. */
function windowIn(
  { period, since, until, resolution }: z.output<typeof usageQuery>,
  of: UsageOf,
  now: number,
): UsageWindow {
  if (since === undefined) {
    if (until !== undefined || resolution !== undefined) {
      throw new AdminProblem("invalid-request", "until and resolution need since.");
    }
    const wanted: UsagePeriod = usagePeriods[period ?? "day"];
    // The service has no counts of five minutes.
    const isFine = of === "service" && wanted.resolution === 300;
    return { period: isFine ? { ...wanted, resolution: 60 } : wanted, now };
  }
  if (period !== undefined) {
    throw new AdminProblem("invalid-request", "Give either period or since.");
  }
  const today = dayOf(now);
  const first = dayOf(Date.parse(since));
  const last = until === undefined ? today : dayOf(Date.parse(until));
  const [seconds, perDay] = resolutions[resolution ?? "day"];
  const problem = usageRangeProblem(beginningOf(first), beginningOf(last + 1), seconds, now);
  if (problem !== undefined) {
    throw new AdminProblem("invalid-request", rangeMessages[problem](seconds, now));
  }
  const stepMs = seconds * 1000;
  const steps = (last - first + 1) * perDay;
  return { period: { resolution: seconds, stepMs, steps }, now: (last + 1) * 86_400_000 - 1 };
}
