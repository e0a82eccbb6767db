/** Usage over time, with the period before as a dashed line. */
import type { ApplicationChange } from "../../domain/application-changes.ts";
import { dayMs, hourMs } from "../../domain/day.ts";
import type { UsageCount } from "../../domain/usage.ts";
import {
  type ComparedChoice,
  rejectedIn,
  requestsIn,
  seriesOf,
  type UsageChoice,
  type UsagePeriod,
  type UsageSeries,
} from "../../domain/usage-periods.ts";
import type { Texts } from "../languages/texts.ts";
import { type Chart, chart, greatest, sum } from "./chart.ts";
import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";
import { time } from "./time.ts";

/** What a chart shows over time. Users are counted by the day; `peak` is the share of the closest limit, in percent. */
export const usageFigures = ["requests", "issued", "rejected", "users", "peak"] as const;
export type UsageFigure = (typeof usageFigures)[number];

export type ChartedUsage = {
  readonly figure: UsageFigure;
  readonly choice: UsageChoice;
  readonly period: UsagePeriod;
  readonly now: number;
  /** They start one period before it began. */
  readonly uses: readonly UsageCount[];
  readonly isCompared: boolean;
  readonly changes: readonly ApplicationChange[];
  readonly range?: string;
};

export function usageChart(frame: Frame, usage: ChartedUsage): Html {
  const { period, uses, now, changes, range } = usage;
  const figure = figureOf(usage);
  const compared = comparedChoice(usage);
  const { audit, dates, portal } = frame.texts;
  const texts = portal.usage;
  const series = seriesOf(period, uses, now);
  const before = seriesOf(period, uses, now - period.stepMs * period.steps);
  const steps = stepsOf(frame, period, series, range);
  const counts = countsOf(figure, series);
  const number =
    figure === "peak" ? (count: number) => texts.why.percent(count / 100) : texts.number;
  const canBeAdded = figure !== "users" && figure !== "peak";
  return chart({
    ...steps,
    id: "use",
    caption: captionOf(frame, titleOf(figure, texts), usage),
    summary:
      figure === "requests"
        ? usageSummary(texts, { ...steps, requests: counts, rejected: rejectedIn(series) })
        : highest(steps, counts, (count) => texts.highest(number(count))),
    total: canBeAdded ? { title: texts.total, of: sum } : { title: texts.greatest, of: greatest },
    columns: [
      ...columnsOf(figure, series, texts),
      ...(compared === undefined
        ? []
        : [
            {
              title: texts.before[compared],
              counts: countsOf(figure, before),
              drawn: "line",
            } as const,
          ]),
    ],
    number,
    markers: {
      title: texts.changed,
      dates,
      all: changes.map(({ at, name }) => ({ at, text: audit.happened[name] })),
    },
  });
}

/** The service has the last hour by minute. */
export function captionOf(
  { texts }: Frame,
  title: string,
  { choice, period }: Pick<ChartedUsage, "choice" | "period">,
): string {
  const { captions, minutes } = texts.portal.usage;
  return `${title}: ${period.stepMs === 60_000 ? minutes : captions[choice]}`;
}

/** What charts of one period have in common. Minutes can't be chosen as a range. */
export function stepsOf(
  { texts }: Frame,
  period: UsagePeriod,
  series: UsageSeries,
  range: string | undefined,
): Pick<Chart, "tableTitle" | "timeTitle" | "times" | "dateForm" | "range"> {
  const { table, time: timeTitle, step } = texts.portal.usage;
  const form = timeForm(period);
  return {
    tableTitle: table,
    timeTitle,
    times: series.times.map((at) => ({ at, text: step[form](at) })),
    ...(form !== "day" && { dateForm: { dates: texts.dates, as: form } }),
    range: period.stepMs < hourMs ? undefined : range,
  };
}

export function figureOf({ figure, period }: Pick<ChartedUsage, "figure" | "period">): UsageFigure {
  return figure === "users" && period.stepMs < dayMs ? "requests" : figure;
}

export function comparedChoice({
  choice,
  isCompared,
}: Pick<ChartedUsage, "choice" | "isCompared">): ComparedChoice | undefined {
  return isCompared && choice !== "13-months" ? choice : undefined;
}

function titleOf(figure: UsageFigure, texts: Texts["portal"]["usage"]): string {
  const { requests, issued, allRejected, maxUsers, closestLimit } = texts;
  return { requests, issued, rejected: allRejected, users: maxUsers, peak: closestLimit }[figure];
}

function countsOf(figure: UsageFigure, series: UsageSeries): readonly number[] {
  if (figure === "requests") return requestsIn(series);
  if (figure === "rejected") return rejectedIn(series);
  return series.counts.get(figure) ?? series.times.map(() => 0);
}

function columnsOf(
  figure: UsageFigure,
  series: UsageSeries,
  texts: Texts["portal"]["usage"],
): Chart["columns"] {
  const of = (kind: UsageCount["kind"]) => series.counts.get(kind) ?? series.times.map(() => 0);
  const rejected = [
    { title: texts.allRejected, counts: rejectedIn(series), drawn: "bad" },
    { title: texts.unauthenticated.title, counts: rejectedIn(series, "unauthenticated") },
  ] as const;
  if (figure === "rejected") return rejected;
  if (figure !== "requests") {
    return [{ title: titleOf(figure, texts), counts: of(figure), drawn: "first" }];
  }
  return [
    { title: texts.verified, counts: of("verified"), drawn: "first" },
    { title: texts.issued, counts: of("issued") },
    ...rejected,
  ];
}

/** Days are in UTC, in every time zone. */
export function timeForm({ stepMs, steps }: UsagePeriod): "clock" | "day-and-clock" | "day" {
  if (stepMs >= dayMs) return "day";
  return stepMs * steps > dayMs ? "day-and-clock" : "clock";
}

/** When a step or an hour of the period begins. */
export function stepTime({ texts }: Frame, period: UsagePeriod, at: number): Html {
  const form = timeForm(period);
  const text = texts.portal.usage.step[form](at);
  if (form !== "day") return time(texts.dates, at, text, form);
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
}

type Times = Pick<Chart, "times" | "dateForm">;

/** How many there were, how many of them were rejected, and when there were most. */
function usageSummary(
  texts: Texts["portal"]["usage"],
  {
    requests,
    rejected,
    ...times
  }: Times & Readonly<Record<"requests" | "rejected", readonly number[]>>,
): Html {
  return html`${texts.summary(sum(requests), sum(rejected))} ${highest(times, requests, texts.busiest)}`;
}

/** When there were most, if there were any. */
function highest(
  { times, dateForm }: Times,
  counts: readonly number[],
  inWords: (count: number) => string,
): Html | undefined {
  const most = greatest(counts);
  if (most === 0) return undefined;
  const { at, text } = times[counts.indexOf(most)] ?? { at: 0, text: "" };
  return html`${inWords(most)} <span>${dateForm === undefined ? text : time(dateForm.dates, at, text, dateForm.as)}.</span>`;
}
