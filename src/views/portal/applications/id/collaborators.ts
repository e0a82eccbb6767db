import type { Application } from "../../../../domain/application.ts";
import {
  type ApplicationRole,
  type Collaborator,
  type CollaboratorRole,
  collaboratorRoles,
  type OwnershipOffer,
} from "../../../../domain/collaborator.ts";
import type { InvitationProblem } from "../../../../languages/english/portal/collaborators.ts";
import { choices, confirmPassword, csrfField, explainProof, personField } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { table } from "../../../list.ts";
import { alert } from "../../../notice.ts";
import type { Person, Unproven } from "../../../person.ts";
import { name, phrase } from "../../../phrase.ts";
import { applicationPart } from "../../application-part.ts";
import { waitsUntil } from "../../invitations.ts";
import { waitingOffer } from "./transfer.ts";

export type CollaboratorsPage = {
  readonly person: Person;
  readonly application: Application;
  readonly role: ApplicationRole;
  readonly people: readonly Collaborator[];
  readonly offer: OwnershipOffer | undefined;
};

/** The owner can change the collaborators, and everyone else can leave. */
export function collaboratorsSection(page: CollaboratorsPage): Html {
  const { person, application, role, people, offer } = page;
  const { collaborators: texts, transfer } = person.frame.texts.portal;
  return html`<section id="collaborators" aria-labelledby="collaborators-title">
<h2 id="collaborators-title">${texts.title}</h2>
<p>${texts.what}</p>
${people.length === 0 ? html`<p>${texts.none}</p>` : peopleTable(page)}
${
  role === "owner"
    ? html`${
        offer &&
        html`<h3>${transfer.title}</h3>
${waitingOffer({ person, application }, offer)}`
      }
<h3>${texts.invite.title}</h3>
${inviteForm({ person, application })}`
    : leaveForm(page)
}
</section>`;
}

function peopleTable(page: CollaboratorsPage): Html {
  const { person, application, role, people } = page;
  const { collaborators: texts } = person.frame.texts.portal;
  const { columns } = texts;
  const shown = [columns.person, columns.role, columns.state];
  const owner = [name(`@${application.ownerScreenName}`), texts.roles.owner, texts.accepted];
  return table(columns.person, role === "owner" ? [...shown, columns.change] : shown, [
    role === "owner" ? [...owner, ""] : owner,
    ...people.map((one) => [
      html`<span id="person-${one.userId}">${name(`@${one.screenName}`)}</span>`,
      texts.roles[one.role],
      one.accepted
        ? texts.accepted
        : html`${texts.invited}<br>${waitsUntil(person, one.invitedAt)}`,
      ...(role === "owner" ? [changeForm(page, one)] : []),
    ]),
  ]);
}

function changeForm({ person, application }: CollaboratorsPage, one: Collaborator): Html {
  const { collaborators: texts } = person.frame.texts.portal;
  const other: CollaboratorRole = one.role === "admin" ? "viewer" : "admin";
  const end = one.accepted ? texts.remove : texts.withdraw;
  const button = (change: string, text: string) =>
    html`<button type="submit" class="secondary" name="change" value="${change}" aria-describedby="person-${one.userId}">${text}</button>`;
  return html`<form method="post" action="/portal/applications/${application.id}/collaborators" class="row">
${csrfField(person.csrf)}
<input type="hidden" name="user" value="${one.userId}">
${button(`make-${other}`, texts.makeRole[other])}
${button("remove", end)}
</form>`;
}

function leaveForm({ person, application }: CollaboratorsPage): Html {
  const { collaborators: texts } = person.frame.texts.portal;
  return html`<p>${texts.leaveWhat}</p>
<form method="post" action="/portal/invitations">
${csrfField(person.csrf)}
<input type="hidden" name="application" value="${application.id}">
<div class="actions"><button type="submit" class="danger" name="change" value="leave">${texts.leave}</button></div>
</form>`;
}

export type Invited = {
  readonly person: Person;
  readonly application: Application;
  readonly typed?: {
    readonly screenName: string;
    readonly role: CollaboratorRole | undefined;
    readonly problem?: InvitationProblem;
  };
  readonly unproven?: Unproven;
};

export function invitePage(invited: Invited): Html {
  const { person, application, typed, unproven } = invited;
  const { portal, shell } = person.frame.texts;
  const { title, notInvited, problems } = portal.collaborators.invite;
  const why = typed?.problem
    ? problems[typed.problem]
    : unproven && explainProof(shell.proof, unproven);
  return applicationPart(person, application, {
    tab: "collaborators",
    title,
    main: html`${why && alert("problem", notInvited, why)}
${inviteForm(invited)}`,
  });
}

function inviteForm({ person, application, typed, unproven }: Invited): Html {
  const { roles, invite: texts } = person.frame.texts.portal.collaborators;
  const problem = typed?.problem && texts.problems[typed.problem];
  const aboutRole = typed?.problem === "no-role";
  return html`<form method="post" action="/portal/applications/${application.id}/collaborators">
${csrfField(person.csrf)}
<input type="hidden" name="change" value="invite">
${personField({ label: texts.screenName, value: typed?.screenName, problem: !aboutRole && problem })}
${choices({
  name: "role",
  label: texts.role,
  chosen: typed?.role,
  options: collaboratorRoles.map((value) => ({
    value,
    label: roles[value],
    hint: texts.hints[value],
  })),
  problem: aboutRole && problem,
})}
${confirmPassword(person, unproven, "invite-password")}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>`;
}

export function adminConfirmationPage({
  person,
  application,
  collaborator,
  unproven,
}: {
  readonly person: Person;
  readonly application: Application;
  readonly collaborator: Pick<Collaborator, "userId" | "screenName">;
  readonly unproven: Unproven;
}): Html {
  const { portal, shell } = person.frame.texts;
  const { confirm: texts } = portal.collaborators;
  return applicationPart(person, application, {
    tab: "collaborators",
    title: texts.title,
    keepsSent: true,
    main: html`${unproven.problem !== "missing" && alert("problem", texts.notChanged, explainProof(shell.proof, unproven))}
<p>${phrase(texts.what(`@${collaborator.screenName}`))}</p>
<form method="post" action="/portal/applications/${application.id}/collaborators">
${csrfField(person.csrf)}
<input type="hidden" name="user" value="${collaborator.userId}">
${confirmPassword(person, unproven)}
<div class="actions"><button type="submit" name="change" value="make-admin">${texts.submit}</button></div>
</form>`,
  });
}
