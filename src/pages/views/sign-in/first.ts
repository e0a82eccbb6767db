import { actionLink } from "../explanation.ts";
import { csrfField, field, markedAlert } from "../form.ts";
import { type Html, html } from "../html.ts";
import { type Frame, page } from "../layout.ts";
import { name, phrase } from "../phrase.ts";
import { withSupport } from "../support.ts";

export type FirstSignInForm = {
  readonly frame: Frame;
  readonly csrf: string;
  readonly provider: string;
  /** An account can be created; otherwise only an existing one linked. */
  readonly makes: boolean;
  readonly screenName: string;
  readonly email: string;
  readonly applicationName?: string;
  readonly problem?: "screen-name" | "taken";
};

export function firstSignInPage(data: FirstSignInForm): Html {
  const { frame, csrf, provider, makes, applicationName, problem } = data;
  const { identities, signUp, signIn, account } = frame.texts;
  const texts = identities.first;
  const said = problem && account.profile.problems[problem];
  const linkHref = "/sign-in?continue=%2Faccount%2Fidentities%2Flink";
  const main = html`<article>
<h1>${texts.title}</h1>
${applicationName !== undefined && html`<p>${phrase(signIn.continueLater(applicationName))}</p>`}
<p>${phrase(texts.what(provider))}</p>
${said && markedAlert(frame, "problem", signUp.notMade)}
${
  makes
    ? newAccount(data, csrf, said)
    : html`<p>${texts.linkTitle} ${texts.linkHint}</p>
${actionLink(linkHref, texts.linkSubmit)}
<p>${withSupport(frame, texts.noAccount)}</p>`
}
</article>
${
  makes &&
  html`<article>
<h2>${texts.linkTitle}</h2>
<p>${texts.linkHint}</p>
<p><a class="action" href="${linkHref}">${texts.linkSubmit}</a></p>
</article>`
}`;
  return page({ ...frame, here: "/sign-in/first" }, { title: texts.title, main });
}

function newAccount(
  { frame, screenName, email }: FirstSignInForm,
  csrf: string,
  problem: string | undefined,
): Html {
  const { identities, signUp, account } = frame.texts;
  const { profile: labels } = account;
  return html`<form method="post" action="/sign-in/first" novalidate>
${csrfField(csrf)}
${field({ name: "screen_name", label: labels.screenName, type: "text", autocomplete: "username", value: screenName, hint: identities.first.screenNameHint, problem })}
${email !== "" && html`<p class="quiet">${labels.email}: ${name(email)}</p>`}
<p class="quiet">${identities.first.noPassword}</p>
<div class="actions"><button type="submit">${signUp.submit}</button></div>
</form>`;
}
