import type { Use } from "../../domain/use.ts";
import {
  codesIn,
  seriesOf,
  type UsePeriodName,
  type UseSeries,
  usePeriods,
} from "../../domain/use-periods.ts";
import type { UseTexts } from "../../languages/texts/portal/use.ts";
import { chart } from "../chart.ts";
import { type Html, html } from "../html.ts";

export type ShownUse = {
  readonly period: UsePeriodName;
  /** The application's, in the period's resolution, since it began. */
  readonly uses: readonly Use[];
  readonly now: number;
};

/** What an application's requests came to. The periods are links to the same page: `?use=day#use`. */
export function useSection(texts: UseTexts, { period, uses, now }: ShownUse): Html {
  const series = seriesOf(usePeriods[period], uses, now);
  const names = Object.keys(usePeriods) as UsePeriodName[];
  return html`<section id="use">
<h2>${texts.title}</h2>
<ul class="periods" aria-label="${texts.periodsLabel}">${names.map(
    (name) =>
      html`<li><a class="action" href="?use=${name}#use"${name === period && html` aria-current="true"`}>${texts.periods[name]}</a></li>`,
  )}</ul>
${
  series.counts.size === 0
    ? html`<p>${texts.none}</p>
<p class="quiet">${texts.noneAdvice}</p>`
    : html`${counted(texts, period, series)}
<p class="quiet">${texts.whatTheyAre}</p>`
}
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
