import type { PasskeyProblem } from "../../languages/english/passkeys.ts";
import type { CodeProblem } from "../../languages/english/two-step.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { type Frame, page } from "../layout.ts";
import { quietAlert } from "../notice.ts";
import { passkeyInput, passkeyNeedsScript, passkeySaid } from "../passkey.ts";
import { phrase } from "../phrase.ts";
import { withSupport } from "../support.ts";

export type SignInCode = {
  readonly frame: Frame;
  readonly csrf: string;
  readonly continueTo: string;
  readonly screenName: string;
  readonly applicationName?: string;
  /** This is undefined if the user has no passkey. */
  readonly passkey?: string | undefined;
  readonly passkeyProblem?: PasskeyProblem;
  readonly problem?: CodeProblem;
  readonly minutes?: number;
};

export function codePage(data: SignInCode): Html {
  const { frame, csrf, continueTo, screenName, applicationName, problem, minutes = 1 } = data;
  const { twoStep, signIn, passkeys } = frame.texts;
  const texts = twoStep.code;
  const { passkey, passkeyProblem } = data;
  const title = passkey === undefined ? texts.title : passkeys.useTitle;
  const rejected = passkeyProblem && passkeys.problems[passkeyProblem];
  const said =
    problem &&
    (problem === "too-many" ? texts.problems[problem](minutes) : texts.problems[problem]);
  const main = html`<article>
<h1>${title}</h1>
${applicationName !== undefined && html`<p>${phrase(signIn.continueTo(applicationName))}</p>`}
<p>${phrase(texts.signingInAs(`@${screenName}`))}</p>
${said && quietAlert("problem", said.what, said.advice)}
${rejected && quietAlert("passkey-problem", rejected.what, rejected.advice)}
${passkey !== undefined && passkeyForm(data, passkey)}
<form method="post" action="/sign-in/code" novalidate>
${csrfField(csrf)}
<input type="hidden" name="continue" value="${continueTo}">
${codeField({ label: texts.label, hint: texts.hint, isWrong: problem !== undefined, focus: passkey === undefined })}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>
<footer><p class="quiet">${withSupport(frame, texts.lost)}</p>
<a class="action" href="/sign-in?continue=${encodeURIComponent(continueTo)}">${texts.startOver}</a></footer>
</article>`;
  const here = `/sign-in/code?continue=${encodeURIComponent(continueTo)}`;
  return page({ ...frame, here }, { title, main });
}

function passkeyForm({ frame, csrf, continueTo }: SignInCode, options: string): Html {
  const texts = frame.texts.passkeys;
  return html`<form method="post" action="/sign-in/code" class="later" data-passkey-shown>
${csrfField(csrf)}
<input type="hidden" name="continue" value="${continueTo}">
${passkeyInput({ name: "passkey", options })}
<div class="actions"><button type="submit">${texts.use}</button></div>
${passkeySaid(frame)}
</form>
<h2>${texts.orCode}</h2>
${passkeyNeedsScript(frame)}`;
}

/** `one-time-code` lets phones and password managers fill in the code. */
export function codeField({
  label,
  hint,
  isWrong,
  focus = true,
}: {
  readonly label: string;
  readonly hint: string;
  readonly isWrong: boolean;
  readonly focus?: boolean;
}): Html {
  const id = "code";
  return html`<label for="${id}">${label}</label>
<input id="${id}" name="code" type="text" inputmode="text" autocomplete="one-time-code" autocapitalize="none" autocorrect="off" spellcheck="false" dir="ltr" maxlength="40" required${focus && html` autofocus`}${isWrong && html` aria-invalid="true"`} aria-describedby="${isWrong ? "problem " : ""}${id}-hint">
<small id="${id}-hint">${hint}</small>`;
}
