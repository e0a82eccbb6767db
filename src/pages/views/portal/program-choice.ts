import { type Html, html, type Printable } from "../html.ts";

/** One row of names, of which the first is chosen, and what belongs to the chosen one below it. It needs no script. */
export function programChoice(
  label: string,
  programs: readonly { readonly title: Printable; readonly content: Html }[],
): Html {
  return html`<div class="switch" role="radiogroup" aria-label="${label}">
${programs.map(
  ({ title, content }, at) =>
    html`<label class="choice"><input type="radio" name="program"${at === 0 && html` checked`}> ${title}</label>
<div>${content}</div>`,
)}
</div>`;
}
