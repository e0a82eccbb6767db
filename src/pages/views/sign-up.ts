import type { InvitationTerms } from "../../domain/invitation.ts";
import type { Profile, ProfileProblem } from "../../domain/user.ts";
import {
  type NewPasswordProblem,
  newPasswordProblems,
} from "../../tools/passwords/password-problem.ts";
import type { Texts } from "../languages/texts.ts";
import { actionLink, explanationCard } from "./explanation.ts";
import { csrfField, field, markedAlert } from "./form.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { newPasswordField } from "./new-password.ts";
import { phrase, quoted } from "./phrase.ts";

export type SignUpProblem = ProfileProblem | "taken" | NewPasswordProblem;

export type SignUpForm = {
  readonly frame: Frame;
  readonly csrf: string;
  readonly continueTo: string;
  readonly link?: {
    readonly secret: string;
    readonly purpose: "invitation" | "admin";
    readonly mailedTo?: string | undefined;
    readonly inviter?: string | undefined;
    readonly terms: InvitationTerms;
  };
  readonly profile: Profile;
  readonly problems?: readonly SignUpProblem[];
};

export function signUpPage(data: SignUpForm): Html {
  const { frame, csrf, continueTo, link, profile, problems = [] } = data;
  const { signUp: texts, account } = frame.texts;
  const { profile: labels, password } = account;
  const sentences = { ...password.problems, ...labels.problems };
  const about = (...possible: readonly SignUpProblem[]) => {
    const problem = problems.find((one) => possible.includes(one));
    return problem && sentences[problem];
  };
  const main = html`<article>
<h1>${texts.title}</h1>
${link && invitation(texts, link)}
${problems.length > 0 && markedAlert(frame, "problem", texts.notMade)}
<form method="post" action="/sign-up" novalidate>
${csrfField(csrf)}
<input type="hidden" name="continue" value="${continueTo}">
${link && html`<input type="hidden" name="invitation" value="${link.secret}">`}
${field({ name: "screen_name", label: labels.screenName, type: "text", autocomplete: "username", value: profile.screenName, hint: labels.screenNameHint, problem: about("screen-name", "taken") })}
${field({ name: "name", label: labels.name, type: "text", autocomplete: "name", value: profile.name, hint: texts.nameHint, problem: about("name"), optional: true, anyScript: true })}
${field({ name: "email", label: labels.email, type: "email", autocomplete: "email", value: profile.email, hint: frame.sendsMail === false ? texts.emailHintWithoutMail : texts.emailHint, problem: about("email"), optional: true })}
${newPasswordField(frame, { label: texts.password, problem: about(...newPasswordProblems) })}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>
<footer>${texts.haveAccount} <a class="action" href="/sign-in?continue=${encodeURIComponent(continueTo)}">${texts.signIn}</a></footer>
</article>`;
  const here = `/sign-up?continue=${encodeURIComponent(continueTo)}${link ? `&invitation=${link.secret}` : ""}`;
  return page({ ...frame, here }, { title: texts.title, main });
}

function invitation(
  texts: Texts["signUp"],
  { purpose, inviter, terms }: NonNullable<SignUpForm["link"]>,
): Html {
  if (purpose === "admin") return html`<p>${texts.admin}</p>`;
  const { message, role } = terms;
  return html`<p>${inviter === undefined ? texts.invited : phrase(texts.invitedBy(`@${inviter}`))}${role === "admin" && html` ${texts.asAdmin}`}</p>
${message !== "" && html`<blockquote>${quoted(message)}</blockquote>`}`;
}

export function noSignUpPage(frame: Frame, why: "closed" | "byInvitation" | "gone"): Html {
  const { signUp: texts, signIn } = frame.texts;
  const main = explanationCard(frame, texts[why], actionLink("/sign-in", signIn.title));
  return page(frame, { title: texts[why].happened, main });
}
