import type { NewPasswordProblem } from "../../../tools/passwords/password-problem.ts";
import { banner } from "../banner.ts";
import { actionLink, explanationCard } from "../explanation.ts";
import { csrfField, markedAlert } from "../form.ts";
import { type Html, html } from "../html.ts";
import { type Frame, page } from "../layout.ts";
import { newPasswordField } from "../new-password.ts";
import { phrase } from "../phrase.ts";

export type ResetChoose = {
  readonly frame: Frame;
  readonly csrf: string;
  readonly token: string;
  readonly screenName: string;
  readonly recovers?: boolean;
  readonly problem?: NewPasswordProblem;
};

export function resetChoosePage({
  frame,
  csrf,
  token,
  screenName,
  recovers,
  problem,
}: ResetChoose): Html {
  const texts = frame.texts.reset.choose;
  const { wanted, problems } = frame.texts.account.password;
  const said = problem && problems[problem];
  const main = html`<article>
<h1>${texts.title}</h1>
<p>${phrase(texts.forAccount(`@${screenName}`))}</p>
${recovers && banner("soon", texts.recovers.what, texts.recovers.more)}
${said && markedAlert(frame, "problem", texts.notChanged)}
<form method="post" action="/reset/password" novalidate>
${csrfField(csrf)}
<input type="hidden" name="token" value="${token}">
<input type="hidden" autocomplete="username" value="${screenName}">
${newPasswordField(frame, { label: wanted, problem: said, screenName })}
<p class="quiet">${texts.endsSessions}</p>
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>
</article>`;
  const here = `/reset/password?token=${token}`;
  return page({ ...frame, here }, { title: texts.title, main });
}

export function resetGonePage(frame: Frame): Html {
  const { gone, askAgain } = frame.texts.reset;
  const main =
    frame.sendsMail === false
      ? explanationCard(frame, { ...gone, advice: gone.adviceWithoutMail })
      : explanationCard(frame, gone, actionLink("/reset", askAgain));
  return page(frame, { title: gone.happened, main });
}
