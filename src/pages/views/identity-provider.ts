import type { IdentityProblem } from "../languages/english/identities.ts";
import { actionLink } from "./explanation.ts";
import { csrfField } from "./form.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { phrase } from "./phrase.ts";
import { withSupport } from "./support.ts";

/** Where there is no other way to sign in, the button is what the page is for. */
export function providerButtons(
  { texts }: Frame,
  providers: readonly { readonly id: string; readonly name: string }[],
  {
    csrf,
    continueTo,
    isOnly = false,
  }: { readonly csrf: string; readonly continueTo: string; readonly isOnly?: boolean },
): Html {
  return html`${providers.map(
    (one) => html`<form method="post" action="/sign-in/with/${one.id}">
${csrfField(csrf)}
<input type="hidden" name="continue" value="${continueTo}">
<div class="actions"><button type="submit"${!isOnly && html` class="secondary"`}>${phrase(texts.identities.signInWith(one.name))}</button></div>
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
  const { problems, tryAgain, goBack, otherWays } = frame.texts.identities;
  const explanation = problems[problem];
  const { happened, meaning } = explanation;
  const signIn = `/sign-in?continue=${encodeURIComponent(continueTo)}`;
  const wayOn =
    problem === "other-user"
      ? actionLink(continueTo, goBack)
      : actionLink(
          signIn,
          problem === "unreachable" || problem === "no-account" ? otherWays : tryAgain,
        );
  const main = html`<article>
<h1>${happened}</h1>
<p>${phrase(meaning(provider))}</p>
${"advice" in explanation && html`<p>${withSupport(frame, explanation.advice)}</p>`}
${wayOn}
</article>`;
  return page(cameFrom(frame, continueTo), { title: happened, main });
}

/** Changing the language leads back to the page that asked. */
export function cameFrom(frame: Frame, continueTo: string): Frame {
  return { ...frame, here: `/sign-in?continue=${encodeURIComponent(continueTo)}` };
}
