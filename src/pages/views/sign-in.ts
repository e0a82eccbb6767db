import type { PasskeyProblem } from "../languages/english/passkeys.ts";
import type { SignInProblem } from "../languages/english/sign-in.ts";
import type { Texts } from "../languages/texts.ts";
import { done, quietAlert } from "./banner.ts";
import type { Explanation } from "./explanation.ts";
import { csrfField } from "./form.ts";
import { type Html, html } from "./html.ts";
import { providerButtons } from "./identity-provider.ts";
import { type Frame, page } from "./layout.ts";
import { or, passkeySignIn } from "./passkey.ts";
import { phrase } from "./phrase.ts";
import { withSupport } from "./support.ts";

export type SignIn = {
  readonly frame: Frame;
  readonly action: string;
  readonly csrf: string;
  readonly continueTo: string;
  readonly applicationName?: string;
  /** The user name is a hint, or what was typed before a problem. */
  readonly username: string;
  /** The form was sent to change the language; the next change keeps its values too. */
  readonly again?: boolean;
  readonly ways: {
    readonly passwords: boolean;
    readonly resetByMail: boolean;
    readonly signUp: boolean;
    readonly providers: readonly { readonly id: string; readonly name: string }[];
  };
  /** This is undefined if passkeys do not work here. */
  readonly passkey?: string | undefined;
  readonly passkeyProblem?: PasskeyProblem;
  readonly passwordChanged?: boolean;
  readonly signedOut?: boolean;
  readonly problem?: SignInProblem;
  readonly minutes?: number;
  /** `suspended` has the administrator's reason, only after the right password. */
  readonly because?: string;
};

export function signInPage(data: SignIn): Html {
  const texts = data.frame.texts.signIn;
  const problem = data.problem && explain(texts, data.problem, data.minutes ?? 1);
  const main = html`<article>
<h1>${texts.title}</h1>
${data.applicationName !== undefined && onTheWay(texts, data.applicationName)}
${data.passwordChanged && done(texts.passwordChanged)}
${data.signedOut && done(texts.signedOut)}
${problem && rejected(data, problem)}
${passkeyProblem(data)}
${data.ways.passwords && form(data, texts)}
${data.ways.passwords && between(data)}
${withPasskey(data)}
${data.ways.providers.length > 0 && providers(data)}
${data.ways.passwords && html`<footer>${otherWays(data, texts)}</footer>`}
</article>`;
  // Changing the language after a failed try leads back to the page that asked, if one did.
  const frame = { ...data.frame, here: data.continueTo === "/" ? "/sign-in" : data.continueTo };
  return page(frame, { title: texts.title, main, keepsSent: data.again });
}

function between({ frame, ways, passkey }: SignIn): Html | undefined {
  if (ways.providers.length > 0) return or(frame);
  return passkey === undefined ? undefined : or(frame, "passkey");
}

function providers({ frame, ways, csrf, continueTo }: SignIn): Html {
  const isOnly = !ways.passwords && ways.providers.length === 1;
  return providerButtons(frame, ways.providers, { csrf, continueTo, isOnly });
}

function passkeyProblem({ frame, passkeyProblem: problem }: SignIn): Html | undefined {
  const said = problem && frame.texts.passkeys.problems[problem];
  return said && quietAlert("passkey-problem", said.what, said.advice);
}

function withPasskey({ frame, action, csrf, continueTo, passkey }: SignIn): Html | undefined {
  if (passkey === undefined) return undefined;
  const hidden = html`${csrfField(csrf)}
<input type="hidden" name="continue" value="${continueTo}">`;
  return passkeySignIn(frame, { action, hidden, options: passkey });
}

function otherWays({ frame, ways, continueTo }: SignIn, texts: Texts["signIn"]): Html {
  const reset = ways.resetByMail
    ? html`<a class="action" href="/reset">${texts.forgot}</a>`
    : html`<p>${texts.forgot} ${withSupport(frame, texts.forgotAsk)}</p>`;
  const signUp = html`<p>${texts.noAccount} <a class="action" href="/sign-up?continue=${encodeURIComponent(continueTo)}">${texts.signUp}</a></p>`;
  return html`${reset}${ways.signUp && signUp}`;
}

function explain(texts: Texts["signIn"], problem: SignInProblem, minutes: number): Explanation {
  return problem === "too-many" ? texts.problems[problem](minutes) : texts.problems[problem];
}

/** The reason is an administrator's, so it has a paragraph of its own. */
function rejected({ frame, because }: SignIn, { happened, meaning, advice }: Explanation): Html {
  const [means, helps] = [withSupport(frame, meaning), withSupport(frame, advice)];
  if (because === undefined) return quietAlert("problem", happened, html`${means} ${helps}`);
  const reason = phrase(frame.texts.signIn.suspendedBecause(because));
  return quietAlert("problem", happened, means, html`<p>${reason}</p><p>${helps}</p>`);
}

function onTheWay(texts: Texts["signIn"], applicationName: string): Html {
  return html`<p>${phrase(texts.continueTo(applicationName))}</p>
<p class="quiet">${texts.nothingSharedYet}</p>`;
}

/** The password is never shown again; the user name is, so that a typing error costs one field. */
function form(data: SignIn, texts: Texts["signIn"]): Html {
  const { username, password } = fieldProblems(data, texts);
  const toPassword = data.username !== "";
  // The focus starts at the message about what was done, if there is one.
  const focuses = !data.passwordChanged && !data.signedOut;
  return html`<form method="post" action="${data.action}" novalidate>
${csrfField(data.csrf)}
<input type="hidden" name="continue" value="${data.continueTo}">
<label for="username">${texts.username}</label>
<input id="username" name="username" type="text" value="${data.username}" autocomplete="${data.passkey === undefined ? "username" : "username webauthn"}" autocapitalize="none" autocorrect="off" spellcheck="false" dir="ltr" required${attributes(data.problem, "username-hint", username)}${focuses && !toPassword && html` autofocus`}>
${username && html`<small id="username-hint">${username}</small>`}
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" autocapitalize="none" spellcheck="false" dir="ltr" required${attributes(data.problem, "password-hint", password)}${focuses && toPassword && html` autofocus`}>
${password && html`<small id="password-hint">${password}</small>`}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>`;
}

/** The password is never printed back, so it is asked for even if only the user name was missing. */
function fieldProblems(
  { problem, username }: SignIn,
  texts: Texts["signIn"],
): { readonly username?: string; readonly password?: string } {
  if (problem === "wrong") return { username: "", password: texts.caseSensitive };
  if (problem !== "missing") return {};
  return {
    ...(username === "" && { username: texts.enterUsername }),
    password: texts.enterPassword,
  };
}

/** Every problem is tied to both fields; only some make a field invalid, with or without a text of its own. */
function attributes(
  problem: SignInProblem | undefined,
  hint: string,
  said: string | undefined,
): Html | undefined {
  if (problem === undefined) return undefined;
  return html`${said !== undefined && html` aria-invalid="true"`} aria-describedby="problem${said && html` ${hint}`}"`;
}
