import type { Secret } from "../../../domain/credentials.ts";
import { confirmPassword, csrfField, explainProof } from "../../form.ts";
import { type Html, html } from "../../html.ts";
import { alert, notice } from "../../notice.ts";
import { type Person, shownAt, type Unproven } from "../../person.ts";
import { qrCode } from "../../qr-code.ts";
import { codeField } from "../../sign-in/code.ts";
import { dueNotice, signedInPage } from "../../signed-in-page.ts";

export type SetUp = {
  readonly person: Person;
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
  readonly unproven: Unproven | undefined;
};

export function setUpPage(data: SetUp): Html {
  const { continueTo, offer, secret, address, wrong, unproven } = data;
  const person = shownAt(data.person, "/account/two-step/set-up", continueTo);
  const { twoStep, shell } = person.frame.texts;
  const texts = twoStep.add;
  const title = data.replaces ? twoStep.replaceApp : texts.title;
  const main = html`<article>
<h1>${title}</h1>
${dueNotice(person, { linked: false })}
${data.mustBefore && notice(twoStep.overdue.what, twoStep.overdue.advice)}
${wrong && alert("problem", texts.wrong.what, texts.wrong.advice)}
${unproven && alert("problem", twoStep.notDone, explainProof(shell.proof, unproven))}
<p>${texts.getApp} ${!data.noPasskeys && html`<a class="action" href="/account/passkeys?continue=${encodeURIComponent(continueTo)}">${person.frame.texts.passkeys.instead}</a>`}</p>
<form method="post" action="/account/two-step/set-up">
${csrfField(person.csrf)}
<input type="hidden" name="continue" value="${continueTo}">
<input type="hidden" name="offer" value="${offer}">
<p>${texts.scan}</p>
${qrCode(address, texts.picture)}
<p>${texts.cannotScan}<br><code dir="ltr">${secret.reveal().replace(/.{4}(?=.)/g, "$& ")}</code></p>
<p>${texts.type}</p>
${codeField({ label: texts.code, hint: texts.codeHint, isWrong: wrong, focus: false })}
${confirmPassword(person, unproven)}
<p class="quiet">${texts.endsSessions}</p>
<div class="actions"><button type="submit">${texts.submit}</button>${!data.mustBefore && html` <a class="action" href="${continueTo}">${texts.notNow}</a>`}</div>
</form>
</article>`;
  return signedInPage(person, { area: "account", here: "twoStep", title, main });
}
