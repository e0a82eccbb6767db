import type { Texts } from "../../languages/texts.ts";
import { type Html, html, type Printable } from "../html.ts";
import { copied } from "../scripts.ts";

export type ShownSecret = {
  readonly label: Printable;
  readonly value: string;
  readonly copies: keyof Texts["shell"]["script"]["copies"];
  /** A script can save it in a file of this name. */
  readonly file?: string;
};

/** The text tells that the values are shown once. */
export function secretBox(
  { shell }: Pick<Texts, "shell">,
  { what, advice }: { readonly what: string; readonly advice: string },
  values: readonly ShownSecret[],
): Html {
  return html`<div class="secret">
<p><strong>${what}</strong> ${advice}</p>
${values.map(
  ({ label, value, copies, file }) => html`<p class="quiet">${label}</p>
<code${copied(shell.script.copies[copies])}${file !== undefined && html` data-download="${file}"`} dir="ltr">${value}</code>
${file !== undefined && html`<p class="tools later"></p>`}`,
)}
</div>`;
}
