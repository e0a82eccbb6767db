import type { NewPasswordProblem } from "../passwords/password-problem.ts";
import { actionLink, explanationCard } from "./explanation.ts";
import { csrfField, field } from "./form.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { newPasswordField, newPasswordScripts } from "./new-password.ts";
import { alert } from "./notice.ts";
import { phrase } from "./phrase.ts";

export type ResetAsk = { readonly frame: Frame; readonly csrf: string; readonly who: string };

/** Where somebody who forgot their password asks for a link. */
export function resetAskPage({ frame, csrf, who }: ResetAsk): Html {
  const texts = frame.texts.reset.ask;
  const main = html`<article>
<h1>${texts.title}</h1>
<p>${texts.what}</p>
<form method="post" action="/reset">
${csrfField(csrf)}
${field({ name: "who", label: texts.who, type: "text", autocomplete: "username", value: who, hint: texts.whoHint })}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>
<footer>${backToSignIn(frame)}</footer>
</article>`;
  return page(frame, { title: texts.title, main });
}

/** The answer to everybody who asked. */
export function resetAskedPage(frame: Frame): Html {
  const { asked } = frame.texts.reset;
  return page(frame, {
    title: asked.happened,
    main: explanationCard(frame, asked, backToSignIn(frame)),
  });
}

export function resetWithoutMailPage(frame: Frame): Html {
  const { noMail } = frame.texts.reset;
  const main = explanationCard(frame, noMail, backToSignIn(frame));
  return page(frame, { title: noMail.happened, main });
}

export type ResetChoose = {
  readonly frame: Frame;
  readonly csrf: string;
  /** The secret of the link. */
  readonly token: string;
  readonly screenName: string;
  /** Whether two-step verification goes too. */
  readonly recovers?: boolean;
  readonly problem?: NewPasswordProblem;
};

/** What a link opens. */
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
${said && alert("problem", texts.notChanged, said)}
<form method="post" action="/reset/password">
${csrfField(csrf)}
<input type="hidden" name="token" value="${token}">
<input type="hidden" autocomplete="username" value="${screenName}">
${newPasswordField(frame, { label: wanted, problem: said, screenName })}
${recovers && html`<p>${texts.recovers}</p>`}
<p class="quiet">${texts.endsSessions}</p>
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>
</article>`;
  const here = `/reset/password?token=${token}`;
  return page({ ...frame, here }, { title: texts.title, main, script: newPasswordScripts });
}

export function resetGonePage(frame: Frame): Html {
  const { gone, askAgain } = frame.texts.reset;
  const main = explanationCard(frame, gone, actionLink("/reset", askAgain));
  return page(frame, { title: gone.happened, main });
}

function backToSignIn({ texts }: Frame): Html {
  return html`<a class="action" href="/sign-in">${texts.reset.toSignIn}</a>`;
}
