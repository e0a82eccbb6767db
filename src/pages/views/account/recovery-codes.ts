import { actionLink } from "../explanation.ts";
import { type Html, html } from "../html.ts";
import { copied } from "../scripts.ts";
import { signedInPage } from "../signed-in-page.ts";
import type { Viewer } from "../viewer.ts";

export function recoveryCodesPage({
  viewer,
  codes,
  continueTo,
}: {
  readonly viewer: Viewer;
  readonly codes: readonly string[];
  readonly continueTo: string;
}): Html {
  const texts = viewer.frame.texts.twoStep.codes;
  const main = html`<article>
<p>${texts.what}</p>
<div class="secret">
<p>${texts.keep}</p>
<pre><code${copied(viewer.frame.texts.shell.script.copies.recoveryCodes)} data-download="recovery-codes.txt" id="recovery-codes" dir="ltr">${codes.join("\n")}</code></pre>
<p class="tools later"></p>
</div>
${actionLink(continueTo, texts.goOn)}
</article>`;
  return signedInPage(viewer, {
    area: "account",
    here: "signIn",
    title: texts.shown,
    main,
    crumbs: [["/account/two-step", viewer.frame.texts.twoStep.title]],
    once: true,
  });
}
