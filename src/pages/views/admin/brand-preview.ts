/** What users see of the brand when they sign in, in both themes. */
import { type Theme, themes } from "../../../domain/theme.ts";
import { type Html, html } from "../html.ts";
import { brandOf } from "../layout.ts";
import type { Viewer } from "../viewer.ts";

/** Nothing in it can be used, and its words are of other pages, so only its name is read out. */
export function brandPreview({ frame }: Viewer): Html {
  const { names } = frame.texts.shell.theme;
  const { title, forgot } = frame.texts.signIn;
  const sample = (
    theme: Theme,
  ) => html`<figure class="preview ${theme}" aria-label="${names[theme]}">
<div aria-hidden="true">
<p class="service"><span>${brandOf({ ...frame, theme })}</span></p>
<p><span class="button">${title}</span> <u>${forgot}</u></p>
</div>
</figure>`;
  return html`<div class="pair">${themes.map(sample)}</div>`;
}
