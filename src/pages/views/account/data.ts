import { confirmPassword, csrfField, reauthenticationNotice } from "../form.ts";
import { type Html, html } from "../html.ts";
import { signedInPage } from "../signed-in-page.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";

export function dataPage({
  viewer,
  reauthentication,
}: {
  readonly viewer: Viewer;
  readonly reauthentication?: Reauthentication;
}): Html {
  const { data: texts, titles } = viewer.frame.texts.account;
  const main = html`<article>
<p>${texts.what}</p>
<p class="quiet">${texts.without}</p>
<p class="quiet">${texts.careful}</p>
${reauthenticationNotice(viewer, "problem", texts.notDownloaded, reauthentication)}
<form method="post" action="/account/data" data-stays novalidate>
${csrfField(viewer.csrf)}
${confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>
</article>`;
  return signedInPage(viewer, {
    area: "account",
    here: "profile",
    title: titles.data,
    main,
    crumbs: [],
  });
}
