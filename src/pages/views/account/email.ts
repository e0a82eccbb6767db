import { actionLink, explanationCard } from "../explanation.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { type Frame, page } from "../layout.ts";
import { phrase } from "../phrase.ts";

export type ConfirmEmail = {
  readonly frame: Frame;
  readonly csrf: string;
  readonly token: string;
  readonly email: string;
  readonly screenName: string;
};

export function confirmEmailPage({ frame, csrf, token, email, screenName }: ConfirmEmail): Html {
  const texts = frame.texts.email.confirm;
  const main = html`<article>
<h1>${texts.title}</h1>
<p>${phrase(texts.belongs(email, `@${screenName}`))}</p>
<p>${texts.meaning}</p>
<form method="post" action="/account/email">
${csrfField(csrf)}
<input type="hidden" name="token" value="${token}">
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>
</article>`;
  const here = `/account/email?token=${token}`;
  return page({ ...frame, here }, { title: texts.title, main });
}

export function emailConfirmedPage(frame: Frame): Html {
  const { confirmed, toProfile } = frame.texts.email;
  const main = html`<article>
<h1>${confirmed.title}</h1>
<p>${confirmed.meaning}</p>
${actionLink("/account/profile", toProfile)}
</article>`;
  return page(frame, { title: confirmed.title, main });
}

export function emailLinkGonePage(frame: Frame): Html {
  const { gone, toProfile } = frame.texts.email;
  const main = explanationCard(frame, gone, actionLink("/account/profile", toProfile));
  return page(frame, { title: gone.happened, main });
}
