import type { PasskeyProblem } from "../../languages/english/passkeys.ts";
import type { CodeProblem } from "../../languages/english/two-step.ts";
import { quietAlert } from "../banner.ts";
import { below, csrfField, described } from "../form.ts";
import { type Html, html } from "../html.ts";
import { type Frame, page } from "../layout.ts";
import { or, passkeyInput, passkeyNeedsScript, passkeySaid } from "../passkey.ts";
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
  const { frame, continueTo, screenName, applicationName, problem, minutes = 1 } = data;
  const { twoStep, signIn, passkeys, shell } = frame.texts;
  const texts = twoStep.code;
  const { passkey, passkeyProblem } = data;
  const title = passkey === undefined ? texts.title : passkeys.useTitle;
  const rejected = passkeyProblem && passkeys.problems[passkeyProblem];
  const tooMany = problem === "too-many" ? texts.problems[problem](minutes) : undefined;
  // A passkey that may have been copied signs no one in, so the code comes first.
  const [first, second] =
    passkeyProblem === "counter-back" ? [codeForm, passkeyForm] : [passkeyForm, codeForm];
  const main = html`<article>
<h1>${title}</h1>
${applicationName !== undefined && html`<p>${phrase(signIn.continueLater(applicationName))}</p>`}
<p>${phrase(texts.signingInAs(`@${screenName}`))}</p>
${tooMany && quietAlert("problem", tooMany.what, tooMany.advice)}
${problem && !tooMany && quietAlert("problem", signIn.problems.wrong.happened, shell.checkMarked)}
${rejected && quietAlert("passkey-problem", rejected.what, rejected.advice)}
${passkey === undefined ? codeForm(data, true) : html`${first(data, true)}${or(frame, "passkey")}${second(data, false)}`}
${passkey !== undefined && passkeyNeedsScript(frame)}
<footer><p>${withSupport(frame, texts.lost)}</p>
<a class="action" href="/sign-in?continue=${encodeURIComponent(continueTo)}">${texts.startOver}</a></footer>
</article>`;
  const here = `/sign-in/code?continue=${encodeURIComponent(continueTo)}`;
  return page({ ...frame, here }, { title, main });
}

function codeForm({ frame, csrf, continueTo, problem }: SignInCode, isFirst: boolean): Html {
  const texts = frame.texts.twoStep.code;
  const wrong = problem && problem !== "too-many" && texts.problems[problem];
  return html`<form method="post" action="/sign-in/code" novalidate>
${csrfField(csrf)}
<input type="hidden" name="continue" value="${continueTo}">
${codeField({ label: texts.label, hint: texts.hint, problem: wrong, focus: isFirst })}
<div class="actions"><button type="submit"${!isFirst && html` class="secondary"`}>${texts.submit}</button></div>
</form>`;
}

function passkeyForm(
  { frame, csrf, continueTo, passkey = "" }: SignInCode,
  isFirst: boolean,
): Html {
  return html`<form method="post" action="/sign-in/code" class="later" data-passkey-shown>
${csrfField(csrf)}
<input type="hidden" name="continue" value="${continueTo}">
${passkeyInput({ name: "passkey", options: passkey })}
<div class="actions"><button type="submit"${!isFirst && html` class="secondary"`}>${frame.texts.passkeys.use}</button></div>
${passkeySaid(frame)}
</form>`;
}

/** `one-time-code` lets phones and password managers fill in the code. */
export function codeField({
  label,
  hint,
  problem,
  focus = true,
}: {
  readonly label: string;
  readonly hint: string;
  readonly problem: { readonly what: string; readonly advice: string } | false | undefined;
  readonly focus?: boolean;
}): Html {
  const said = problem && `${problem.what} ${problem.advice}`;
  const field = { name: "code", hint, problem: said, keepsHint: true } as const;
  return html`<label for="code">${label}</label>
<input id="code" name="code" type="text" inputmode="text" autocomplete="one-time-code" autocapitalize="none" autocorrect="off" spellcheck="false" dir="ltr" maxlength="40" required${focus && html` autofocus`}${described(field)}>
${below(field)}`;
}
