import type { Exhibit } from "../exhibit.ts";
import { html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { signedInPage } from "../signed-in-page.ts";
import { snippets } from "./snippets.ts";
import { tryItSection } from "./try-it.ts";

/** "Try it" in every state. */
export function tryItStates(frame: Frame): readonly Exhibit[] {
  const { texts } = frame;
  const person = {
    frame,
    csrf: "example",
    screenName: "alice",
    isOperator: false,
    signedInRecently: true,
  };
  const section = (baseUrl: string, consumerKey: string) =>
    signedInPage(person, {
      area: "portal",
      here: "applications",
      title: texts.portal.tryIt.title,
      main: html`<article>
<h1>Weather Bot</h1>
${tryItSection({ texts, snippets: snippets({ baseUrl, consumerKey, callback: undefined }) })}
</article>`,
    });
  return [
    { name: "try-it", page: section("https://countersign.example", "AbCdEfGhIjKlMnOpQrStUvWxY") },
    {
      name: "try-it-hostile",
      page: section(`http://a.example/"'></code><script>alert(1)</script>`, `'"$(x)</pre>`),
    },
  ];
}
