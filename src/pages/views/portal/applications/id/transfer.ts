import type { Application } from "../../../../../domain/application.ts";
import type { OwnershipOffer } from "../../../../../domain/collaborator.ts";
import type { TransferProblem } from "../../../../languages/english/portal/collaborators.ts";
import {
  confirmPassword,
  csrfField,
  markedAlert,
  reauthenticationNotice,
  userField,
} from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { phrase } from "../../../phrase.ts";
import type { Reauthentication, Viewer } from "../../../viewer.ts";
import { applicationPart, cancelLink } from "../../application-page.ts";
import { waitsUntil } from "../../invitations.ts";

export type Transfer = {
  readonly viewer: Viewer;
  readonly application: Application;
  /** This is undefined if the application is offered to no one. */
  readonly offer: OwnershipOffer | undefined;
  readonly input?: { readonly screenName: string; readonly problem?: TransferProblem };
  readonly reauthentication?: Reauthentication;
};

export function transferPage(transfer: Transfer): Html {
  const { viewer, application, input, reauthentication } = transfer;
  const { title, notOffered } = viewer.frame.texts.portal.transfer;
  return applicationPart(viewer, application, {
    tab: "delete",
    title,
    main: html`${input?.problem ? markedAlert(viewer.frame, "problem", notOffered) : reauthenticationNotice(viewer, "problem", notOffered, reauthentication)}
${transferContent(transfer, cancelLink(viewer, application, "delete"))}`,
  });
}

/** On its own page, the offer is what is asked for, and can be left. */
export function transferContent(transfer: Transfer, cancel?: Html): Html {
  const { viewer, offer } = transfer;
  const texts = viewer.frame.texts.portal.transfer;
  return html`<p>${texts.what}</p>
${offer === undefined ? offerForm(transfer, cancel) : waitingOffer(transfer, offer)}`;
}

function offerForm(
  { viewer, application, input, reauthentication }: Transfer,
  cancel: Html | undefined,
): Html {
  const texts = viewer.frame.texts.portal.transfer;
  return html`<form method="post" action="/portal/applications/${application.id}/transfer" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="change" value="offer">
${userField({ id: "new-owner", label: texts.screenName, value: input?.screenName, problem: input?.problem && texts.problems[input.problem] })}
${confirmPassword(viewer, reauthentication, "transfer-password")}
<div class="actions"><button type="submit"${!cancel && html` class="secondary"`}>${texts.submit}</button>${cancel}</div>
</form>`;
}

/** The form names the user whom the page shows, so that it withdraws nothing else. */
export function waitingOffer(
  { viewer, application }: Pick<Transfer, "viewer" | "application">,
  { screenName, userId, offeredAt }: OwnershipOffer,
): Html {
  const texts = viewer.frame.texts.portal.transfer;
  return html`<p>${phrase(texts.offered(`@${screenName}`))}<br>
${waitsUntil(viewer, offeredAt)}</p>
<form method="post" action="/portal/applications/${application.id}/transfer">
${csrfField(viewer.csrf)}
<input type="hidden" name="user" value="${userId}">
<div class="actions"><button type="submit" class="secondary" name="change" value="withdraw">${texts.withdraw}</button></div>
</form>`;
}
