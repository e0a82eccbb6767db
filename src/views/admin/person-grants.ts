import type { AccessLevel } from "../../domain/access.ts";
import type { User } from "../../domain/user.ts";
import { grantText } from "../access-text.ts";
import { confirmPassword, csrfField, field } from "../form.ts";
import { type Html, html } from "../html.ts";
import { alert, notice } from "../notice.ts";
import type { Person, Unproven } from "../person.ts";
import { name } from "../phrase.ts";
import { applicationPicture } from "../picture.ts";
import { day } from "../time.ts";
import { unprovenAlert } from "./suspension.ts";

/** One application has this access to the account. */
export type GrantShown = {
  readonly applicationId: string;
  readonly name: string;
  readonly icon?: string | undefined;
  readonly access: AccessLevel;
  readonly since: number;
};

export function grantsCard(
  person: Person,
  user: User,
  { grants, more }: { readonly grants: readonly GrantShown[]; readonly more: boolean },
): Html {
  const { grants: texts } = person.frame.texts.admin.person;
  const list =
    grants.length === 0
      ? html`<p>${texts.none}</p>`
      : html`<p class="quiet">${texts.hint}</p>
<ul class="items">${grants.map((one) => item(person, user, one))}</ul>`;
  return html`<article>
<h2 id="grants">${texts.title}</h2>
${list}
${more && html`<p class="quiet">${texts.more}</p>`}
</article>`;
}

function item(person: Person, user: User, grant: GrantShown): Html {
  const { admin, account, dates } = person.frame.texts;
  const heading = `grant-${grant.applicationId}`;
  return html`<li>
<div class="application">
${applicationPicture({ id: grant.applicationId, icon: grant.icon })}
<div>
<h3 id="${heading}"><a class="action" href="/admin/applications/${grant.applicationId}">${name(grant.name)}</a></h3>
<p>${grantText(person.frame, grant.access)}</p>
<p class="quiet">${account.applications.since} ${day(dates, grant.since)}</p>
</div>
</div>
<form method="post" action="/admin/people/${user.id}">
${csrfField(person.csrf)}
<input type="hidden" name="application_id" value="${grant.applicationId}">
<div class="actions"><button type="submit" name="change" value="revoke-access" class="danger" aria-describedby="${heading}">${admin.person.grants.revoke}</button></div>
</form>
</li>`;
}

export function emailCard(person: Person, user: User, unproven: Unproven | undefined): Html {
  if (user.email === "" || user.emailProven) return html``;
  const { confirmEmail: texts } = person.frame.texts.admin.person;
  return html`<article>
<h2 id="email">${texts.title}</h2>
<p>${name(user.email)}</p>
<p class="quiet">${user.emailDistrusted && html`${texts.recovered} `}${texts.hint}</p>
${unprovenAlert(person, "email-unproven", unproven)}
<form method="post" action="/admin/people/${user.id}">
${csrfField(person.csrf)}
<input type="hidden" name="email" value="${user.email}">
${confirmPassword(person, unproven, "email-password")}
<div class="actions"><button type="submit" name="change" value="confirm-email" class="secondary">${texts.submit}</button></div>
</form>
</article>`;
}

export type Deleting = {
  /** The screen name is as it was typed. */
  readonly typed?: string;
  readonly otherName?: boolean;
  readonly hindrance?: "owns-applications" | "last-operator";
};

export function deletionCard(
  person: Person,
  user: User,
  deleting: Deleting & { readonly owned: Html },
  unproven: Unproven | undefined,
): Html {
  const { admin } = person.frame.texts;
  const { deletion: texts } = admin.person;
  const { typed = "", otherName, hindrance } = deleting;
  const problem = otherName && texts.otherName;
  const form = html`${problem && alert("deletion-problem", admin.notDone, problem)}
${unprovenAlert(person, "deletion-unproven", unproven)}
<form method="post" action="/admin/people/${user.id}">
${csrfField(person.csrf)}
${field({ name: "screen_name", label: texts.typeScreenName(user.screenName), type: "text", autocomplete: "off", value: typed, problem })}
${confirmPassword(person, unproven, "deletion-password")}
<div class="actions"><button type="submit" name="change" value="delete" class="danger">${texts.submit}</button></div>
</form>`;
  return html`<article>
<h2 id="deletion">${texts.title}</h2>
<p class="quiet">${texts.hint}</p>
${hindrance === undefined ? form : notice(texts.hindrances[hindrance].what, texts.hindrances[hindrance].advice)}
${hindrance === "owns-applications" && deleting.owned}
</article>`;
}
