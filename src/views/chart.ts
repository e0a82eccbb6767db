import type { DateTexts } from "../languages/texts/dates.ts";
import { type Html, html } from "./html.ts";
import { type Shown, time } from "./time.ts";

export type Chart = {
  readonly caption: string;
  /** Of the disclosure that the table is behind. */
  readonly tableTitle: string;
  /** What the first column is. */
  readonly timeTitle: string;
  /** Of the row of sums, where the counts can be summed up. */
  readonly totalTitle?: string;
  /** How much of each moment is shown; undefined: they are days in UTC, in every zone. */
  readonly shown?: { readonly dates: DateTexts; readonly as: Shown };
  /** The oldest first. */
  readonly times: readonly { readonly at: number; readonly text: string }[];
  /** As many counts as times. */
  readonly columns: readonly { readonly title: string; readonly counts: readonly number[] }[];
  readonly number: (count: number) => string;
};

/**
 * Counts over time as a table, the newest first, behind a disclosure. A script draws the same above it, and
 * reads it from these cells, so nothing is said twice and nobody needs the drawing.
 */
export function chart(content: Chart): Html {
  const { caption, tableTitle, timeTitle, totalTitle, shown, times, columns, number } = content;
  const when = (at: number, text: string) =>
    shown
      ? time(shown.dates, at, text, shown.as)
      : html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
  const cell = (count: number) => html`<td><data value="${count}">${number(count)}</data></td>`;
  const rows = times.map(
    ({ at, text }, row) => html`
<tr><th scope="row">${when(at, text)}</th>${columns.map(({ counts }) => cell(counts[row] ?? 0))}</tr>`,
  );
  return html`<figure data-chart>
<figcaption>${caption}</figcaption>
<details>
<summary>${tableTitle}</summary>
<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table class="counts">
<thead><tr><th scope="col">${timeTitle}</th>${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${rows.reverse()}
</tbody>
${totalTitle && html`<tfoot><tr><th scope="row">${totalTitle}</th>${columns.map(({ counts }) => cell(sum(counts)))}</tr></tfoot>`}
</table></div>
</details>
</figure>`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
