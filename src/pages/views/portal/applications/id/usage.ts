import type { ApplicationChange } from "../../../../../domain/application-changes.ts";
import { requestErrors } from "../../../../../domain/errors.ts";
import type {
  FailedAuthenticationCause,
  RecentFailedAuthentication,
} from "../../../../../domain/failed-authentications.ts";
import { windowText } from "../../../../../domain/limit-windows.ts";
import type { WindowQuota } from "../../../../../domain/limits.ts";
import type { UsageCount } from "../../../../../domain/usage.ts";
import {
  beginOf,
  type Compared,
  closestLimit,
  type LimitPeak,
  type OperationUsage,
  operationsIn,
  reasonsIn,
  seriesOf,
  totalsOf,
  type UsagePeriod,
  type UsageSeries,
  type UsageTotals,
} from "../../../../../domain/usage-periods.ts";
import type { Texts } from "../../../../languages/texts.ts";
import { tag } from "../../../banner.ts";
import { greatest, share } from "../../../chart.ts";
import { docsHrefOf } from "../../../docs/errors.ts";
import { type Html, html, type Printable } from "../../../html.ts";
import type { Frame } from "../../../layout.ts";
import { type Column, table } from "../../../list.ts";
import { breakable } from "../../../phrase.ts";
import { moment, time } from "../../../time.ts";
import {
  comparedChoice,
  figureOf,
  stepTime,
  timeForm,
  type UsageFigure,
  usageChart,
} from "../../../usage-chart.ts";
import {
  rangeControls,
  rangeQuery,
  type UsageRange,
  type WrongDays,
} from "../../../usage-range.ts";

export type Usage = UsageRange & {
  /** The chart shows it. */
  readonly figure: UsageFigure;
  /** Whether all counts of the period before are kept. */
  readonly isCompared: boolean;
  /** The counts have the period's resolution, and start one period before it began. */
  readonly uses: readonly UsageCount[];
  /** What happened in the period. */
  readonly changes: readonly ApplicationChange[];
  /** Undefined if the service has no limits. */
  readonly limits: readonly WindowQuota[] | undefined;
  readonly plan: string | undefined;
  readonly failedAuthentications: readonly RecentFailedAuthentication[];
};

/** The periods and the figures are links to the same page, and days are a form (usage-window.ts). */
export function usageSection(frame: Frame, usage: Usage): Html {
  const { usage: texts } = frame.texts.portal;
  const { period, uses, limits, now, figure } = usage;
  const series = seriesOf(period, uses, now);
  const operations = operationsIn(period, uses, now);
  return html`<section id="use" aria-labelledby="use-title">
<h2 id="use-title">${texts.title}</h2>
${rangeControls(frame, usage, { choosing: queryOf(figure), file: "usage.csv" })}
${figures(frame, usage, operations)}
${
  series.counts.size === 0
    ? html`<p>${texts.none}</p>
<p class="quiet">${texts.noneAdvice}</p>`
    : html`${usageChart(frame, { ...usage, range: `?use=days${queryOf(figure)}` })}
<p class="quiet">${texts.whatTheyAre}</p>`
}
${byOperation(frame, operations, period)}
<h3>${texts.limits.title}</h3>
${limits === undefined ? html`<p>${texts.limits.off}</p>` : remaining(frame, limits, usage.plan)}
${whyRejected(texts, series)}
<h3>${texts.failedAuthentications.title}</h3>
${failedAuthenticationSection(frame, usage.failedAuthentications)}
</section>`;
}

/** The page for days that can't be shown. */
export function wrongDaysSection(frame: Frame, wrong: WrongDays, figure: UsageFigure): Html {
  const { usage: texts } = frame.texts.portal;
  return html`<section id="use" aria-labelledby="use-title">
<h2 id="use-title">${texts.title}</h2>
${rangeControls(frame, wrong, { choosing: queryOf(figure) })}
</section>`;
}

function queryOf(figure: UsageFigure): string {
  return figure === "requests" ? "" : `&figure=${figure}`;
}

