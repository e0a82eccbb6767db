import type { ApplicationChange } from "../../../../../domain/application-changes.ts";
import { dayMs } from "../../../../../domain/day.ts";
import { requestErrors } from "../../../../../domain/errors.ts";
import type {
  FailedAuthenticationCause,
  RecentFailedAuthentication,
} from "../../../../../domain/failed-authentications.ts";
import type { NamedQuota } from "../../../../../domain/limits.ts";
import type { UsageCount } from "../../../../../domain/usage.ts";
import {
  beginOf,
  type Compared,
  closestLimit,
  type OperationUsage,
  operationsIn,
  reasonsIn,
  rejectedIn,
  requestsIn,
  seriesOf,
  totalsOf,
  type UsageChoice,
  type UsagePeriod,
  type UsagePeriodName,
  type UsageSeries,
  type UsageTotals,
  usagePeriods,
} from "../../../../../domain/usage-periods.ts";
import type { Texts } from "../../../../languages/texts.ts";
import { tag } from "../../../banner.ts";
import { type Chart, chart, share } from "../../../chart.ts";
import { type Html, html } from "../../../html.ts";
import type { Frame } from "../../../layout.ts";
import { type Column, table } from "../../../list.ts";
import { moment, time } from "../../../time.ts";
import { docsHrefOf } from "../../docs/errors.ts";

export type Usage = {
  readonly choice: UsageChoice;
  readonly period: UsagePeriod;
  /** Whether all counts of the period before are kept. */
  readonly isCompared: boolean;
  /** The counts have the period's resolution, and start one period before it began. */
  readonly uses: readonly UsageCount[];
  /** What happened in the period. */
  readonly changes: readonly ApplicationChange[];
  /** Undefined if the service has no limits. */
  readonly limits: readonly NamedQuota[] | undefined;
  readonly failedAuthentications: readonly RecentFailedAuthentication[];
  readonly now: number;
};

/** The periods are links to the same page, and days are a form (usage-window.ts). */
export function usageSection(frame: Frame, usage: Usage): Html {
  const { usage: texts } = frame.texts.portal;
  const { choice, period, uses, limits, now } = usage;
  const series = seriesOf(period, uses, now);
  const operations = operationsIn(period, uses, now);
  const names = Object.keys(usagePeriods) as UsagePeriodName[];
  return html`<section id="use" aria-labelledby="use-title">
<h2 id="use-title">${texts.title}</h2>
<ul class="periods" aria-label="${texts.periodsLabel}">${names.map(
    (name) =>
      html`<li><a class="action" href="?use=${name}"${name === choice && html` aria-current="true"`}>${texts.periods[name]}</a></li>`,
  )}</ul>
${chosenDays(texts, usage)}
${figures(frame, usage, operations)}
${
  series.counts.size === 0
    ? html`<p>${texts.none}</p>
<p class="quiet">${texts.noneAdvice}</p>`
    : html`${requestChart(frame, usage)}
<p class="quiet">${texts.whatTheyAre}</p>`
}
${byOperation(texts, operations)}
<h3>${texts.limits.title}</h3>
${limits === undefined ? html`<p>${texts.limits.off}</p>` : remaining(frame, limits)}
${whyRejected(texts, series)}
<h3>${texts.failedAuthentications.title}</h3>
${failedAuthenticationSection(frame, usage.failedAuthentications)}
</section>`;
}

/** The form and the link to the file need no script. The dates of a period up to now are those that it shows. */
function chosenDays({ days, csv }: Texts["portal"]["usage"], { choice, period, now }: Usage): Html {
  const [from, to] = [beginOf(period, now), now].map((at) =>
    new Date(at).toISOString().slice(0, "2026-05-03".length),
  );
  const query = choice === "days" ? `use=days&from=${from}&to=${to}` : `use=${choice}`;
  return html`<form class="days" method="get" novalidate>
<input type="hidden" name="use" value="days">
<label>${days.from} <input type="date" name="from" value="${from}" autocomplete="off" autocapitalize="none" spellcheck="false" required></label>
<label>${days.to} <input type="date" name="to" value="${to}" autocomplete="off" autocapitalize="none" spellcheck="false" required></label>
<button>${days.show}</button>
<a class="action" href="usage.csv?${query}" download>${csv}</a>
</form>
<p class="quiet">${days.utc}</p>`;
}

