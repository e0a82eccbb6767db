/** Requests and sign-ins of the whole service, on the overview of administrators. */
import type { UsageCount } from "../../../domain/usage.ts";
import { seriesOf } from "../../../domain/usage-periods.ts";
import { chart, sum } from "../chart.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { captionOf, stepsOf, usageChart } from "../usage-chart.ts";
import { rangeControls, type UsageRange, type WrongDays } from "../usage-range.ts";

export type ServiceUsage = UsageRange & {
  /** Whether all counts of the period before are kept. */
  readonly isCompared: boolean;
  /** They have the period's resolution, and start one period before it began. */
  readonly uses: readonly UsageCount[];
};

export function serviceUsage(frame: Frame, usage: ServiceUsage | WrongDays): Html {
  const controls = rangeControls(frame, usage, { part: "#usage" });
  if ("problems" in usage) return controls;
  const { usage: texts } = frame.texts.portal;
  const { usageHint } = frame.texts.admin.overview;
  const { period, uses, now } = usage;
  const series = seriesOf(period, uses, now);
  if (series.counts.size === 0) return html`${controls}<p>${texts.none}</p>`;
  const range = "?use=days#usage";
  return html`${controls}
<p class="quiet">${usageHint}</p>
<div class="charts">${usageChart(frame, { ...usage, figure: "requests", changes: [], range })}
${signIns(frame, usage, range)}</div>`;
}

function signIns(frame: Frame, usage: ServiceUsage, range: string): Html {
  const { admin, portal } = frame.texts;
  const { signedIn, failedSignIn, signInSummary } = admin.overview;
  const { period, uses, now } = usage;
  const series = seriesOf(period, uses, now);
  const of = (kind: UsageCount["kind"]) => series.counts.get(kind) ?? series.times.map(() => 0);
  return chart({
    ...stepsOf(frame, period, series, range),
    id: "sign-ins",
    caption: captionOf(frame, signedIn, usage),
    summary: signInSummary(sum(of("signed-in")), sum(of("failed-sign-in"))),
    total: { title: portal.usage.total, of: sum },
    columns: [
      { title: signedIn, counts: of("signed-in"), drawn: "first" },
      { title: failedSignIn, counts: of("failed-sign-in"), drawn: "bad" },
    ],
    number: portal.usage.number,
  });
}
