import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { phrase } from "./phrase.ts";

export type Cancelled = { readonly frame: Frame; readonly applicationName: string };

/** The application uses a PIN, so there is no address to return to. */
export function cancelledPage({ frame, applicationName }: Cancelled): Html {
  const texts = frame.texts.cancelled;
  const main = html`<article>
<h1>${texts.title}</h1>
<p>${phrase(texts.meaning(applicationName))}</p>
<p>${texts.advice}</p>
</article>`;
  return page(frame, { title: texts.title, main });
}
