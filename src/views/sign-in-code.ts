import type { CodeProblem } from "../languages/texts/two-step.ts";
import { csrfField } from "./form.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { quietAlert } from "./notice.ts";
import { phrase } from "./phrase.ts";
import { withSupport } from "./support.ts";

export type SignInCode = {
  readonly frame: Frame;
  readonly csrf: string;
  readonly continueTo: string;
  readonly screenName: string;
  /** The application that sent the person, if one did. */
  readonly applicationName?: string;
  readonly problem?: CodeProblem;
  /** For `too-many`: how long until the next try. */
  readonly minutes?: number;
};

/** The second step of a sign-in. */
export function codePage(data: SignInCode): Html {
  const { frame, csrf, continueTo, screenName, applicationName, problem, minutes = 1 } = data;
  const { twoStep, signIn } = frame.texts;
  const texts = twoStep.code;
  const said =
    problem &&
    (problem === "too-many" ? texts.problems[problem](minutes) : texts.problems[problem]);
  const main = html`<article>
<h1>${texts.title}</h1>
${applicationName !== undefined && html`<p>${phrase(signIn.continueTo(applicationName))}</p>`}
<p>${phrase(texts.signingInAs(`@${screenName}`))}</p>
${said && quietAlert("problem", said.what, said.advice)}
<form method="post" action="/sign-in/code">
${csrfField(csrf)}
<input type="hidden" name="continue" value="${continueTo}">
${codeField({ label: texts.label, hint: texts.hint, isWrong: problem !== undefined })}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>
<footer><p class="quiet">${withSupport(frame, texts.lost)}</p>
<a class="action" href="/sign-in?continue=${encodeURIComponent(continueTo)}">${texts.startOver}</a></footer>
</article>`;
  const here = `/sign-in/code?continue=${encodeURIComponent(continueTo)}`;
  return page({ ...frame, here }, { title: texts.title, main });
}

/** `one-time-code` lets a phone and a password manager offer it. */
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
