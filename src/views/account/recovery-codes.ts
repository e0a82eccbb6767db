import { actionLink } from "../explanation.ts";
import { type Html, html } from "../html.ts";
import type { Person } from "../person.ts";
import { signedInPage } from "../signed-in-page.ts";

export function recoveryCodesPage({
  person,
  codes,
  continueTo,
}: {
  readonly person: Person;
  readonly codes: readonly string[];
  readonly continueTo: string;
}): Html {
  const texts = person.frame.texts.twoStep.codes;
  const main = html`<article>
<h1>${texts.shown}</h1>
<p>${texts.what}</p>
<div class="secret">
<p>${texts.keep}</p>
<pre><code data-copy data-download="recovery-codes.txt" id="recovery-codes" dir="ltr">${codes.join("\n")}</code></pre>
<p class="tools later"></p>
</div>
${actionLink(continueTo, texts.goOn)}
</article>`;
  return signedInPage(person, {
    area: "account",
    here: "twoStep",
    title: texts.shown,
    main,
    script: "copy",
    once: true,
  });
}
