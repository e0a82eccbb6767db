import { type Html, html, type Printable } from "../html.ts";
import { copied } from "../scripts.ts";

/** The text tells that the values are shown once. A script can save one to a file with its name. */
export function secretBox(
  { what, advice }: { readonly what: string; readonly advice: string },
  values: readonly (readonly [label: Printable, value: string, file?: string])[],
): Html {
  return html`<div class="secret">
<p><strong>${what}</strong> ${advice}</p>
${values.map(
  ([label, value, file], at) => html`<p class="quiet">${label}</p>
<code${copied}${file !== undefined && html` data-download="${file}"`} dir="ltr" id="shown-${at}">${value}</code>
${file !== undefined && html`<p class="tools later"></p>`}`,
)}
</div>`;
}
