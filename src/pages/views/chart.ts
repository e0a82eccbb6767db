/** Counts over time: a sentence, stacked bars, and a table with the same numbers. It needs no script. */
import type { Shape } from "../languages/formats.ts";
import type { Texts } from "../languages/texts.ts";
import { type Html, html, needing, type Printable } from "./html.ts";
import { inZone, moment } from "./time.ts";

export type Chart = {
  /** Part of an element ID, and different from that of the page's other charts. */
  readonly id: string;
  readonly caption: string;
  /** What one sees in it. */
  readonly summary: Printable;
  readonly tableTitle: string;
  readonly timeTitle: string;
  /** The last row, and the numbers of the legend, which are the latest ones without it. */
  readonly total?: {
    readonly title: string;
    readonly of: (counts: readonly number[]) => number;
  };
  /** A link to which a script adds the time that someone chooses in the chart. */
  readonly range?: string | undefined;
  /** Without it, moments are days in UTC, in every time zone. */
  readonly dateForm?: { readonly dates: Texts["dates"]; readonly as: Shape };
  /** The oldest is first. */
  readonly times: readonly { readonly at: number; readonly text: string }[];
  readonly columns: readonly Column[];
  readonly number: (count: number) => string;
  /** What happened meanwhile. The oldest is first. */
  readonly markers?: {
    readonly title: string;
    readonly dates: Texts["dates"];
    readonly all: readonly Marker[];
  };
};

type Marker = { readonly at: number; readonly text: string };

type Column = {
  readonly title: string;
  readonly counts: readonly number[];
  /** Bars are stacked in the order of their columns; a line is dashed. Others are only in the table. */
  readonly drawn?: "first" | "second" | "bad" | "line";
};

/** The table is in a disclosure, newest row first. A script shows the row of the bar that someone points at. */
export function chart(content: Chart): Html {
  const { id, caption, summary, tableTitle, timeTitle, total, times, columns, range } = content;
  const hasMarkers = content.markers !== undefined && content.markers.all.length > 0;
  const cell = (count: number) => html`<td>${content.number(count)}</td>`;
  const rows = times.map(
    (one, row) => html`
<tr><th scope="row">${when(content, one)}</th>${columns.map(({ counts }) => cell(counts[row] ?? 0))}${hasMarkers && html`<td>${markersOf(content, row)}</td>`}</tr>`,
  );
  const local = localShape(content);
  const isEmpty = columns.every(({ counts }) => counts.every((count) => count === 0));
  // Without anything to draw, an axis would only say that there are numbers.
  if (isEmpty)
    return html`<figure aria-labelledby="${id}-caption">
<figcaption id="${id}-caption">${caption}</figcaption>
<p>${summary}</p>
</figure>`;
  const figure = html`<figure data-chart${range && html` data-range="${range}"`} aria-labelledby="${id}-caption">
<figcaption id="${id}-caption">${caption}</figcaption>
<p>${summary}</p>
${legend(content)}
${plot(content)}
${markerList(content)}
<details>
<summary>${tableTitle}</summary>
<div class="scroll" role="region" tabindex="0" aria-labelledby="${id}-caption"><table class="counts" aria-labelledby="${id}-caption">
<thead><tr><th scope="col">${timeTitle}</th>${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}${hasMarkers && html`<th scope="col">${content.markers?.title}</th>`}</tr></thead>
<tbody${local && html` data-shown="${local}"`}>${rows.reverse()}
</tbody>
${total && html`<tfoot><tr><th scope="row">${total.title}</th>${columns.map(({ counts }) => cell(total.of(counts)))}${hasMarkers && html`<td></td>`}</tr></tfoot>`}
</table></div>
</details>
</figure>`;
  return needing("chart", local ? needing("dates", figure) : figure);
}

/** A page has hundreds of them, so each is short: to the minute, and without a tooltip. */
function when({ dateForm }: Chart, { at, text }: Chart["times"][number]): Html {
  const shown = dateForm ? inZone(dateForm.dates, at, dateForm.as, text) : text;
  return html`<time datetime="${toMinute(at)}">${shown}</time>`;
}

