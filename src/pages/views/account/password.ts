import type { NewPasswordProblem } from "../../../tools/passwords/password-problem.ts";
import type { PasswordProblem } from "../../languages/english/account.ts";
import type { Texts } from "../../languages/texts.ts";
import { alert, banner, done } from "../banner.ts";
import { confirmPassword, csrfField, field, markedAlert, reauthenticationNotice } from "../form.ts";
import { type Html, html } from "../html.ts";
import { newPasswordField } from "../new-password.ts";
import { signedInPage } from "../signed-in-page.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";

export type PasswordForm = {
  readonly viewer: Viewer;
  readonly problem?: PasswordProblem;
  readonly minutes?: number;
  readonly changed?: boolean;
  readonly weak?: NewPasswordProblem | undefined;
  readonly continueTo?: string | undefined;
  readonly reauthentication?: Reauthentication;
};

export function passwordPage(data: PasswordForm): Html {
  const { viewer, problem, minutes = 1, changed, weak, continueTo, reauthentication } = data;
  const { titles, password: texts } = viewer.frame.texts.account;
  const said = problem && explain(texts, problem, minutes);
  const aboutCurrent = problem === "missing" || problem === "wrong";
  const aboutNew = !aboutCurrent && problem !== "too-many" && problem !== "busy";
  const main = html`<article>
${changed && done(texts.changed)}
${weak && banner("soon", texts.weak, texts.problems[weak])}
${reauthenticationNotice(viewer, "problem", texts.notChanged, reauthentication)}
${said && (aboutCurrent || aboutNew ? markedAlert(viewer.frame, "problem", texts.notChanged) : alert("problem", texts.notChanged, said))}
<form method="post" action="/account/password" novalidate>
${csrfField(viewer.csrf)}
${continueTo && html`<input type="hidden" name="continue" value="${continueTo}">`}
<input type="hidden" autocomplete="username" value="${viewer.screenName}">
${field({ name: "current_password", label: texts.current, type: "password", autocomplete: "current-password", problem: aboutCurrent && said })}
${newPasswordField(viewer.frame, { label: texts.wanted, problem: aboutNew && said, screenName: viewer.screenName })}
${viewer.authenticatesBy === "code" && confirmPassword(viewer, reauthentication)}
<p class="quiet">${texts.otherSessions}</p>
<div class="actions"><button type="submit">${texts.change}</button>${weak && continueTo && html` <a class="action" href="${continueTo}">${texts.notNow}</a>`}</div>
</form>
</article>`;
  return signedInPage(viewer, {
    area: "account",
    here: "signIn",
    title: titles.password,
    main,
    crumbs: [],
  });
}

export function noPasswordPage(viewer: Viewer): Html {
  const { account, identities } = viewer.frame.texts;
  const { what, advice } = identities.noPassword;
  const main = html`<article>
<p><strong>${what}</strong> ${advice}</p>
<p><a class="action" href="/account/identities">${identities.account.title}</a></p>
</article>`;
  return signedInPage(viewer, {
    area: "account",
    here: "signIn",
    title: account.titles.password,
    main,
    crumbs: [],
  });
}

function explain(
  texts: Texts["account"]["password"],
  problem: PasswordProblem,
  minutes: number,
): string {
  return problem === "too-many" ? texts.problems[problem](minutes) : texts.problems[problem];
}