/** The page is opened for these numbers. */
function figures(frame: Frame, usage: Usage, operations: readonly OperationUsage[]): Html {
  const { usage: texts } = frame.texts.portal;
  const { choice, period, uses, now, isCompared } = usage;
  const totals = totalsOf(period, uses, now);
  const figure = (title: string, { count, before }: Compared, more?: Html) =>
    html`<div><dt>${title}</dt><dd><data value="${count}">${texts.number(count)}</data>${isCompared && html` <small>${texts.changes[choice](count, before)}</small>`}${more}</dd></div>`;
  const closest = closestLimit(operations);
  const begin = beginOf(period, now);
  const users = uses.filter(({ at, kind }) => at >= begin && kind === "users");
  const most = Math.max(0, ...users.map(({ count }) => count));
  return html`<dl class="figures">${figure(texts.requests, totals.requests)}${figure(texts.issued, totals.issued)}${figure(texts.allRejected, totals.rejected, unauthenticated(texts, totals))}${
    most > 0 &&
    html`<div><dt>${texts.maxUsers}</dt><dd><data value="${most}">${texts.number(most)}</data></dd></div>`
  }${
    closest &&
    html`<div><dt>${texts.closestLimit}</dt><dd><data value="${closest.percent}">${texts.why.percent(closest.percent / 100)}</data> <small><code>${closest.operation}</code></small></dd></div>`
  }</dl>`;
}

/** A limit of which this much was used is near. */
const nearPercent = 80;

function byOperation(
  texts: Texts["portal"]["usage"],
  operations: readonly OperationUsage[],
): Html | undefined {
  if (operations.length === 0) return undefined;
  const { operation: title, peak: peakTitle, ...byOperationTexts } = texts.byOperation;
  const isNumber = true;
  const columns: readonly Column[] = [
    title,
    { text: texts.requests, isNumber },
    { text: texts.allRejected, isNumber },
    { text: peakTitle, isNumber },
  ];
  const rows = operations.map(({ operation, requests, rejected, peak }) => [
    operation === "" ? texts.failedAuthentications.api : html`<code>${operation}</code>`,
    html`<data value="${requests}">${texts.number(requests)}</data>`,
    html`<data value="${rejected}">${texts.number(rejected)}</data>`,
    peak === undefined ? "" : limitPeak(texts.why.percent(peak.percent / 100), peak.percent),
  ]);
  return html`<h3>${byOperationTexts.title}</h3>
${table(byOperationTexts.title, columns, rows)}`;
}

function limitPeak(text: string, percent: number): Html {
  return percent < nearPercent ? html`${text}` : tag("soon", text);
}

/** Anyone can cause these, so every number of rejected requests says how many of them there are. */
export function unauthenticated(
  texts: Texts["portal"]["usage"],
  { unauthenticated: { count } }: Pick<UsageTotals, "unauthenticated">,
): Html | undefined {
  return count === 0 ? undefined : html` <small>${texts.unauthenticated.count(count)}</small>`;
}

export function requestChart(
  { texts: all }: Frame,
  {
    choice,
    period,
    uses,
    now,
    isCompared,
    changes,
  }: Pick<Usage, "choice" | "period" | "uses" | "now" | "isCompared" | "changes">,
): Html {
  const series = seriesOf(period, uses, now);
  const { dates } = all;
  const texts = all.portal.usage;
  const { stepMs, steps } = period;
  const form = dateFormOf(stepMs);
  const dateForm = form === "day" ? undefined : ({ dates, as: form } as const);
  const times = series.times.map((at) => ({ at, text: texts.step[form](at) }));
  const verified = series.counts.get("verified") ?? times.map(() => 0);
  const rejected = rejectedIn(series);
  const before = seriesOf(period, uses, now - stepMs * steps);
  return chart({
    id: "use",
    caption: texts.captions[choice],
    summary: usageSummary(texts, { times, dateForm, verified, rejected }),
    tableTitle: texts.table,
    timeTitle: texts.time,
    totalTitle: texts.total,
    ...(dateForm && { dateForm }),
    times,
    columns: [
      { title: texts.verified, counts: verified, drawn: "first" },
      { title: texts.issued, counts: series.counts.get("issued") ?? [] },
      { title: texts.allRejected, counts: rejected, drawn: "bad" },
      { title: texts.unauthenticated.title, counts: rejectedIn(series, "unauthenticated") },
      ...(isCompared
        ? [{ title: texts.before[choice], counts: requestsIn(before), drawn: "mark" } as const]
        : []),
    ],
    number: texts.number,
    markers: {
      title: texts.changed,
      dates,
      all: changes.map(({ at, name }) => ({ at, text: all.audit.happened[name] })),
    },
  });
}

/** Days are in UTC, in every time zone. */
function dateFormOf(stepMs: number): "clock" | "day-and-clock" | "day" {
  if (stepMs >= dayMs) return "day";
  return stepMs > 3_600_000 ? "day-and-clock" : "clock";
}