/** How the script `dates` shows the chart's times, if they are in the time zone of the reader's browser. */
function localShape({ dateForm }: Chart): Shape | undefined {
  return dateForm?.dates.zoned ? undefined : dateForm?.as;
}

function toMinute(at: number): string {
  return `${new Date(at).toISOString().slice(0, "2026-05-03T10:20".length)}Z`;
}

function legend({ columns, number, total }: Chart): Html {
  const items = columns
    .filter(({ drawn }) => drawn !== undefined)
    .map((column) => {
      const { title, counts } = column;
      const count = total === undefined ? (counts.at(-1) ?? 0) : total.of(counts);
      return html`
<li>${swatch(column)}${title} <b>${number(count)}</b></li>`;
    });
  return html`<ul class="legend">${items}
</ul>`;
}

/** How a column is drawn, before its title. */
function swatch({ drawn }: Column): Html | undefined {
  if (drawn === undefined) return undefined;
  const sample =
    drawn === "line"
      ? html`<line class="line" x2="12" y1="6" y2="6"/>`
      : html`<rect class="bar ${drawn}" width="12" height="12"/>`;
  return html`<svg class="swatch" width="12" height="12" aria-hidden="true">${sample}</svg> `;
}

const maxListed = 5;

/** The latest ones; the table has all. */
function markerList({ markers }: Chart): Html | undefined {
  if (markers === undefined || markers.all.length === 0) return undefined;
  const items = markers.all.slice(-maxListed).map(
    ({ at, text }) => html`
<li><svg class="swatch" width="12" height="12" aria-hidden="true"><circle class="marker" cx="6" cy="6" r="5"/></svg> ${text} <span>${moment(markers.dates, at)}</span></li>`,
  );
  return html`<ul class="markers" aria-label="${markers.title}">${items}
</ul>`;
}

/** What happened in a row's time, in words. */
function markersOf({ markers, times }: Chart, row: number): string {
  const [begin, end] = [times[row]?.at ?? 0, times[row + 1]?.at ?? Number.POSITIVE_INFINITY];
  const ofRow = markers?.all.filter(({ at }) => at >= begin && at < end) ?? [];
  return [...new Set(ofRow.map(({ text }) => text))].join(", ");
}

const height = 180;

/**
 * A step is one unit wide, and the drawing is stretched to any width; its text is outside of that, and keeps its size.
 * Time runs from left to right in every language. Screen readers have the sentence and the table instead.
 */
function plot(content: Chart): Html {
  const { columns, times, number } = content;
  const bars = columns.filter(({ drawn }) => drawn !== undefined && drawn !== "line");
  const most = Math.max(
    ...times.map((_, row) => bars.reduce((all, { counts }) => all + (counts[row] ?? 0), 0)),
    ...columns.flatMap(({ drawn, counts }) => (drawn === "line" ? counts : [])),
  );
  const levels = ticks(most);
  const top = levels.at(-1) ?? 1;
  const y = (count: number) => Math.round(10 * (height - (count / top) * height)) / 10;
  const lines = levels.map(
    (count) => html`<line class="rule" x2="100%" y1="${y(count)}" y2="${y(count)}"/>`,
  );
  return html`<div class="plot" dir="ltr" role="group" aria-label="${content.caption}">
<ol class="levels" aria-hidden="true">${levels.toReversed().map((count) => html`<li>${number(count)}</li>`)}</ol>
<svg width="100%" height="${height + 24}" aria-hidden="true">${lines}
<svg class="steps" width="100%" height="${height}" viewBox="0 0 ${times.length} ${height}" preserveAspectRatio="none">${barsOf(bars, y)}
${columns.map((column) => column.drawn === "line" && dashed(column, y))}</svg>
${markerShapes(content)}
${labels(content)}
</svg>
<output hidden></output>
</div>`;
}

/** Steps are equally long, so the time between the first two says where a marker is. */
function markerShapes({ markers, times }: Chart): readonly Html[] {
  const [first, second] = times;
  if (markers === undefined || first === undefined || second === undefined) return [];
  const span = (second.at - first.at) * times.length;
  return markers.all.map(
    ({ at }) =>
      html`<circle class="marker" cx="${round((100 * (at - first.at)) / span)}%" cy="${height}" r="5"/>`,
  );
}

