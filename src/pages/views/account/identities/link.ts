import type { LinkProblem } from "../../../languages/english/identities.ts";
import { alert } from "../../banner.ts";
import { actionLink } from "../../explanation.ts";
import { confirmPassword, csrfField, reauthenticationNotice } from "../../form.ts";
import { type Html, html } from "../../html.ts";
import { phrase } from "../../phrase.ts";
import { signedInPage } from "../../signed-in-page.ts";
import type { Reauthentication, Viewer } from "../../viewer.ts";
import { linkForm } from "../identities.ts";

export type LinkForm = {
  readonly viewer: Viewer;
  /** This is undefined if no identity is waiting to be linked. */
  readonly waits?: {
    readonly provider: string;
    readonly who: string;
    readonly notNow: string;
    /** Credentials must be entered there first, unless they were. */
    readonly enterAt?: { readonly id: string; readonly continueTo: string } | undefined;
  };
  readonly problem?: LinkProblem;
  readonly reauthentication?: Reauthentication;
};

export function linkPage({ viewer, waits, problem, reauthentication }: LinkForm): Html {
  const { identities, twoStep } = viewer.frame.texts;
  const texts = identities.confirm;
  const { startOver } = twoStep.code;
  const main = html`<article>
${problem && alert("problem", identities.account.notDone, identities.account.problems[problem])}
${reauthenticationNotice(viewer, "problem", identities.account.notDone, reauthentication)}
${waits === undefined || problem === "too-many" ? actionLink("/account/identities", problem === "changed" ? startOver : identities.account.title) : form(viewer, waits, reauthentication)}
</article>`;
  return signedInPage(viewer, {
    area: "account",
    here: "signIn",
    title: texts.title,
    main,
    crumbs: [["/account/identities", identities.account.title]],
  });
}

function form(
  viewer: Viewer,
  { provider, who, notNow, enterAt }: NonNullable<LinkForm["waits"]>,
  reauthentication: Reauthentication | undefined,
): Html {
  const texts = viewer.frame.texts.identities.confirm;
  if (enterAt !== undefined) {
    const { id, continueTo } = enterAt;
    return html`<p>${viewer.frame.texts.identities.account.linkHint}</p>
${linkForm(viewer, { id, name: provider }, continueTo)}
<p><a class="action" href="${notNow}">${texts.notNow}</a></p>`;
  }
  return html`<p>${phrase(texts.what(provider, who, `@${viewer.screenName}`))}</p>
<p>${texts.meaning}</p>
<form method="post" action="/account/identities/link" novalidate>
${csrfField(viewer.csrf)}
${confirmPassword(viewer, reauthentication)}
<p class="quiet">${texts.endsSessions}</p>
<div class="actions"><button type="submit">${texts.submit}</button> <a class="action" href="${notNow}">${texts.notNow}</a></div>
</form>`;
}
