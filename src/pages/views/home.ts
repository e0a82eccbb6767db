import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { phrase } from "./phrase.ts";

export type Home = {
  readonly frame: Frame;
  readonly signUp: boolean;
};

export function homePage({ frame, signUp }: Home): Html {
  const { home: texts, signIn } = frame.texts;
  const main = html`<article>
<h1>${texts.title}</h1>
<p>${phrase(texts.what(frame.serviceName))}</p>
<div class="actions">
<a class="button" href="/sign-in">${signIn.title}</a>
${signUp && html`<a class="button secondary" href="/sign-up">${texts.signUp}</a>`}
</div>
<footer>
<h2>${texts.developers}</h2>
<p>${texts.developersHint}</p>
<a class="action" href="/portal">${texts.portal}</a>
</footer>
</article>`;
  return page(frame, { title: texts.title, main });
}
