import type { AccessLevel } from "../../../domain/access.ts";
import type { User } from "../../../domain/user.ts";
import { confirmPassword, csrfField, field } from "../form.ts";
import { type Html, html } from "../html.ts";
import { fold, table } from "../list.ts";
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
${grantTable(viewer, user, grants)}`;
  return html`<article>
<h2 id="grants">${texts.title}</h2>
${list}
${more && html`<p class="quiet">${texts.more}</p>`}
</article>`;
}

function grantTable(viewer: Viewer, user: User, grants: readonly GrantShown[]): Html {
  const { account, admin, audit, dates } = viewer.frame.texts;
  const { title, revoke } = admin.user.grants;
  return table(
    title,
    [audit.columns.application, audit.details.access, account.applications.since, ""],
    grants.map((grant) => {
      const heading = `grant-${grant.applicationId}`;
      return [
        html`${applicationPicture({ id: grant.applicationId, icon: grant.icon })}<a class="action" id="${heading}" href="/admin/applications/${grant.applicationId}">${name(grant.name)}</a>`,
        admin.application.levels[grant.access],
        day(dates, grant.since),
        html`<details>
<summary>${revoke}</summary>
<form method="post" action="/admin/users/${user.id}" class="row">
${csrfField(viewer.csrf)}
<input type="hidden" name="application_id" value="${grant.applicationId}">
<button type="submit" name="change" value="revoke-access" class="danger" aria-describedby="${heading}">${revoke}</button>
</form>
</details>`,
      ];
    }),
  );
}

export function emailFold(
  viewer: Viewer,
  user: User,
  reauthentication: Reauthentication | undefined,
): Html {
  if (user.email === "" || user.emailVerified) return html``;
  const { confirmEmail: texts } = viewer.frame.texts.admin.user;
  const content = html`<p>${name(user.email)}</p>
<p class="quiet">${user.emailDistrusted && html`${texts.recovered} `}${texts.hint}</p>
${reauthenticationAlert(viewer, "email-reauthentication", reauthentication)}
<form method="post" action="/admin/users/${user.id}" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="email" value="${user.email}">
${confirmPassword(viewer, reauthentication, "email-password")}
<div class="actions"><button type="submit" name="change" value="confirm-email" class="secondary">${texts.submit}</button></div>
</form>`;
  return fold("email", texts.title, content, true);
}

export type Deleting = {
  /** The screen name is as it was typed. */
  readonly typed?: string;
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
  const { typed = "", otherName, hindrance } = deleting;
  const problem = otherName && texts.otherName;
  const form = html`${problem && alert("deletion-problem", admin.notDone, problem)}
${reauthenticationAlert(viewer, "deletion-reauthentication", reauthentication)}
<form method="post" action="/admin/users/${user.id}" novalidate>
${csrfField(viewer.csrf)}
${field({ name: "screen_name", label: texts.typeScreenName(user.screenName), type: "text", autocomplete: "off", value: typed, problem })}
${confirmPassword(viewer, reauthentication, "deletion-password")}
<div class="actions"><button type="submit" name="change" value="delete" class="danger">${texts.submit}</button></div>
</form>`;
  const content = html`<p class="quiet">${texts.hint}</p>
${hindrance === undefined ? form : notice("information", texts.hindrances[hindrance].what, texts.hindrances[hindrance].advice)}
${hindrance === "owns-applications" && deleting.owned}`;
  const isOpen = otherName || hindrance !== undefined || reauthentication !== undefined;
  return fold("deletion", texts.title, content, isOpen === true);
}
