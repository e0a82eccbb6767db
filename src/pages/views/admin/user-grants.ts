import type { AccessLevel } from "../../../domain/access.ts";
import type { User } from "../../../domain/user.ts";
import { grantText } from "../access-text.ts";
import { confirmPassword, csrfField, field } from "../form.ts";
import { type Html, html } from "../html.ts";
import { alert, notice } from "../notice.ts";
import { name } from "../phrase.ts";
import { applicationPicture } from "../picture.ts";
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
<ul class="items">${grants.map((one) => item(viewer, user, one))}</ul>`;
  return html`<article>
<h2 id="grants">${texts.title}</h2>
${list}
${more && html`<p class="quiet">${texts.more}</p>`}
</article>`;
}

function item(viewer: Viewer, user: User, grant: GrantShown): Html {
  const { admin, account, dates } = viewer.frame.texts;
  const heading = `grant-${grant.applicationId}`;
  return html`<li>
<div class="application">
${applicationPicture({ id: grant.applicationId, icon: grant.icon })}
<div>
<h3 id="${heading}"><a class="action" href="/admin/applications/${grant.applicationId}">${name(grant.name)}</a></h3>
<p>${grantText(viewer.frame, grant.access)}</p>
<p class="quiet">${account.applications.since} ${day(dates, grant.since)}</p>
</div>
</div>
<form method="post" action="/admin/users/${user.id}">
${csrfField(viewer.csrf)}
<input type="hidden" name="application_id" value="${grant.applicationId}">
<div class="actions"><button type="submit" name="change" value="revoke-access" class="danger" aria-describedby="${heading}">${admin.user.grants.revoke}</button></div>
</form>
</li>`;
}

export function emailCard(
  viewer: Viewer,
  user: User,
  reauthentication: Reauthentication | undefined,
): Html {
  if (user.email === "" || user.emailVerified) return html``;
  const { confirmEmail: texts } = viewer.frame.texts.admin.user;
  return html`<article>
<h2 id="email">${texts.title}</h2>
<p>${name(user.email)}</p>
<p class="quiet">${user.emailDistrusted && html`${texts.recovered} `}${texts.hint}</p>
${reauthenticationAlert(viewer, "email-reauthentication", reauthentication)}
<form method="post" action="/admin/users/${user.id}">
${csrfField(viewer.csrf)}
<input type="hidden" name="email" value="${user.email}">
${confirmPassword(viewer, reauthentication, "email-password")}
<div class="actions"><button type="submit" name="change" value="confirm-email" class="secondary">${texts.submit}</button></div>
</form>
</article>`;
}

export type Deleting = {
  /** The screen name is as it was typed. */
  readonly typed?: string;
  readonly otherName?: boolean;
  readonly hindrance?: "owns-applications" | "last-administrator";
};

export function deletionCard(
  viewer: Viewer,
  user: User,
  deleting: Deleting & { readonly owned: Html },
  reauthentication: Reauthentication | undefined,
): Html {
  const { admin } = viewer.frame.texts;
  const { deletion: texts } = admin.user;
  const { typed = "", otherName, hindrance } = deleting;
  const problem = otherName && texts.otherName;
  const form = html`${problem && alert("deletion-problem", admin.notDone, problem)}
${reauthenticationAlert(viewer, "deletion-reauthentication", reauthentication)}
<form method="post" action="/admin/users/${user.id}">
${csrfField(viewer.csrf)}
${field({ name: "screen_name", label: texts.typeScreenName(user.screenName), type: "text", autocomplete: "off", value: typed, problem })}
${confirmPassword(viewer, reauthentication, "deletion-password")}
<div class="actions"><button type="submit" name="change" value="delete" class="danger">${texts.submit}</button></div>
</form>`;
  return html`<article>
<h2 id="deletion">${texts.title}</h2>
<p class="quiet">${texts.hint}</p>
${hindrance === undefined ? form : notice(texts.hindrances[hindrance].what, texts.hindrances[hindrance].advice)}
${hindrance === "owns-applications" && deleting.owned}
</article>`;
}
