import { type Factors, hasSecondFactor } from "../../../domain/factors.ts";
import { banner, done } from "../banner.ts";
import { actionLink } from "../explanation.ts";
import { confirmPassword, csrfField, reauthenticationNotice } from "../form.ts";
import { type Html, html } from "../html.ts";
import { fold } from "../list.ts";
import { signedInPage } from "../signed-in-page.ts";
import { day } from "../time.ts";
import {
  type ChangeReauthentication,
  type Reauthentication,
  reauthenticationIn,
  type Viewer,
} from "../viewer.ts";
import { fewCodes } from "./sign-in.ts";

export type TwoStep = {
  readonly viewer: Viewer;
  readonly factors: Factors;
  readonly turnedOff?: boolean;
  readonly noPasskeys?: boolean;
  readonly reauthentication?: ChangeReauthentication;
};

export function twoStepPage(data: TwoStep): Html {
  const { viewer, factors, turnedOff } = data;
  const texts = viewer.frame.texts.twoStep;
  const { totp } = factors;
  const main = html`<article>
${turnedOff && !hasSecondFactor(factors) && done(texts.done["turned-off"], "information")}
<p>${texts.whatItIs}</p>
${totp === undefined ? off(data) : on(data, totp.since)}
</article>
${hasSecondFactor(factors) && codesCard(data)}${totp !== undefined && turnOffCard(data)}`;
  return signedInPage(viewer, {
    area: "account",
    here: "signIn",
    title: texts.title,
    main,
    setsUp: totp === undefined,
    crumbs: [],
  });
}

function off({ viewer, factors, turnedOff, noPasskeys }: TwoStep): Html {
  const texts = viewer.frame.texts.twoStep;
  const { passkeys } = viewer.frame.texts;
  const byPasskey = factors.passkeys.length > 0;
  return html`${byPasskey && html`<p><strong>${texts.on}</strong></p>`}${!byPasskey && !turnedOff && html`<p><strong>${texts.off}</strong></p>`}
${actionLink("/account/two-step/set-up", texts.setUp, byPasskey ? "secondary" : undefined)}
${(byPasskey || !noPasskeys) && html`<p><a class="action" href="/account/passkeys">${byPasskey ? passkeys.manage : passkeys.instead}</a></p>`}`;
}

function on({ viewer }: TwoStep, since: number): Html {
  const { twoStep: texts, dates } = viewer.frame.texts;
  return html`<p><strong>${texts.on}</strong><br>
<span class="quiet">${texts.appSince} ${day(dates, since)}</span></p>
<p><a class="action" href="/account/two-step/set-up">${texts.replaceApp}</a></p>`;
}

function codesCard({ viewer, factors, reauthentication }: TwoStep): Html {
  const texts = viewer.frame.texts.twoStep.codes;
  const failed = reauthenticationIn(reauthentication, "new-codes");
  const few = factors.recoveryCodes < fewCodes;
  return html`<article>
<h2 id="codes">${texts.title}</h2>
<p>${texts.what}</p>
${few ? banner("soon", texts.few.what, html`${texts.left(factors.recoveryCodes)} ${texts.few.advice}`) : html`<p>${texts.left(factors.recoveryCodes)}</p>`}
${rejectedAlert(viewer, "codes-reauthentication", failed)}
<form method="post" action="/account/two-step" novalidate>
${csrfField(viewer.csrf)}
${confirmPassword(viewer, failed, "codes-proof")}
<p class="quiet" id="codes-hint">${texts.makeNewHint}</p>
<div class="actions"><button type="submit" name="change" value="new-codes" class="secondary" aria-describedby="codes-hint">${texts.makeNew}</button></div>
</form>
</article>`;
}

function turnOffCard({ viewer, reauthentication }: TwoStep): Html {
  const { turnOff: texts, required } = viewer.frame.texts.twoStep;
  const failed = reauthenticationIn(reauthentication, "turn-off");
  const content = html`<p>${texts.hint}</p>
${viewer.secondFactor === "required" && banner("information", required.what, required.advice)}
${rejectedAlert(viewer, "turn-off-reauthentication", failed)}
<form method="post" action="/account/two-step" novalidate>
${csrfField(viewer.csrf)}
${confirmPassword(viewer, failed, "turn-off-proof")}
<div class="actions"><button type="submit" name="change" value="turn-off" class="danger">${texts.submit}</button></div>
</form>`;
  return html`<article>
${fold("turn-off", texts.title, content, failed !== undefined)}
</article>`;
}

function rejectedAlert(
  viewer: Viewer,
  id: string,
  reauthentication: Reauthentication | undefined,
): Html | undefined {
  return reauthenticationNotice(viewer, id, viewer.frame.texts.twoStep.notDone, reauthentication);
}
