import { confirmPassword, csrfField, explainReauthentication } from "../form.ts";
import { type Html, html } from "../html.ts";
import { alert } from "../notice.ts";
import { signedInPage } from "../signed-in-page.ts";
import type { Unauthenticated, Viewer } from "../viewer.ts";

export function dataPage({
  viewer,
  unauthenticated,
}: {
  readonly viewer: Viewer;
  readonly unauthenticated?: Unauthenticated;
}): Html {
  const { account, shell } = viewer.frame.texts;
  const { data: texts, titles } = account;
  const main = html`<article>
<h1>${titles.data}</h1>
<p>${texts.what}</p>
<p class="quiet">${texts.without}</p>
<p class="quiet">${texts.careful}</p>
${unauthenticated && alert("problem", texts.notDownloaded, explainReauthentication(shell.authEvent, unauthenticated))}
<form method="post" action="/account/data">
${csrfField(viewer.csrf)}
${confirmPassword(viewer, unauthenticated)}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>
</article>`;
  return signedInPage(viewer, { area: "account", here: "profile", title: titles.data, main });
}
