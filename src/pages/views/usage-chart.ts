/** Usage over time, with the period before as a dashed line. */
import type { ApplicationChange } from "../../domain/application-changes.ts";
import { dayMs } from "../../domain/day.ts";
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
  const { choice, period, uses, now, changes, range } = usage;
  const figure = figureOf(usage);
  const compared = comparedChoice(usage);
  const { audit, dates, portal } = frame.texts;
  const texts = portal.usage;
  const series = seriesOf(period, uses, now);
  const before = seriesOf(period, uses, now - period.stepMs * period.steps);
  const form = timeForm(period);
  const dateForm = form === "day" ? undefined : ({ dates, as: form } as const);
  const times = series.times.map((at) => ({ at, text: texts.step[form](at) }));
  const counts = countsOf(figure, series);
  const number =
    figure === "peak" ? (count: number) => texts.why.percent(count / 100) : texts.number;
  const canBeAdded = figure !== "users" && figure !== "peak";
  return chart({
    id: "use",
    caption: `${titleOf(figure, texts)}: ${texts.captions[choice]}`,
    summary:
      figure === "requests"
        ? usageSummary(texts, { times, dateForm, requests: counts, rejected: rejectedIn(series) })
        : highest({ times, dateForm }, counts, (count) => texts.highest(number(count))),
    tableTitle: texts.table,
    timeTitle: texts.time,
    total: canBeAdded ? { title: texts.total, of: sum } : { title: texts.greatest, of: greatest },
    ...(dateForm && { dateForm }),
    times,
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
    range: period.stepMs < 3_600_000 ? undefined : range,
    markers: {
      title: texts.changed,
      dates,
      all: changes.map(({ at, name }) => ({ at, text: audit.happened[name] })),
    },
  });
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

type Times = Pick<Chart, "times"> & { readonly dateForm: Chart["dateForm"] | undefined };

/** How many there were, how many of them were rejected, and when there were most. */
export function usageSummary(
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
