import type { NamedStanding } from "../../../domain/limits.ts";
import type { Use } from "../../../domain/use.ts";
import {
  codesIn,
  seriesOf,
  type UsePeriodName,
  type UseSeries,
  usePeriods,
} from "../../../domain/use-periods.ts";
import type { UseTexts } from "../../../languages/texts/portal/use.ts";
import { chart } from "../../chart.ts";
import { type Html, html } from "../../html.ts";
import { table } from "../../list.ts";
import { time } from "../../time.ts";

export type Usage = {
  readonly period: UsePeriodName;
  /** The application's, in the period's resolution, since it began. */
  readonly uses: readonly Use[];
  /** Undefined: the service limits nothing. */
  readonly limits: readonly NamedStanding[] | undefined;
  readonly now: number;
};

/** What an application's requests came to. The periods are links to the same page: `?use=day`. */
export function useSection(texts: UseTexts, { period, uses, limits, now }: Usage): Html {
  const series = seriesOf(usePeriods[period], uses, now);
  const names = Object.keys(usePeriods) as UsePeriodName[];
  return html`<section id="use" aria-labelledby="use-title">
<h2 id="use-title">${texts.title}</h2>
<ul class="periods" aria-label="${texts.periodsLabel}">${names.map(
    (name) =>
      html`<li><a class="action" href="?use=${name}"${name === period && html` aria-current="true"`}>${texts.periods[name]}</a></li>`,
  )}</ul>
${
  series.counts.size === 0
    ? html`<p>${texts.none}</p>
<p class="quiet">${texts.noneAdvice}</p>`
    : html`${counted(texts, period, series)}
<p class="quiet">${texts.whatTheyAre}</p>`
}
<h3>${texts.limits.title}</h3>
${limits === undefined ? html`<p>${texts.limits.off}</p>` : remaining(texts, limits)}
</section>`;
}

function counted(texts: UseTexts, period: UsePeriodName, series: UseSeries): Html {
  const { times, counts } = series;
  const none = times.map(() => 0);
  return chart({
    caption: texts.captions[period],
    timeTitle: texts.time,
    totalTitle: texts.total,
    times: times.map((at) => ({ at, text: texts.step[period](at) })),
    columns: [
      { title: texts.verified, counts: counts.get("verified") ?? none },
      { title: texts.issued, counts: counts.get("issued") ?? none },
      ...codesIn(series).map((code) => {
        return { title: texts.refused(code), counts: counts.get(`refused ${code}`) ?? none };
      }),
    ],
    number: texts.number,
  });
}

function remaining({ limits: texts, number }: UseTexts, limits: readonly NamedStanding[]): Html {
  const columns = [texts.operation, texts.limit, texts.remaining, texts.resetsAt];
  return html`<p>${texts.what}</p>
${table(
  texts.title,
  columns,
  limits.map(({ name, limit, remaining, resetAt }) => [
    html`<code>${name}</code>`,
    number(limit),
    number(remaining),
    time(resetAt * 1000, texts.reset(resetAt * 1000)),
  ]),
)}`;
}
