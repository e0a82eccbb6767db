import type { LinkProblem } from "../../../languages/english/identities.ts";
import { actionLink } from "../../explanation.ts";
import { confirmPassword, csrfField, explainProof } from "../../form.ts";
import { type Html, html } from "../../html.ts";
import { alert } from "../../notice.ts";
import type { Person, Unproven } from "../../person.ts";
import { phrase } from "../../phrase.ts";
import { signedInPage } from "../../signed-in-page.ts";
import { linkForm } from "../identities.ts";

export type LinkForm = {
  readonly person: Person;
  /** Undefined if no identity is waiting to be linked. */
  readonly waits?: {
    readonly provider: string;
    readonly who: string;
    readonly notNow: string;
    /** Credentials must be entered there first, unless they were. */
    readonly enterAt?: { readonly id: string; readonly continueTo: string } | undefined;
  };
  readonly problem?: LinkProblem;
  readonly unproven?: Unproven;
};

export function linkPage({ person, waits, problem, unproven }: LinkForm): Html {
  const { identities, shell } = person.frame.texts;
  const texts = identities.confirm;
  const main = html`<article>
<h1>${texts.title}</h1>
${problem && alert("problem", identities.account.notDone, identities.account.problems[problem])}
${unproven && alert("problem", identities.account.notDone, explainProof(shell.proof, unproven))}
${waits === undefined ? actionLink("/account/identities", identities.account.title) : form(person, waits, unproven)}
</article>`;
  return signedInPage(person, { area: "account", here: "identities", title: texts.title, main });
}

function form(
  person: Person,
  { provider, who, notNow, enterAt }: NonNullable<LinkForm["waits"]>,
  unproven: Unproven | undefined,
): Html {
  const texts = person.frame.texts.identities.confirm;
  if (enterAt !== undefined) {
    const { id, continueTo } = enterAt;
    return html`<p>${person.frame.texts.identities.account.linkHint}</p>
${linkForm(person, { id, name: provider }, continueTo)}
<p><a class="action" href="${notNow}">${texts.notNow}</a></p>`;
  }
  return html`<p>${phrase(texts.what(provider, who, `@${person.screenName}`))}</p>
<p>${texts.meaning}</p>
<form method="post" action="/account/identities/link">
${csrfField(person.csrf)}
${confirmPassword(person, unproven)}
<p class="quiet">${texts.endsSessions}</p>
<div class="actions"><button type="submit">${texts.submit}</button> <a class="action" href="${notNow}">${texts.notNow}</a></div>
</form>`;
}
