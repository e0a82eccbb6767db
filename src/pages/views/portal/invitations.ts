import { maxApplications } from "../../../domain/application.ts";
import {
  type ApplicationInvitation,
  applicationInvitationMs,
} from "../../../domain/collaborator.ts";
import type { InvitationNote } from "../../languages/english/portal/collaborators.ts";
import { banner, done } from "../banner.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { nextPage } from "../list.ts";
import { phrase } from "../phrase.ts";
import { applicationPicture } from "../picture.ts";
import { signedInPage } from "../signed-in-page.ts";
import { day } from "../time.ts";
import type { Viewer } from "../viewer.ts";

export type InvitationsPage = {
  readonly viewer: Viewer;
  readonly invitations: readonly ApplicationInvitation[];
  readonly note?: InvitationNote | undefined;
  readonly nextHref?: string | undefined;
};

export function invitationsPage({ viewer, invitations, note, nextHref }: InvitationsPage): Html {
  const { invitations: texts } = viewer.frame.texts.portal;
  const list =
    invitations.length === 0
      ? html`<p>${texts.none}</p>
<p class="quiet">${texts.noneAdvice}</p>`
      : html`<ul class="items">${invitations.map((one, _, { length }) => item(viewer, one, length === 1))}</ul>`;
  return signedInPage(viewer, {
    area: "portal",
    here: "invitations",
    title: texts.title,
    main: html`<article>
${note === "too-many" ? banner("soon", texts.tooMany(maxApplications), "") : note && done(texts.notes[note], note === "gone" ? "information" : "good")}
${list}
${nextPage(viewer, nextHref)}
</article>`,
  });
}

function item(viewer: Viewer, invitation: ApplicationInvitation, isOnly: boolean): Html {
  const { invitations: texts } = viewer.frame.texts.portal;
  const { applicationId, icon, applicationName, ownerScreenName, role, at } = invitation;
  return html`<li>
<div class="application">
${applicationPicture({ id: applicationId, icon })}
<div>
<h2>${phrase(texts.invited[role](`@${ownerScreenName}`, applicationName))}</h2>
<p>${texts.means[role]}</p>
<p>${waitsUntil(viewer, at)}</p>
</div>
</div>
<form method="post" action="/portal/invitations">
${csrfField(viewer.csrf)}
<input type="hidden" name="application" value="${applicationId}">
<input type="hidden" name="role" value="${role}">
<div class="actions">
<button type="submit"${!isOnly && html` class="secondary"`} name="change" value="accept">${texts.accept[role]}</button>
<button type="submit" class="secondary" name="change" value="decline">${texts.decline}</button>
</div>
</form>
</li>`;
}

export function waitsUntil({ frame }: Viewer, at: number): Html {
  const { dates, portal } = frame.texts;
  return html`<small>${portal.collaborators.until} ${day(dates, at + applicationInvitationMs)}</small>`;
}
