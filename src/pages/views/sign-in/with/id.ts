import { actionLink } from "../../explanation.ts";
import { type Html, html } from "../../html.ts";
import { cameFrom } from "../../identity-provider.ts";
import { type Frame, page } from "../../layout.ts";
import { phrase } from "../../phrase.ts";

/** The browser follows the Refresh header; the link is for browsers that do not. */
export function leadingPage({
  frame,
  provider,
  location,
  continueTo,
}: {
  readonly frame: Frame;
  readonly provider: string;
  readonly location: string;
  readonly continueTo: string;
}): Html {
  const texts = frame.texts.identities.leading;
  const main = html`<article>
<h1>${texts.title}</h1>
<p>${phrase(texts.what(provider))}</p>
${actionLink(location, texts.goOn)}
</article>`;
  return page(cameFrom(frame, continueTo), { title: texts.title, main });
}
