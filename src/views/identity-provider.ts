/** Signing in at an identity provider: on the way there, back with a problem, and for the first time. */
import type { IdentityProblem } from "../languages/texts/identities.ts";
import { actionLink, explanationCard } from "./explanation.ts";
import { csrfField, field } from "./form.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { alert, notice } from "./notice.ts";
import { name, phrase } from "./phrase.ts";
import { withSupport } from "./support.ts";

/** The buttons of a sign-in page, one for each provider. */
export function providerButtons(
  { texts }: Frame,
  providers: readonly { readonly id: string; readonly name: string }[],
  { csrf, continueTo }: { readonly csrf: string; readonly continueTo: string },
): Html {
  return html`${providers.map(
    (one) => html`<form method="post" action="/sign-in/with/${one.id}">
${csrfField(csrf)}
<input type="hidden" name="continue" value="${continueTo}">
<div class="actions"><button type="submit" class="secondary">${phrase(texts.identities.signInWith(one.name))}</button></div>
</form>`,
  )}`;
}

/** Shown for the moment until the browser follows its header; the link is for one that does not. */
export function leadingPage({
  frame,
  provider,
  location,
  continueTo,
}: {
  readonly frame: Frame;
  readonly provider: string;
  readonly location: string;
  readonly continueTo: string;
}): Html {
  const texts = frame.texts.identities.leading;
  const main = html`<article>
<h1>${texts.title}</h1>
<p>${phrase(texts.what(provider))}</p>
${actionLink(location, texts.goOn)}
</article>`;
  return page(cameFrom(frame, continueTo), { title: texts.title, main });
}

/** The session here has ended; the one at the provider is next. */
export function signingOutPage({
  frame,
  provider,
  location,
}: {
  readonly frame: Frame;
  readonly provider: string;
  readonly location: string;
}): Html {
  const texts = frame.texts.identities.signOut;
  const main = html`<article>
<h1>${texts.title}</h1>
<p>${phrase(texts.what(provider))}</p>
${actionLink(location, texts.goOn)}
<p><a class="action" href="/sign-in">${texts.stay}</a></p>
</article>`;
  return page({ ...frame, here: "/sign-in" }, { title: texts.title, main });
}

export function identityProblemPage({
  frame,
  provider,
  problem,
  continueTo,
}: {
  readonly frame: Frame;
  readonly provider: string;
  readonly problem: IdentityProblem;
  readonly continueTo: string;
}): Html {
  const { problems, otherWays } = frame.texts.identities;
  const { happened, meaning, advice } = problems[problem];
  const back = `/sign-in?continue=${encodeURIComponent(continueTo)}`;
  const main = html`<article>
<h1>${happened}</h1>
<p class="quiet">${name(provider)}</p>
<p>${meaning}</p>
<p>${withSupport(frame, advice)}</p>
${actionLink(back, otherWays)}
</article>`;
  return page(cameFrom(frame, continueTo), { title: happened, main });
}

export function suspendedPage({
  frame,
  because,
}: {
  readonly frame: Frame;
  readonly because: string;
}): Html {
  const { signIn } = frame.texts;
  const { happened, meaning, advice } = signIn.problems.suspended;
  const main = html`<article>
<h1>${happened}</h1>
${notice(meaning, html`${phrase(signIn.suspendedBecause(because))} ${withSupport(frame, advice)}`)}
</article>`;
  return page({ ...frame, here: "/sign-in" }, { title: happened, main });
}

/** Where passwords are no way in, in place of a page that asks for one. */
export function passwordsOffPage(frame: Frame): Html {
  const texts = frame.texts.identities.passwordsOff;
  const main = explanationCard(frame, texts, actionLink("/sign-in", frame.texts.signIn.title));
  return page({ ...frame, here: "/sign-in" }, { title: texts.happened, main });
}

export type FirstSignInForm = {
  readonly frame: Frame;
  readonly csrf: string;
  readonly provider: string;
  /** Whether an account can be made, or one that exists linked alone. */
  readonly makes: boolean;
  readonly screenName: string;
  /** The one that the account will have; empty: none. */
  readonly email: string;
  readonly applicationName?: string;
  readonly problem?: "screen-name" | "taken";
};

export function firstSignInPage(data: FirstSignInForm): Html {
  const { frame, csrf, provider, makes, applicationName, problem } = data;
  const { identities, signUp, signIn, account } = frame.texts;
  const texts = identities.first;
  const said = problem && account.profile.problems[problem];
  const main = html`<article>
<h1>${texts.title}</h1>
${applicationName !== undefined && html`<p>${phrase(signIn.continueTo(applicationName))}</p>`}
<p>${phrase(texts.what(provider))}</p>
${said && alert("problem", signUp.notMade, said)}
${makes && newAccount(data, csrf, said)}
</article>
<article>
<h2>${texts.linkTitle}</h2>
<p>${texts.linkHint}</p>
<p><a class="action" href="/sign-in?continue=%2Faccount%2Fidentities%2Flink">${texts.linkSubmit}</a></p>
</article>`;
  return page({ ...frame, here: "/sign-in/first" }, { title: texts.title, main });
}

function newAccount(
  { frame, screenName, email }: FirstSignInForm,
  csrf: string,
  problem: string | undefined,
): Html {
  const { identities, signUp, account } = frame.texts;
  const { profile: labels } = account;
  return html`<form method="post" action="/sign-in/first">
${csrfField(csrf)}
${field({ name: "screen_name", label: labels.screenName, type: "text", autocomplete: "username", value: screenName, hint: labels.screenNameHint, problem })}
${email !== "" && html`<p class="quiet">${labels.email}: ${name(email)}</p>`}
<p class="quiet">${identities.first.noPassword}</p>
<div class="actions"><button type="submit">${signUp.submit}</button></div>
</form>`;
}

/** Another language leads back to the page that asked. */
function cameFrom(frame: Frame, continueTo: string): Frame {
  return { ...frame, here: `/sign-in?continue=${encodeURIComponent(continueTo)}` };
}