/** The page is opened for these numbers. Each is a link to its chart. */
function figures(frame: Frame, usage: Usage, operations: readonly OperationUsage[]): Html {
  const { usage: texts } = frame.texts.portal;
  const { period, uses, now } = usage;
  const [shown, compared] = [figureOf(usage), comparedChoice(usage)];
  const totals = totalsOf(period, uses, now);
  const one = (figure: UsageFigure, title: string, count: number, text: string, more?: Printable) =>
    html`<div><dt><a href="?${rangeQuery(usage)}${queryOf(figure)}"${figure === shown && html` aria-current="true"`}>${title}</a></dt><dd><data value="${count}">${text}</data>${more}</dd></div>`;
  const sums = (figure: UsageFigure, title: string, counts: Compared, more?: Html) => {
    const { count, before } = counts;
    const change = compared && html` <small>${texts.changes[compared](count, before)}</small>`;
    return one(figure, title, count, texts.number(count), html`${change}${more}`);
  };
  const closest = closestLimit(operations);
  const begin = beginOf(period, now);
  const users = uses.filter(({ at, kind }) => at >= begin && kind === "users");
  const most = greatest(users.map(({ count }) => count));
  return html`<dl class="figures">${sums("requests", texts.requests, totals.requests)}${sums("issued", texts.issued, totals.issued)}${sums("rejected", texts.allRejected, totals.rejected, unauthenticated(texts, totals))}${
    most > 0 && one("users", texts.maxUsers, most, texts.number(most))
  }${
    closest &&
    one(
      "peak",
      texts.closestLimit,
      closest.percent,
      texts.why.percent(closest.percent / 100),
      html` <small>${closest.operation === "" ? texts.failedAuthentications.api : html`<code>${breakable(closest.operation)}</code>`}<br>${stepTime(frame, period, closest.at)}</small>`,
    )
  }</dl>`;
}

/** A limit of which this much was used is near. */
const nearPercent = 80;

function byOperation(
  frame: Frame,
  operations: readonly OperationUsage[],
  period: UsagePeriod,
): Html | undefined {
  if (operations.length === 0) return undefined;
  const { usage: texts } = frame.texts.portal;
  const { operation: title, peak: peakTitle, ...byOperationTexts } = texts.byOperation;
  const isNumber = true;
  const columns: readonly Column[] = [
    title,
    { text: texts.requests, isNumber },
    { text: texts.allRejected, isNumber },
    { text: peakTitle, isNumber },
  ];
  const rows = operations.map(({ operation, requests, rejected, peak }) => [
    operation === "" ? texts.failedAuthentications.api : html`<code>${breakable(operation)}</code>`,
    html`<data value="${requests}">${texts.number(requests)}</data>`,
    html`<data value="${rejected}">${texts.number(rejected)}</data>`,
    peak === undefined ? "" : limitPeak(frame, peak, period),
  ]);
  return html`<h3>${byOperationTexts.title}</h3>
${table(byOperationTexts.title, columns, rows)}`;
}

/** One that was near says when it was the nearest. */
function limitPeak(frame: Frame, { percent, at }: LimitPeak, period: UsagePeriod): Html {
  const { usage: texts } = frame.texts.portal;
  const text = texts.why.percent(percent / 100);
  if (percent < nearPercent) return html`${text}`;
  const closest = texts.byOperation.closest[timeForm(period)];
  return html`${tag("soon", text)}<br><small>${closest} ${stepTime(frame, period, at)}</small>`;
}

/** Anyone can cause these, so every number of rejected requests says how many of them there are. */
export function unauthenticated(
  texts: Texts["portal"]["usage"],
  { unauthenticated: { count } }: Pick<UsageTotals, "unauthenticated">,
): Html | undefined {
  return count === 0 ? undefined : html` <small>${texts.unauthenticated.count(count)}</small>`;
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

function remaining(
  { texts: all }: Frame,
  limits: readonly WindowQuota[],
  plan: string | undefined,
): Html {
  const { dates } = all;
  const texts = all.portal.usage.limits;
  const columns = [texts.operation, texts.remaining, texts.resetsAt];
  const hasSeveral = (name: string) => limits.filter((one) => one.name === name).length > 1;
  return html`<p>${texts.what}${plan !== undefined && html` ${texts.plan(plan)}`}</p>
${table(
  texts.title,
  columns,
  limits.map(({ name, limit, length, remaining, resetAt }) => [
    html`<code id="limit-${name}-${windowText(length)}">${breakable(name)}${hasSeveral(name) && ` ${windowText(length)}`}</code>${remaining < limit / 5 && html` ${remaining === 0 ? tag("now", texts.usedUp) : tag("soon", texts.almostUsedUp)}`}`,
    share(
      remaining / limit,
      texts.of(remaining, limit),
      remaining < limit / 5 ? "soon" : "good",
      html` role="meter" aria-valuemin="0" aria-valuemax="${limit}" aria-valuenow="${remaining}" aria-labelledby="limit-${name}-${windowText(length)}"`,
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
    operation === "" ? failedAuthentications.api : html`<code>${breakable(operation)}</code>`,
  ];
  return html`<p class="quiet">${failedAuthentications.anybody}</p>
${table(failedAuthentications.title, [failedAuthentications.when, failedAuthentications.cause, failedAuthentications.operation], latest.map(row))}`;
}
