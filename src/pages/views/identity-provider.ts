import type { IdentityProblem } from "../languages/english/identities.ts";
import { actionLink } from "./explanation.ts";
import { csrfField } from "./form.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { name, phrase } from "./phrase.ts";
import { withSupport } from "./support.ts";

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

/** Changing the language leads back to the page that asked. */
export function cameFrom(frame: Frame, continueTo: string): Frame {
  return { ...frame, here: `/sign-in?continue=${encodeURIComponent(continueTo)}` };
}
