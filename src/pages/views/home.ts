import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { phrase } from "./phrase.ts";

export type Home = {
  readonly frame: Frame;
  readonly signUp: boolean;
  readonly publicDocs: boolean;
};

export function homePage({ frame, signUp, publicDocs }: Home): Html {
  const { home: texts, signIn, shell } = frame.texts;
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
<p class="actions"><a class="action" href="/portal">${texts.portal}</a>${publicDocs && html` <a class="action" href="/docs">${shell.sections.portal.docs}</a>`}</p>
</footer>
</article>`;
  return page(frame, { title: texts.title, main });
}
