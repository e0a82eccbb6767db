import { requestErrors } from "../../../../../domain/errors.ts";
import type {
  FailedAuthenticationCause,
  FailedAuthenticationSummary,
  RecentFailedAuthentication,
} from "../../../../../domain/failed-authentications.ts";
import type { NamedQuota } from "../../../../../domain/limits.ts";
import type { UsageCount } from "../../../../../domain/usage.ts";
import {
  type Compared,
  codesIn,
  seriesOf,
  totalsOf,
  type UsagePeriodName,
  type UsageSeries,
  usagePeriods,
} from "../../../../../domain/usage-periods.ts";
import type { Texts } from "../../../../languages/texts.ts";
import { chart } from "../../../chart.ts";
import { type Html, html } from "../../../html.ts";
import type { Frame } from "../../../layout.ts";
import { table } from "../../../list.ts";
import { moment, time } from "../../../time.ts";
import { docsHrefOf } from "../../docs.ts";

export type Usage = {
  readonly period: UsagePeriodName;
  /** The counts have the period's resolution, and start one period before it began. */
  readonly uses: readonly UsageCount[];
  /** Undefined if the service has no limits. */
  readonly limits: readonly NamedQuota[] | undefined;
  readonly failedAuthentications: FailedAuthenticationSummary;
  readonly now: number;
};

/** The periods are links to the same page: `?use=day`. */
export function usageSection(frame: Frame, usage: Usage): Html {
  const { usage: texts } = frame.texts.portal;
  const { period, uses, limits, now } = usage;
  const series = seriesOf(usagePeriods[period], uses, now);
  const names = Object.keys(usagePeriods) as UsagePeriodName[];
  return html`<section id="use" aria-labelledby="use-title">
<h2 id="use-title">${texts.title}</h2>
<ul class="periods" aria-label="${texts.periodsLabel}">${names.map(
    (name) =>
      html`<li><a class="action" href="?use=${name}"${name === period && html` aria-current="true"`}>${texts.periods[name]}</a></li>`,
  )}</ul>
${figures(texts, usage)}
${
  series.counts.size === 0
    ? html`<p>${texts.none}</p>
<p class="quiet">${texts.noneAdvice}</p>`
    : html`${usageChart(frame, period, series)}
${codeLinks(texts, series)}
<p class="quiet">${texts.whatTheyAre}</p>`
}
<h3>${texts.limits.title}</h3>
${limits === undefined ? html`<p>${texts.limits.off}</p>` : remaining(frame, limits)}
<h3>${texts.failedAuthentications.title}</h3>
${failedAuthenticationSection(frame, usage.failedAuthentications)}
</section>`;
}

/** The page is opened for these three numbers. */
function figures(texts: Texts["portal"]["usage"], { period, uses, now }: Usage): Html {
  const totals = totalsOf(usagePeriods[period], uses, now);
  const figure = (title: string, { count, before }: Compared) =>
    html`<div><dt>${title}</dt><dd><data value="${count}">${texts.number(count)}</data> <small>${texts.changes[period](count, before)}</small></dd></div>`;
  return html`<dl class="figures">${figure(texts.requests, totals.requests)}${figure(texts.issued, totals.issued)}${figure(texts.allRejected, totals.rejected)}</dl>`;
}

function usageChart({ texts: all }: Frame, period: UsagePeriodName, series: UsageSeries): Html {
  const { dates } = all;
  const texts = all.portal.usage;
  const { times, counts } = series;
  const none = times.map(() => 0);
  return chart({
    caption: texts.captions[period],
    tableTitle: texts.table,
    timeTitle: texts.time,
    totalTitle: texts.total,
    shown: { dates, as: period === "week" ? "day-and-clock" : "clock" },
    times: times.map((at) => ({ at, text: texts.step[period](at) })),
    columns: [
      { title: texts.verified, counts: counts.get("verified") ?? none },
      { title: texts.issued, counts: counts.get("issued") ?? none },
      ...codesIn(series).map((code) => {
        return { title: texts.rejected(code), counts: counts.get(`rejected ${code}`) ?? none };
      }),
    ],
    number: texts.number,
  });
}

/** Each link explains a code and what to do about it. */
function codeLinks(texts: Texts["portal"]["usage"], series: UsageSeries): Html | undefined {
  const codes = codesIn(series);
  if (codes.length === 0) return undefined;
  return html`<p>${texts.codes} ${codes.map((code) => html`<a class="action" href="${docsHrefOf(code)}">${code}</a> `)}</p>`;
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
    html`<code>${name}</code>`,
    html`<meter min="0" max="${limit}" low="${Math.ceil(limit / 5)}" optimum="${limit}" value="${remaining}" aria-label="${texts.remaining}"></meter> ${texts.of(remaining, limit)}`,
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

/** Requests that may come from others are shown as far as anybody may be told. */
function failedAuthenticationSection(
  frame: Frame,
  { count, since, latest }: FailedAuthenticationSummary,
): Html {
  const { usage: texts } = frame.texts.portal;
  const { failedAuthentications } = texts;
  if (since === undefined) return html`<p>${failedAuthentications.none}</p>`;
  const { dates } = frame.texts;
  const row = ({ at, cause, operation }: RecentFailedAuthentication) => [
    moment(dates, at),
    html`<a href="${docsHrefOf(failedAuthenticationCodes[cause])}">${failedAuthentications.causes[cause].what}</a><br><small>${failedAuthentications.causes[cause].advice}</small>`,
    operation === "" ? failedAuthentications.api : html`<code>${operation}</code>`,
  ];
  return html`<p>${failedAuthentications.count(count)} ${failedAuthentications.since} ${moment(dates, since)}.</p>
<p class="quiet">${failedAuthentications.anybody}</p>
${table(failedAuthentications.title, [failedAuthentications.when, failedAuthentications.cause, failedAuthentications.operation], latest.map(row))}`;
}
