import type { Texts } from "../languages/texts.ts";
import { type Html, html } from "./html.ts";
import { type Shown, time } from "./time.ts";

export type Chart = {
  readonly caption: string;
  readonly tableTitle: string;
  readonly timeTitle: string;
  /** The label belongs to the row of sums, if the counts can be added up. */
  readonly totalTitle?: string;
  /** Without it, moments are days in UTC, in every time zone. */
  readonly shown?: { readonly dates: Texts["dates"]; readonly as: Shown };
  /** The oldest is first. */
  readonly times: readonly { readonly at: number; readonly text: string }[];
  readonly columns: readonly { readonly title: string; readonly counts: readonly number[] }[];
  readonly number: (count: number) => string;
};

/**
 * A table, newest first, in a disclosure. A script draws the chart from its cells, so nothing is
 * sent twice and the chart is optional.
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
