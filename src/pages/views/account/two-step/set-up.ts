import type { Secret } from "../../../../domain/credentials.ts";
import { banner } from "../../banner.ts";
import { confirmPassword, csrfField, markedAlert, reauthenticationNotice } from "../../form.ts";
import { type Html, html } from "../../html.ts";
import { qrCode } from "../../qr-code.ts";
import { copied } from "../../scripts.ts";
import { codeField } from "../../sign-in/code.ts";
import { signedInPage } from "../../signed-in-page.ts";
import { type Reauthentication, shownAt, type Viewer } from "../../viewer.ts";

export type SetUp = {
  readonly viewer: Viewer;
  readonly continueTo: string;
  /** The form holds the encrypted secret. */
  readonly offer: string;
  /** Apps without a camera take it in base32. */
  readonly secret: Secret;
  readonly address: string;
  readonly replaces: boolean;
  readonly mustBefore: boolean;
  readonly wrong: boolean;
  readonly noPasskeys?: boolean;
  readonly reauthentication: Reauthentication | undefined;
};

export function setUpPage(data: SetUp): Html {
  const { continueTo, offer, secret, address, wrong, reauthentication } = data;
  const viewer = shownAt(data.viewer, "/account/two-step/set-up", continueTo);
  const { twoStep } = viewer.frame.texts;
  const texts = twoStep.add;
  const title = data.replaces ? twoStep.replaceApp : texts.title;
  const main = html`<article>
${data.mustBefore && banner("now", twoStep.overdue.what, twoStep.overdue.advice)}
${wrong && markedAlert(viewer.frame, "problem", twoStep.notDone)}
${reauthenticationNotice(viewer, "problem", twoStep.notDone, reauthentication)}
<p>${texts.getApp} ${!data.noPasskeys && html`<a href="/account/passkeys?continue=${encodeURIComponent(continueTo)}">${viewer.frame.texts.passkeys.instead}</a>`}</p>
<form method="post" action="/account/two-step/set-up" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="continue" value="${continueTo}">
<input type="hidden" name="offer" value="${offer}">
<p>${texts.scan}</p>
${qrCode(address, texts.picture)}
<p><a class="button secondary" href="${address}">${texts.openApp}</a></p>
<p>${texts.cannotScan}</p>
<p><code${copied(viewer.frame.texts.shell.script.copies.key)} data-grouped dir="ltr">${secret.reveal().replace(/.{4}(?=.)/g, "$& ")}</code></p>
<p>${texts.type}</p>
${codeField({ label: texts.code, hint: texts.codeHint, problem: wrong && texts.wrong, focus: false })}
${confirmPassword(viewer, reauthentication, undefined, texts.currentCode)}
<p class="quiet">${texts.endsSessions}</p>
<div class="actions"><button type="submit">${data.replaces ? texts.replace : texts.submit}</button>${!data.mustBefore && html` <a class="action" href="${continueTo}">${texts.notNow}</a>`}</div>
</form>
</article>`;
  return signedInPage(viewer, {
    area: "account",
    here: "signIn",
    title,
    main,
    setsUp: true,
    crumbs: [["/account/two-step", twoStep.title]],
  });
}
