import type { Application } from "../../../../domain/application.ts";
import type { OwnershipOffer } from "../../../../domain/collaborator.ts";
import type { InvitationProblem } from "../../../../languages/english/portal/collaborators.ts";
import { confirmPassword, csrfField, explainProof, personField } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { alert } from "../../../notice.ts";
import type { Person, Unproven } from "../../../person.ts";
import { phrase } from "../../../phrase.ts";
import { applicationPart } from "../../application-part.ts";
import { waitsUntil } from "../../invitations.ts";

export type Transfer = {
  readonly person: Person;
  readonly application: Application;
  /** Undefined if the application is offered to nobody. */
  readonly offer: OwnershipOffer | undefined;
  readonly typed?: { readonly screenName: string; readonly problem?: InvitationProblem };
  readonly unproven?: Unproven;
};

export function transferPage(transfer: Transfer): Html {
  const { person, application, typed, unproven } = transfer;
  const { portal, shell } = person.frame.texts;
  const { title, notOffered, problems } = portal.transfer;
  const why = typed?.problem
    ? problems[typed.problem]
    : unproven && explainProof(shell.proof, unproven);
  return applicationPart(person, application, {
    tab: "delete",
    title,
    main: html`${why && alert("problem", notOffered, why)}
${transferContent(transfer)}`,
  });
}

export function transferContent(transfer: Transfer): Html {
  const { person, offer } = transfer;
  const texts = person.frame.texts.portal.transfer;
  return html`<p>${texts.what}</p>
${offer === undefined ? offerForm(transfer) : waitingOffer(transfer, offer)}`;
}

function offerForm({ person, application, typed, unproven }: Transfer): Html {
  const texts = person.frame.texts.portal.transfer;
  return html`<form method="post" action="/portal/applications/${application.id}/transfer">
${csrfField(person.csrf)}
<input type="hidden" name="change" value="offer">
${personField({ id: "new-owner", label: texts.screenName, value: typed?.screenName, problem: typed?.problem && texts.problems[typed.problem] })}
${confirmPassword(person, unproven, "transfer-password")}
<div class="actions"><button type="submit" class="danger">${texts.submit}</button></div>
</form>`;
}

/** The form names the user whom the page shows, so that it withdraws nothing else. */
export function waitingOffer(
  { person, application }: Pick<Transfer, "person" | "application">,
  { screenName, userId, offeredAt }: OwnershipOffer,
): Html {
  const texts = person.frame.texts.portal.transfer;
  return html`<p>${phrase(texts.offered(`@${screenName}`))}<br>
${waitsUntil(person, offeredAt)}</p>
<form method="post" action="/portal/applications/${application.id}/transfer">
${csrfField(person.csrf)}
<input type="hidden" name="user" value="${userId}">
<div class="actions"><button type="submit" class="secondary" name="change" value="withdraw">${texts.withdraw}</button></div>
</form>`;
}
