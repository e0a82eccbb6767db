import { dayMs } from "../../../domain/day.ts";
import type { Texts } from "../../languages/texts.ts";
import { greatest, sum } from "../chart.ts";
import { type Html, html } from "../html.ts";
import type { Viewer } from "../viewer.ts";

/** One day of the histogram, or several if it shows many. */
export type CountedDays = {
  readonly from: number;
  readonly before: number;
  readonly count: number;
  /** There may be more, which were not counted. */
  readonly orMore: boolean;
  /** The list is narrowed to a range of days, and these are among them; all are without a range. */
  readonly isInRange: boolean;
};

const height = 60;

/**
 * A bar for each day is a link to its events. Positions across are percentages, so that the drawing fits any width.
 * Time runs from left to right in every language.
 */
export function auditDays(
  { frame }: Viewer,
  days: readonly CountedDays[],
  hrefOf: (from: string, to: string) => string,
): Html | undefined {
  const inRange = days.filter((one) => one.isInRange);
  const [first, last] = [inRange[0], inRange.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { audit: texts, dates } = frame.texts;
  const most = greatest(days.map(({ count }) => count));
  const total = sum(inRange.map(({ count }) => count));
  const counted = texts.counted(
    total,
    inRange.some(({ orMore }) => orMore),
  );
  const width = 100 / days.length;
  const bars = days.map((one, at) => {
    if (one.count === 0) return undefined;
    const tall = Math.max(2, Math.round((height * one.count) / most));
    const said = `${daysIn(dates, one)}: ${texts.counted(one.count, one.orMore)}`;
    const isMarked = one.isInRange && inRange.length < days.length;
    return html`
<a href="${hrefOf(written(one.from), written(one.before - dayMs))}" aria-label="${said}"${isMarked && html` class="current"`}><title>${said}</title><rect class="step" x="${percent(at * width)}" width="${percent(width)}" height="${height}"/><rect class="bar first" x="${percent((at + 0.12) * width)}" y="${height - tall}" width="${percent(width * 0.76)}" height="${tall}"/></a>`;
  });
  return html`<figure aria-labelledby="counted">
<svg class="extra" width="100%" height="${height}" role="group" aria-labelledby="counted">${bars}
</svg>
<figcaption id="counted">${counted} <small class="extra">${daysIn(dates, { from: first.from, before: last.before })}</small></figcaption>
</figure>`;
}

function daysIn(
  dates: Texts["dates"],
  { from, before }: Pick<CountedDays, "from" | "before">,
): string {
  return dates.days(from, before - dayMs);
}

function written(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}
