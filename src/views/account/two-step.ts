import { type Factors, hasSecondFactor } from "../../domain/factors.ts";
import { actionLink } from "../explanation.ts";
import { confirmPassword, csrfField, done, explainProof } from "../form.ts";
import { type Html, html } from "../html.ts";
import { alert, notice } from "../notice.ts";
import { type Person, type Unproven, type UnprovenChange, unprovenIn } from "../person.ts";
import { dueNotice, signedInPage } from "../signed-in-page.ts";
import { day } from "../time.ts";

export type TwoStep = {
  readonly person: Person;
  readonly factors: Factors;
  readonly turnedOff?: boolean;
  readonly noPasskeys?: boolean;
  readonly unproven?: UnprovenChange;
};

export function twoStepPage(data: TwoStep): Html {
  const { person, factors, turnedOff } = data;
  const texts = person.frame.texts.twoStep;
  const { totp } = factors;
  const main = html`<article>
<h1>${texts.title}</h1>
${turnedOff && !hasSecondFactor(factors) && done(texts.done["turned-off"])}
<p>${texts.whatItIs}</p>
${dueNotice(person, { linked: false })}
${totp === undefined ? off(data) : on(data, totp.since)}
</article>
${hasSecondFactor(factors) && codesCard(data)}${totp !== undefined && turnOffCard(data)}`;
  return signedInPage(person, { area: "account", here: "twoStep", title: texts.title, main });
}

function off({ person, factors, turnedOff, noPasskeys }: TwoStep): Html {
  const texts = person.frame.texts.twoStep;
  const { passkeys } = person.frame.texts;
  const byPasskey = factors.passkeys.length > 0;
  return html`${byPasskey && html`<p><strong>${texts.on}</strong></p>`}${!byPasskey && !turnedOff && html`<p><strong>${texts.off}</strong></p>`}
${actionLink("/account/two-step/set-up", texts.setUp)}
${(byPasskey || !noPasskeys) && html`<p><a class="action" href="/account/passkeys">${byPasskey ? passkeys.manage : passkeys.instead}</a></p>`}`;
}

function on({ person }: TwoStep, since: number): Html {
  const { twoStep: texts, dates } = person.frame.texts;
  return html`<p><strong>${texts.on}</strong><br>
<span class="quiet">${texts.appSince} ${day(dates, since)}</span></p>
<p><a class="action" href="/account/two-step/set-up">${texts.replaceApp}</a></p>`;
}

const fewCodes = 3;

function codesCard({ person, factors, unproven }: TwoStep): Html {
  const texts = person.frame.texts.twoStep.codes;
  const failed = unprovenIn(unproven, "new-codes");
  const few = factors.recoveryCodes < fewCodes;
  return html`<article>
<h2 id="codes">${texts.title}</h2>
<p>${texts.what}</p>
${few ? notice(texts.few.what, html`${texts.left(factors.recoveryCodes)} ${texts.few.advice}`) : html`<p>${texts.left(factors.recoveryCodes)}</p>`}
${refusedAlert(person, "codes-unproven", failed)}
<form method="post" action="/account/two-step">
${csrfField(person.csrf)}
${confirmPassword(person, failed, "codes-proof")}
<p class="quiet" id="codes-hint">${texts.makeNewHint}</p>
<div class="actions"><button type="submit" name="change" value="new-codes" class="secondary" aria-describedby="codes-hint">${texts.makeNew}</button></div>
</form>
</article>`;
}

function turnOffCard({ person, unproven }: TwoStep): Html {
  const { turnOff: texts, required } = person.frame.texts.twoStep;
  const failed = unprovenIn(unproven, "turn-off");
  return html`<article>
<h2 id="turn-off">${texts.title}</h2>
<p>${texts.hint}</p>
${person.secondFactor === "required" && notice(required.what, required.advice)}
${refusedAlert(person, "turn-off-unproven", failed)}
<form method="post" action="/account/two-step">
${csrfField(person.csrf)}
${confirmPassword(person, failed, "turn-off-proof")}
<div class="actions"><button type="submit" name="change" value="turn-off" class="danger">${texts.submit}</button></div>
</form>
</article>`;
}

function refusedAlert(
  { frame }: Person,
  id: string,
  unproven: Unproven | undefined,
): Html | undefined {
  const { shell, twoStep } = frame.texts;
  return unproven && alert(id, twoStep.notDone, explainProof(shell.proof, unproven));
}
