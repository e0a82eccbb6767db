import { z } from "zod";
import type { UsageOf } from "../../domain/usage.ts";
import {
  beginOf,
  seriesOf,
  type UsagePeriodName,
  usagePeriods,
} from "../../domain/usage-periods.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { time, timeOf } from "./shapes.ts";

export const usageQuery = z.strictObject({
  period: z
    .enum(Object.keys(usagePeriods) as [UsagePeriodName, ...UsagePeriodName[]])
    .describe("The default is day.")
    .optional(),
});

export const usage = z
  .strictObject({
    times: z.array(time).describe("When each interval begins; the last one is the current one."),
    step_seconds: z.number().int(),
    counts: z
      .record(z.string(), z.array(z.number().int()))
      .describe(
        "For each kind, such as `verified`, `rejected 88`, or `unauthenticated 32` (rejected, and anyone can cause it), a count for each interval.",
      ),
  })
  .meta({ id: "Usage" });

export async function usageJson(
  of: UsageOf,
  period: UsagePeriodName = "day",
  { usage: counter, clock }: Pick<Dependencies, "usage" | "clock">,
): Promise<z.input<typeof usage>> {
  const now = clock();
  const wanted = usagePeriods[period];
  // The service has no counts of five minutes.
  const resolution = of === "service" && period === "hour" ? 60 : wanted.resolution;
  const uses = await counter.usageOf(of, resolution, { since: beginOf(wanted, now) });
  const { times, counts } = seriesOf(wanted, uses, now);
  return {
    times: times.map(timeOf),
    step_seconds: wanted.stepMs / 1000,
    counts: Object.fromEntries([...counts].map(([kind, all]) => [kind, [...all]])),
  };
}
