import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";
import { withSupport } from "./support.ts";

export type Explanation = {
  readonly happened: string;
  readonly meaning: string;
  readonly advice: string;
};

/** The card says what happened, what it means and what to do, and has a way out. */
export function explanationCard(
  frame: Frame,
  { happened, meaning, advice }: Explanation,
  wayOut?: Html,
  /** Someone gave it. */
  reason?: Html,
): Html {
  return html`<article>
<h1>${happened}</h1>
<p>${withSupport(frame, meaning)}</p>
${reason}
<p>${withSupport(frame, advice)}</p>
${wayOut}
</article>`;
}

export function actionLink(href: string, text: string, kind?: "secondary"): Html {
  return html`<p class="actions"><a class="button${kind && ` ${kind}`}" href="${href}">${text}</a></p>`;
}
