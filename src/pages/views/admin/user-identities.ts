import type { Identity, IdentityKey } from "../../../domain/identity.ts";
import type { ReasonProblem } from "../../../domain/operating.ts";
import type { User } from "../../../domain/user.ts";
import { confirmPassword, csrfField, field, markedAlert } from "../form.ts";
import { type Html, html } from "../html.ts";
import { fold } from "../list.ts";
import { name } from "../phrase.ts";
import { day } from "../time.ts";
import type { Reauthentication, Viewer } from "../viewer.ts";
import { reauthenticationAlert } from "./suspension.ts";

export type IdentitiesShown = {
  readonly identities: readonly Identity[];
  readonly isSelf: boolean;
  readonly input?: Removing | undefined;
  /** It belongs to the same form as `input`. */
  readonly reauthentication?: Reauthentication | undefined;
};

export type Removing = IdentityKey & { readonly reason: string; readonly problem?: ReasonProblem };

export function identitiesFold(
  viewer: Viewer,
  user: User,
  data: IdentitiesShown,
): Html | undefined {
  const { texts, hasIdentityProviders } = viewer.frame;
  const { identities } = data;
  if (!hasIdentityProviders && identities.length === 0) return undefined;
  const { title, none, hint } = texts.identities.admin;
  const content =
    identities.length === 0
      ? html`<p>${none}</p>`
      : html`<p class="quiet">${hint}</p>
<ul class="items">${identities.map((one, at) => item(viewer, user, one, at, data))}</ul>`;
  const isOpen = data.input !== undefined || data.reauthentication !== undefined;
  return fold("identities", title, content, isOpen);
}

function item(
  viewer: Viewer,
  user: User,
  identity: Identity,
  at: number,
  data: IdentitiesShown,
): Html {
  const { issuer, subject, linkedAt } = identity;
  const { dates, identities } = viewer.frame.texts;
  return html`<li>
<h3 id="identity-${at}">${name(subject)}</h3>
<p class="quiet">${name(issuer)}<br>
${identities.account.linkedOn} ${day(dates, linkedAt)}</p>
${!data.isSelf && removeForm(viewer, user, identity, at, data)}
</li>`;
}

function removeForm(
  viewer: Viewer,
  user: User,
  { issuer, subject }: Identity,
  at: number,
  data: IdentitiesShown,
): Html {
  const isIt = data.input?.issuer === issuer && data.input.subject === subject;
  const { input, reauthentication } = isIt ? data : {};
  const { admin, identities } = viewer.frame.texts;
  const { reason, reasonHint } = admin.user.factors;
  const problem = input?.problem && admin.suspension.problems[input.problem];
  const id = `identity-${at}`;
  return html`${problem && markedAlert(viewer.frame, `${id}-problem`, admin.notDone)}
${reauthenticationAlert(viewer, `${id}-reauthentication`, reauthentication)}
<form method="post" action="/admin/users/${user.id}" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="issuer" value="${issuer}">
<input type="hidden" name="subject" value="${subject}">
${field({ name: "reason", id: `${id}-reason`, label: reason, type: "text", autocomplete: "off", value: input?.reason ?? "", anyScript: true, writing: "prose", hint: reasonHint, problem })}
${confirmPassword(viewer, reauthentication, `${id}-proof`)}
<div class="actions"><button type="submit" name="change" value="remove-identity" class="danger" aria-describedby="${id}">${identities.admin.remove}</button></div>
</form>`;
}