/** How many there were, how many of them were rejected, and when there were most. */
export function usageSummary(
  texts: Texts["portal"]["usage"],
  {
    times,
    dateForm,
    verified,
    rejected,
  }: { readonly dateForm: Chart["dateForm"] | undefined } & Pick<Chart, "times"> &
    Readonly<Record<"verified" | "rejected", readonly number[]>>,
): Html {
  const all = verified.map((count, step) => count + (rejected[step] ?? 0));
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const most = Math.max(...all);
  if (most === 0) return html`${texts.summary(0, 0)}`;
  const { at, text } = times[all.indexOf(most)] ?? { at: 0, text: "" };
  return html`${texts.summary(sum(all), sum(rejected))} ${texts.busiest(most)} <span>${dateForm === undefined ? text : time(dateForm.dates, at, text, dateForm.as)}.</span>`;
}

function whyRejected(texts: Texts["portal"]["usage"], series: UsageSeries): Html | undefined {
  const reasons = rejectionTable(texts, series);
  return (
    reasons &&
    html`<h3>${texts.why.title}</h3>
${reasons}`
  );
}

const reasonsShown = 5;

/** The reasons in words, the most frequent first, and the rest folded. Each code is a link to what to do about it. */
export function rejectionTable(
  texts: Texts["portal"]["usage"],
  series: UsageSeries,
): Html | undefined {
  const { why } = texts;
  const rows = reasonsIn(series);
  const all = rows.reduce((total, { count }) => total + count, 0);
  if (all === 0) return undefined;
  const reasons: Readonly<Record<number, string>> = why.reasons;
  const columns: readonly Column[] = [
    why.reason,
    why.share,
    { text: texts.requests, isNumber: true },
  ];
  const shown = (title: string, some: typeof rows) =>
    table(
      title,
      columns,
      some.map(({ code, count, authenticated }) => [
        // The code stays on the line of the last word.
        html`${reasons[code]}\u00a0(<a href="${docsHrefOf(code)}">${code}</a>)${!authenticated && html`<br><small>${texts.unauthenticated.title}</small>`}`,
        share(count / all, why.percent(count / all), "bad"),
        html`<data value="${count}">${texts.number(count)}</data>`,
      ]),
    );
  if (rows.length <= reasonsShown + 1) return shown(why.title, rows);
  const others = why.others(rows.length - reasonsShown);
  return html`${shown(why.title, rows.slice(0, reasonsShown))}
<details>
<summary>${others}</summary>
${shown(others, rows.slice(reasonsShown))}
</details>`;
}

function remaining({ texts: all }: Frame, limits: readonly NamedQuota[]): Html {
  const { dates } = all;
  const texts = all.portal.usage.limits;
  const columns = [texts.operation, texts.remaining, texts.resetsAt];
  return html`<p>${texts.what}</p>
${table(
  texts.title,
  columns,
  limits.map(({ name, limit, remaining, resetAt }) => [
    html`<code id="limit-${name}">${name}</code>${remaining < limit / 5 && html` ${remaining === 0 ? tag("now", texts.usedUp) : tag("soon", texts.almostUsedUp)}`}`,
    share(
      remaining / limit,
      texts.of(remaining, limit),
      remaining < limit / 5 ? "soon" : "good",
      html` role="meter" aria-valuemin="0" aria-valuemax="${limit}" aria-valuenow="${remaining}" aria-labelledby="limit-${name}"`,
    ),
    time(dates, resetAt * 1000, texts.reset(resetAt * 1000), "clock"),
  ]),
)}`;
}

const failedAuthenticationCodes: Readonly<Record<FailedAuthenticationCause, number>> = {
  signature: requestErrors.couldNotAuthenticate.code,
  secret: requestErrors.couldNotAuthenticate.code,
  nonce: requestErrors.couldNotAuthenticate.code,
  token: requestErrors.invalidToken.code,
  clock: requestErrors.timestampOutOfBounds.code,
};

/** Requests that may come from others are shown as far as anyone may be told. */
function failedAuthenticationSection(
  frame: Frame,
  latest: readonly RecentFailedAuthentication[],
): Html {
  const { usage: texts } = frame.texts.portal;
  const { failedAuthentications } = texts;
  if (latest.length === 0) return html`<p>${failedAuthentications.none}</p>`;
  const { dates } = frame.texts;
  const row = ({ at, cause, operation }: RecentFailedAuthentication) => [
    moment(dates, at),
    html`<a href="${docsHrefOf(failedAuthenticationCodes[cause])}">${failedAuthentications.causes[cause].what}</a><br><small>${failedAuthentications.causes[cause].advice}</small>`,
    operation === "" ? failedAuthentications.api : html`<code>${operation}</code>`,
  ];
  return html`<p class="quiet">${failedAuthentications.anybody}</p>
${table(failedAuthentications.title, [failedAuthentications.when, failedAuthentications.cause, failedAuthentications.operation], latest.map(row))}`;
}
