import type { Notice } from "../../languages/texts/explanation.ts";
import { type Html, html } from "../html.ts";

/** Values that are shown this once, said in words and not by the frame alone. */
export function secretBox(
  { what, advice }: Notice,
  values: readonly (readonly [label: string, value: string])[],
): Html {
  return html`<div class="secret">
<p><strong>${what}</strong> ${advice}</p>
${values.map(
  ([label, value]) => html`<p class="quiet">${label}</p>
<code data-copy dir="ltr">${value}</code>`,
)}
</div>`;
}
