import type { PasswordProblem } from "../../languages/english/account.ts";
import type { Texts } from "../../languages/texts.ts";
import type { NewPasswordProblem } from "../../passwords/password-problem.ts";
import { confirmPassword, csrfField, done, explainProof, field } from "../form.ts";
import { type Html, html } from "../html.ts";
import { newPasswordField, newPasswordScripts } from "../new-password.ts";
import { alert, notice } from "../notice.ts";
import type { Person, Unproven } from "../person.ts";
import { signedInPage } from "../signed-in-page.ts";

export type PasswordForm = {
  readonly person: Person;
  readonly problem?: PasswordProblem;
  readonly minutes?: number;
  readonly changed?: boolean;
  readonly weak?: NewPasswordProblem | undefined;
  readonly continueTo?: string | undefined;
  readonly unproven?: Unproven;
};

export function passwordPage(data: PasswordForm): Html {
  const { person, problem, minutes = 1, changed, weak, continueTo, unproven } = data;
  const { titles, password: texts } = person.frame.texts.account;
  const said = problem && explain(texts, problem, minutes);
  const aboutCurrent = problem === "wrong";
  const aboutNew = problem !== undefined && !["wrong", "too-many", "busy"].includes(problem);
  const main = html`<article>
<h1>${titles.password}</h1>
${changed && done(texts.changed)}
${weak && notice(texts.weak, texts.problems[weak])}
${unproven && alert("problem", texts.notChanged, explainProof(person.frame.texts.shell.proof, unproven))}
${said && alert("problem", texts.notChanged, said)}
<form method="post" action="/account/password">
${csrfField(person.csrf)}
${continueTo && html`<input type="hidden" name="continue" value="${continueTo}">`}
<input type="hidden" autocomplete="username" value="${person.screenName}">
${field({ name: "current_password", label: texts.current, type: "password", autocomplete: "current-password", problem: aboutCurrent && said })}
${newPasswordField(person.frame, { label: texts.wanted, problem: aboutNew && said, screenName: person.screenName })}
${person.provesBy === "code" && confirmPassword(person, unproven)}
<p class="quiet">${texts.otherSessions}</p>
<div class="actions"><button type="submit">${texts.change}</button>${weak && continueTo && html` <a class="action" href="${continueTo}">${texts.notNow}</a>`}</div>
</form>
</article>`;
  return signedInPage(person, {
    area: "account",
    here: "password",
    title: titles.password,
    main,
    script: newPasswordScripts,
  });
}

export function noPasswordPage(person: Person): Html {
  const { account, identities } = person.frame.texts;
  const { what, advice } = identities.noPassword;
  const main = html`<article>
<h1>${account.titles.password}</h1>
<p><strong>${what}</strong> ${advice}</p>
<p><a class="action" href="/account/identities">${identities.account.title}</a></p>
</article>`;
  return signedInPage(person, {
    area: "account",
    here: "password",
    title: account.titles.password,
    main,
  });
}

function explain(
  texts: Texts["account"]["password"],
  problem: PasswordProblem,
  minutes: number,
): string {
  return problem === "too-many" ? texts.problems[problem](minutes) : texts.problems[problem];
}
