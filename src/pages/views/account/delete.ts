import type { Application } from "../../../domain/application.ts";
import type { DeletionProblem } from "../../languages/english/account.ts";
import type { Texts } from "../../languages/texts.ts";
import { alert, banner } from "../banner.ts";
import { confirmPassword, csrfField, field, markedAlert, reauthenticationNotice } from "../form.ts";
import { type Html, html } from "../html.ts";
import { type Frame, page } from "../layout.ts";
import { name, phraseToType } from "../phrase.ts";
import { applicationPicture } from "../picture.ts";
import { rowList } from "../row.ts";
import { signedInPage } from "../signed-in-page.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";

export type Deletion = {
  readonly viewer: Viewer;
  /** While the user has any, the account stays. There is at most one more than `maxListed`. */
  readonly owned: readonly Pick<Application, "id" | "name" | "icon">[];
  /** The last administrator's account cannot be deleted. */
  readonly lastAdmin?: boolean;
  /** The account has a password to be typed, by default. */
  readonly password?: boolean;
  /** The screen name is as it was typed. */
  readonly input?: string;
  readonly problem?: DeletionProblem;
  /** `too-many` has minutes until the next try. */
  readonly minutes?: number;
  readonly reauthentication?: Reauthentication;
};

export function deletionPage(data: Deletion): Html {
  const { titles, deletion: texts } = data.viewer.frame.texts.account;
  const main = html`<article>
${data.lastAdmin ? lastAdministrator(data.viewer) : data.owned.length > 0 && ownedApplications(data)}
<p>${texts.forGood}</p>
<ul class="plain">${Object.values(texts.whatGoes).map((one) => html`<li>${one}</li>`)}</ul>
<p class="quiet">${texts.whatStays}</p>
${!data.lastAdmin && data.owned.length === 0 && form(data, texts)}
</article>`;
  return signedInPage(data.viewer, {
    area: "account",
    here: "profile",
    title: titles.delete,
    main,
    crumbs: [],
  });
}

function lastAdministrator({ frame: { texts } }: Viewer): Html {
  const { what, advice } = texts.account.deletion.lastAdmin;
  const users = html`<a class="button secondary" href="/admin/users">${texts.shell.sections.admin.users}</a>`;
  return banner("soon", what, advice, users);
}

/** Each leads to the page where it can be transferred or deleted. */
function ownedApplications({ owned, viewer: { frame } }: Deletion): Html {
  const { deletion: texts, signIn } = frame.texts.account;
  const { what, advice } = texts.ownsApplications;
  const rows = owned.slice(0, maxListed).map(({ id, name: own, icon }) => ({
    picture: applicationPicture({ id, icon }),
    id: `application-${id}`,
    title: name(own),
    level: 2 as const,
    lines: [],
    actions: html`<div class="actions"><a class="button secondary" href="/portal/applications/${id}/delete" aria-describedby="application-${id}">${signIn.manage}</a></div>`,
  }));
  return html`${banner("soon", what, advice)}
${rowList(rows)}
${owned.length > maxListed && html`<p>${texts.moreApplications}</p>`}`;
}

export const maxListed = 20;

function form(
  {
    viewer,
    password: hasPassword = true,
    input = "",
    problem,
    minutes = 1,
    reauthentication,
  }: Deletion,
  texts: Texts["account"]["deletion"],
): Html {
  const said = problem && explain(texts, problem, minutes);
  const { password } = viewer.frame.texts.account;
  const aboutName = problem === "other-name" && said;
  const aboutPassword = (problem === "missing" || problem === "wrong") && said;
  const isMarked = aboutName || aboutPassword;
  return html`${said && (isMarked ? markedAlert(viewer.frame, "problem", texts.notDeleted) : alert("problem", texts.notDeleted, said))}
${reauthenticationNotice(viewer, "problem", texts.notDeleted, reauthentication)}
<form method="post" action="/account/delete" novalidate>
${csrfField(viewer.csrf)}
${field({ name: "screen_name", label: phraseToType(texts.typeScreenName(viewer.screenName)), type: "text", autocomplete: "off", value: input, problem: aboutName })}
${hasPassword && field({ name: "current_password", label: password.current, type: "password", autocomplete: "current-password", problem: aboutPassword })}
${(viewer.authenticatesBy === "code" || !hasPassword) && confirmPassword(viewer, reauthentication)}
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