/** Through the middle of each step, and up to both ends. */
function dashed({ counts }: Column, y: (count: number) => number): Html {
  const [first = 0, last = 0] = [counts[0], counts.at(-1)];
  const points = [
    [0, first],
    ...counts.map((count, row) => [row + 0.5, count] as const),
    [counts.length, last],
  ] as const;
  return html`<polyline class="line" points="${points.map(([x, count]) => `${x},${y(count)}`).join(" ")}"/>`;
}

/** All bars of a column are one path, which starts where the column before it ends, in whole pixels. */
function barsOf(
  columns: readonly Column[],
  y: (count: number) => number,
): readonly (Html | false)[] {
  const below: number[] = [];
  return columns.map(({ counts, drawn }) => {
    const bars = counts.map((count, row) => {
      if (count === 0) return "";
      const bottom = Math.round(y(below[row] ?? 0));
      below[row] = (below[row] ?? 0) + count;
      // The least is visible.
      const top = Math.min(Math.round(y(below[row] ?? 0)), bottom - 1);
      return `M${round(row + 0.12)} ${bottom}h.76V${top}h-.76z`;
    });
    const drawing = bars.join("");
    return drawing !== "" && html`<path class="bar ${drawn}" d="${drawing}"/>`;
  });
}

/** On a phone there is room for every other one. Isolates keep the order of a right-to-left date. */
function labels(content: Chart): readonly Html[] {
  const { times, dateForm } = content;
  const shape = localShape(content);
  return labeled(times.length).map((row, at, { length }) => {
    const { at: moment, text } = times[row] ?? { at: 0, text: "" };
    const x = (100 * (row + 0.5)) / times.length;
    const extra = (length - at) % 2 === 0 && html` class="extra"`;
    const local = shape && html` data-shown="${shape}" data-at="${toMinute(moment)}"`;
    const shown = dateForm ? inZone(dateForm.dates, moment, dateForm.as, text) : text;
    return html`<text x="${round(x)}%" y="${height + 18}"${extra}${local}>\u{2068}${shown}\u{2069}</text>`;
  });
}

/** Positions are percentages of the bar, and its text says the same. `more` are attributes of what others hear. */
export function share(
  part: number,
  text: string,
  kind: "good" | "soon" | "bad",
  more?: Html,
): Html {
  const least = part > 0 ? 1 : 0;
  const width = Math.max(least, Math.round(100 * part));
  return html`<div class="share"><span>${text}</span> <svg width="100%" height="6"${more ?? html` aria-hidden="true"`}><rect class="whole" width="100%" height="6" rx="3"/><rect class="part ${kind}" width="${width}%" height="6" rx="3"/></svg></div>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Counts at equal distances, without numbers; the text beside it has them. */
export function sparkline(counts: readonly number[]): Html {
  const [width, height] = [96, 24];
  const step = width / counts.length;
  const most = Math.max(1, greatest(counts));
  const bars = counts.map((count, at) => {
    const tall = count === 0 ? 1 : Math.max(2, Math.round((height * count) / most));
    return `M${at * step} ${height}v${-tall}h${step - 1}v${tall}`;
  });
  return html`<svg class="spark" width="${width}" height="${height}" aria-hidden="true"><path d="${bars.join("")}"/></svg>`;
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

export function greatest(counts: readonly number[]): number {
  return Math.max(0, ...counts);
}

/** Levels of a chart from zero up, at round numbers: two to five of them, the last at least `most`. */
export function ticks(most: number): readonly number[] {
  const step = roundSteps.find((one) => Math.ceil(most / one) <= 4) ?? most;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step);
}

/** At most four of `count` bars, equally far from each other and in the middle of all. */
export function labeled(count: number): readonly number[] {
  const step = Math.ceil(count / 4);
  const labels = Math.ceil(count / step);
  const first = Math.ceil((count - 1 - (labels - 1) * step) / 2);
  return Array.from({ length: labels }, (_, at) => first + at * step);
}

const roundSteps = Array.from({ length: 16 }, (_, power) => power).flatMap((power) =>
  [1, 2, 5].map((one) => one * 10 ** power),
);
