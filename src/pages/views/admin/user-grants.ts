import type { AccessLevel } from "../../../domain/access.ts";
import type { User } from "../../../domain/user.ts";
import { banner } from "../banner.ts";
import { confirmPassword, csrfField, field, markedAlert } from "../form.ts";
import { type Html, html } from "../html.ts";
import { fold } from "../list.ts";
import { name, phraseToType } from "../phrase.ts";
import { applicationPicture } from "../picture.ts";
import { dotted, type Row, rowList } from "../row.ts";
import { day } from "../time.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";
import { reauthenticationAlert } from "./suspension.ts";

/** One application has this access to the account. */
export type GrantShown = {
  readonly applicationId: string;
  readonly name: string;
  readonly icon?: string | undefined;
  readonly access: AccessLevel;
  readonly since: number;
};

export function grantsCard(
  viewer: Viewer,
  user: User,
  { grants, more }: { readonly grants: readonly GrantShown[]; readonly more: boolean },
): Html {
  const { grants: texts } = viewer.frame.texts.admin.user;
  const list =
    grants.length === 0
      ? html`<p>${texts.none}</p>`
      : html`<p class="quiet">${texts.hint}</p>
${rowList(grants.map((one) => grantRow(viewer, user, one)))}`;
  return html`<article>
<h2 id="grants">${texts.title}</h2>
${list}
${more && html`<p class="quiet">${texts.more}</p>`}
${grants.length > 0 && html`<p><a class="action" href="/admin/bulk-actions?kind=revoke-access-tokens&amp;user=${user.id}">${viewer.frame.texts.admin.bulk.revokeByFilter}</a></p>`}
</article>`;
}

function grantRow(viewer: Viewer, user: User, grant: GrantShown): Row {
  const { account, admin, dates } = viewer.frame.texts;
  const { applicationId, name: called, icon, access, since } = grant;
  const id = `grant-${applicationId}`;
  return {
    picture: applicationPicture({ id: applicationId, icon }),
    id,
    title: html`<a href="/admin/applications/${applicationId}">${name(called)}</a>`,
    level: 3,
    lines: [
      dotted(
        admin.application.levels[access],
        html`${account.applications.since} ${day(dates, since)}`,
      ),
    ],
    actions: html`<form method="post" action="/admin/users/${user.id}">
${csrfField(viewer.csrf)}
<input type="hidden" name="application_id" value="${applicationId}">
<div class="actions"><button type="submit" name="change" value="revoke-access" class="secondary" aria-describedby="${id}">${admin.user.grants.revoke}</button></div>
</form>`,
  };
}

export function emailFold(
  viewer: Viewer,
  user: User,
  reauthentication: Reauthentication | undefined,
): Html {
  if (user.email === "" || user.emailVerified) return html``;
  const { verifyEmail: texts } = viewer.frame.texts.admin.user;
  const content = html`<p>${name(user.email)}</p>
<p class="quiet">${user.emailDistrusted && html`${texts.recovered} `}${texts.hint}</p>
${reauthenticationAlert(viewer, "email-reauthentication", reauthentication)}
<form method="post" action="/admin/users/${user.id}" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="email" value="${user.email}">
${confirmPassword(viewer, reauthentication, "email-password")}
<div class="actions"><button type="submit" name="change" value="verify-email" class="secondary">${texts.submit}</button></div>
</form>`;
  return fold("email", texts.title, content, true);
}

export type Deleting = {
  /** The screen name is as it was typed, in a form that did nothing. */
  readonly input?: string;
  readonly otherName?: boolean;
  readonly hindrance?: "owns-applications" | "last-administrator";
};

export function deletionFold(
  viewer: Viewer,
  user: User,
  deleting: Deleting & { readonly owned: Html },
  reauthentication: Reauthentication | undefined,
): Html {
  const { admin } = viewer.frame.texts;
  const { deletion: texts } = admin.user;
  const { input = "", otherName, hindrance } = deleting;
  const problem = otherName && texts.otherName;
  const form = html`${problem && markedAlert(viewer.frame, "deletion-problem", admin.notDone)}
${reauthenticationAlert(viewer, "deletion-reauthentication", reauthentication)}
<form method="post" action="/admin/users/${user.id}" novalidate>
${csrfField(viewer.csrf)}
${field({ name: "screen_name", label: phraseToType(texts.typeScreenName(user.screenName)), type: "text", autocomplete: "off", value: input, problem })}
${confirmPassword(viewer, reauthentication, "deletion-password")}
<div class="actions"><button type="submit" name="change" value="delete" class="danger">${texts.submit}</button></div>
</form>`;
  const content = html`<p class="quiet">${texts.hint}</p>
${hindrance === undefined ? form : banner("information", texts.hindrances[hindrance].what, texts.hindrances[hindrance].advice)}
${hindrance === "owns-applications" && deleting.owned}`;
  const isOpen = deleting.input !== undefined || reauthentication !== undefined;
  return fold("deletion", texts.title, content, isOpen);
}
