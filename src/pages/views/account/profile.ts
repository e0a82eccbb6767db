import type { Profile, ProfileProblem } from "../../../domain/user.ts";
import type { Texts } from "../../languages/texts.ts";
import { alert, banner, done } from "../banner.ts";
import {
  confirmPassword,
  csrfField,
  field,
  markedAlert,
  reauthenticationNotice,
  seenInput,
} from "../form.ts";
import { type Html, html } from "../html.ts";
import { name } from "../phrase.ts";
import { picture } from "../picture.ts";
import { type Row, rowList } from "../row.ts";
import { signedInPage } from "../signed-in-page.ts";
import { withSupport } from "../support.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";

type Problem = ProfileProblem | "taken" | "too-many-names" | "changed-since";

export type ProfileForm = {
  readonly viewer: Viewer;
  readonly userId: string;
  readonly profile: Profile;
  /** The mark is that of the submitted form, or of the profile as shown. */
  readonly seen: string;
  readonly problems?: readonly Problem[];
  readonly reauthentication?: Reauthentication;
  readonly saved?: boolean;
  /** The account's address is unverified; how to verify it depends on whether email can be sent. */
  readonly unverified?: "withMail" | "withoutMail";
  /** The account was recovered while it had the address. */
  readonly distrusted?: boolean;
  /** A link to verify the address was just emailed. */
  readonly sent?: boolean;
};

export function profilePage({
  viewer,
  userId,
  profile,
  seen,
  problems = [],
  reauthentication,
  saved,
  unverified,
  distrusted = false,
  sent,
}: ProfileForm): Html {
  const { titles, profile: texts } = viewer.frame.texts.account;
  const about = (...possible: readonly Problem[]) => {
    const problem = problems.find((one) => possible.includes(one));
    return problem && texts.problems[problem];
  };
  const problem = problems.includes("changed-since")
    ? alert("problem", texts.notSaved, texts.problems["changed-since"])
    : problems.length > 0
      ? markedAlert(viewer.frame, "problem", texts.notSaved)
      : reauthenticationNotice(viewer, "problem", texts.notSaved, reauthentication);
  const main = html`<article>
${(saved || sent) && done([...(saved ? [texts.saved] : []), ...(sent ? [texts.unverified.sent] : [])].join(" "))}
${problem}
${unverified && !(sent && unverified === "withMail") && confirmation(viewer, unverified, distrusted)}
<form method="post" action="/account/profile" novalidate>
${csrfField(viewer.csrf)}
${seenInput(seen)}
${field({ name: "name", label: texts.name, type: "text", autocomplete: "name", value: profile.name, hint: texts.nameHint, problem: about("name"), optional: true, anyScript: true })}
${field({ name: "screen_name", label: texts.screenName, type: "text", autocomplete: "username", value: profile.screenName, hint: texts.screenNameHint, problem: about("screen-name", "taken", "too-many-names") })}
${field({ name: "email", label: texts.email, type: "email", autocomplete: "email", value: profile.email, hint: texts.emailHint, problem: about("email"), optional: true })}
${reauthentication && confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit">${texts.save}</button></div>
</form>
<footer>${rowList((["data", "delete"] as const).map((one) => pageRow(viewer.frame.texts.account, one)))}</footer>
</article>`;
  return signedInPage(viewer, {
    area: "account",
    here: "profile",
    title: titles.profile,
    head: { picture: picture(userId), line: name(`@${viewer.screenName}`) },
    main,
  });
}

/** What concerns the whole account has pages of its own. */
function pageRow({ titles, data, deletion }: Texts["account"], part: "data" | "delete"): Row {
  const { short, open } = { data, delete: deletion }[part];
  return {
    id: part,
    title: titles[part],
    level: 2,
    lines: [short],
    actions: html`<div class="actions"><a class="button secondary" href="/account/${part}" aria-describedby="${part}">${open}</a></div>`,
  };
}

/** The banner precedes the form, because the user has to look at the address first. */
function confirmation(
  { frame, csrf }: Viewer,
  unverified: NonNullable<ProfileForm["unverified"]>,
  isDistrusted: boolean,
): Html {
  const { unverified: usual, distrusted } = frame.texts.account.profile;
  const { what, advice, send } = isDistrusted
    ? { ...distrusted, advice: distrusted.advice[unverified] }
    : { ...usual[unverified], send: usual.send };
  const form = html`<form method="post" action="/account/profile">
${csrfField(csrf)}
<input type="hidden" name="send_link" value="on">
<button class="secondary" type="submit">${send}</button>
</form>`;
  return banner(
    "soon",
    what,
    withSupport(frame, advice),
    unverified === "withMail" ? form : undefined,
  );
}
