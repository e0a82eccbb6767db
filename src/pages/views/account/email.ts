import { actionLink, explanationCard } from "../explanation.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { type Frame, page } from "../layout.ts";
import { phrase } from "../phrase.ts";

export type VerifyEmail = {
  readonly frame: Frame;
  readonly csrf: string;
  readonly token: string;
  readonly email: string;
  readonly screenName: string;
};

export function verifyEmailPage({ frame, csrf, token, email, screenName }: VerifyEmail): Html {
  const texts = frame.texts.email.verify;
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

export function emailVerifiedPage(frame: Frame): Html {
  const { verified, toProfile } = frame.texts.email;
  const main = html`<article>
<h1>${verified.title}</h1>
<p>${verified.meaning}</p>
${actionLink("/account/profile", toProfile)}
</article>`;
  return page(frame, { title: verified.title, main });
}

export function emailLinkGonePage(frame: Frame): Html {
  const { gone, toProfile } = frame.texts.email;
  const main = explanationCard(frame, gone, actionLink("/account/profile", toProfile));
  return page(frame, { title: gone.happened, main });
}
