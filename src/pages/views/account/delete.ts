import type { Application } from "../../../domain/application.ts";
import type { DeletionProblem } from "../../languages/english/account.ts";
import type { Texts } from "../../languages/texts.ts";
import { confirmPassword, csrfField, explainReauthentication, field } from "../form.ts";
import { type Html, html } from "../html.ts";
import { type Frame, page } from "../layout.ts";
import { alert, notice } from "../notice.ts";
import { name } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";

export type Deletion = {
  readonly viewer: Viewer;
  /** While the user has any, the account stays. There is at most one more than `maxListed`. */
  readonly owned: readonly Pick<Application, "id" | "name">[];
  /** The last administrator's account cannot be deleted. */
  readonly lastAdmin?: boolean;
  /** The account has a password to be typed, by default. */
  readonly password?: boolean;
  /** The screen name is as it was typed. */
  readonly typed?: string;
  readonly problem?: DeletionProblem;
  /** `too-many` has minutes until the next try. */
  readonly minutes?: number;
  readonly reauthentication?: Reauthentication;
};

export function deletionPage(data: Deletion): Html {
  const { titles, deletion: texts } = data.viewer.frame.texts.account;
  const main = html`<article>
<h1>${titles.delete}</h1>
<p>${texts.forGood}</p>
<ul class="plain">${Object.values(texts.whatGoes).map((one) => html`<li>${one}</li>`)}</ul>
<p class="quiet">${texts.whatStays}</p>
${data.lastAdmin ? notice("information", texts.lastAdmin.what, texts.lastAdmin.advice) : data.owned.length > 0 ? ownedApplications(data, texts) : form(data, texts)}
</article>`;
  return signedInPage(data.viewer, {
    area: "account",
    here: "profile",
    title: titles.delete,
    main,
    crumbs: [],
  });
}

/** Each leads to the page where it can be transferred or deleted. */
function ownedApplications({ owned }: Deletion, texts: Texts["account"]["deletion"]): Html {
  return html`${notice("information", texts.ownsApplications.what, texts.ownsApplications.advice)}
<ul class="plain">${owned
    .slice(0, maxListed)
    .map(
      (one) =>
        html`<li><a class="action" href="/portal/applications/${one.id}/delete">${name(one.name)}</a></li>`,
    )}</ul>
${owned.length > maxListed && html`<p>${texts.moreApplications}</p>`}`;
}

export const maxListed = 20;

function form(
  { viewer, password = true, typed = "", problem, minutes = 1, reauthentication }: Deletion,
  texts: Texts["account"]["deletion"],
): Html {
  const said = problem && explain(texts, problem, minutes);
  const { authEvent } = viewer.frame.texts.shell;
  return html`${said && alert("problem", texts.notDeleted, said)}
${reauthentication && alert("problem", texts.notDeleted, explainReauthentication(authEvent, reauthentication))}
<form method="post" action="/account/delete" novalidate>
${csrfField(viewer.csrf)}
${field({ name: "screen_name", label: texts.typeScreenName(viewer.screenName), type: "text", autocomplete: "off", value: typed, problem: problem === "other-name" && said })}
${password && field({ name: "current_password", label: texts.password, type: "password", autocomplete: "current-password", problem: (problem === "missing" || problem === "wrong") && said })}
${(viewer.authenticatesBy === "code" || !password) && confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit" class="danger">${texts.submit}</button></div>
</form>`;
}

function explain(
  texts: Texts["account"]["deletion"],
  problem: DeletionProblem,
  minutes: number,
): string {
  return problem === "too-many" ? texts.problems[problem](minutes) : texts.problems[problem];
}

export function deletedPage(frame: Frame): Html {
  const { deleted } = frame.texts.account.deletion;
  const main = html`<article>
<h1>${deleted.title}</h1>
<p>${deleted.meaning}</p>
</article>`;
  return page(frame, { title: deleted.title, main });
}
