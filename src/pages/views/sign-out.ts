import { actionLink } from "./explanation.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { phrase } from "./phrase.ts";

export function signingOutPage({
  frame,
  provider,
  location,
}: {
  readonly frame: Frame;
  readonly provider: string;
  readonly location: string;
}): Html {
  const texts = frame.texts.identities.signOut;
  const main = html`<article>
<h1>${texts.title}</h1>
<p>${phrase(texts.what(provider))}</p>
${actionLink(location, texts.goOn)}
<p><a class="action" href="/sign-in">${texts.stay}</a></p>
</article>`;
  return page({ ...frame, here: "/sign-in" }, { title: texts.title, main });
}
