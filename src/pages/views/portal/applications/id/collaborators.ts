import type { Application } from "../../../../../domain/application.ts";
import {
  type ApplicationRole,
  applicationInvitationMs,
  type Collaborator,
  type CollaboratorRole,
  collaboratorRoles,
  type OwnershipOffer,
} from "../../../../../domain/collaborator.ts";
import type { InvitationProblem } from "../../../../languages/english/portal/collaborators.ts";
import {
  choices,
  confirmPassword,
  csrfField,
  markedAlert,
  reauthenticationNotice,
  userField,
} from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import { fold } from "../../../list.ts";
import { name, phrase } from "../../../phrase.ts";
import { dotted, rowFold, rowList } from "../../../row.ts";
import { day } from "../../../time.ts";
import type { Reauthentication, Viewer } from "../../../viewer.ts";
import { applicationPart, cancelLink } from "../../application-page.ts";
import { waitingOffer } from "./transfer.ts";

export type CollaboratorsPage = {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly role: ApplicationRole;
  readonly users: readonly Collaborator[];
  readonly offer: OwnershipOffer | undefined;
};

/** The owner can change the collaborators, and everyone else can leave. */
export function collaboratorsSections(page: CollaboratorsPage): readonly Html[] {
  const { viewer, application, role, users, offer } = page;
  const { collaborators: texts, transfer } = viewer.frame.texts.portal;
  const section = (id: string, title: string, content: Html) =>
    html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}
</section>`;
  const isOwner = role === "owner";
  const all = html`<p>${texts.what}</p>
${users.length === 0 ? html`<p>${texts.none}</p>` : userRows(page)}
${!isOwner && leaveForm(page)}`;
  return [
    section("collaborators", texts.title, all),
    ...(isOwner && offer
      ? [section("offer", transfer.title, waitingOffer({ viewer, application }, offer))]
      : []),
    ...(isOwner
      ? [fold("invite", texts.invite.title, inviteForm({ viewer, application }), false)]
      : []),
  ];
}

function userRows(page: CollaboratorsPage): Html {
  const { viewer, application, role, users } = page;
  const { dates, portal } = viewer.frame.texts;
  const { collaborators: texts } = portal;
  return rowList([
    { title: name(`@${application.ownerScreenName}`), lines: [texts.roles.owner] },
    ...users.map((one) => ({
      title: name(`@${one.screenName}`),
      id: `user-${one.userId}`,
      lines: [
        dotted(
          texts.roles[one.role],
          !one.accepted && texts.invited,
          !one.accepted &&
            html`${texts.until} ${day(dates, one.invitedAt + applicationInvitationMs)}`,
        ),
      ],
      actions: role === "owner" && changeForm(page, one),
    })),
  ]);
}

/** Who was removed may have been emailed by then, so it isn't undone: the first press only shows what it does. */
function changeForm({ viewer, application }: CollaboratorsPage, one: Collaborator): Html {
  const { collaborators: texts } = viewer.frame.texts.portal;
  const other: CollaboratorRole = one.role === "editor" ? "viewer" : "editor";
  const end = texts.end[one.accepted ? "collaborator" : "invitation"];
  const id = `user-${one.userId}`;
  const form = (content: Html) =>
    html`<form method="post" action="/portal/applications/${application.id}/collaborators">
${csrfField(viewer.csrf)}
<input type="hidden" name="user" value="${one.userId}">
${content}
</form>`;
  const button = (change: string, text: string, look: "secondary" | "danger") =>
    html`<div class="actions"><button type="submit" class="${look}" name="change" value="${change}" aria-describedby="${id}">${text}</button></div>`;
  return html`${form(button(`make-${other}`, texts.makeRole[other], "secondary"))}
${rowFold(
  id,
  end.open,
  form(html`<p>${end.hint}</p>
${button("remove", end.submit, "danger")}`),
)}`;
}

function leaveForm({ viewer, application }: CollaboratorsPage): Html {
  const { collaborators: texts } = viewer.frame.texts.portal;
  return html`<p>${texts.leaveWhat}</p>
<form method="post" action="/portal/invitations">
${csrfField(viewer.csrf)}
<input type="hidden" name="application" value="${application.id}">
<div class="actions"><button type="submit" class="secondary" name="change" value="leave">${texts.leave}</button></div>
</form>`;
}

export type Invited = {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly input?: {
    readonly screenName: string;
    readonly role: CollaboratorRole | undefined;
    readonly problem?: InvitationProblem;
  };
  readonly reauthentication?: Reauthentication;
};

export function invitePage(invited: Invited): Html {
  const { viewer, application, input, reauthentication } = invited;
  const { title, notInvited } = viewer.frame.texts.portal.collaborators.invite;
  return applicationPart(viewer, application, {
    tab: "collaborators",
    title,
    main: html`${input?.problem ? markedAlert(viewer.frame, "problem", notInvited) : reauthenticationNotice(viewer, "problem", notInvited, reauthentication)}
${inviteForm(invited)}`,
  });
}

function inviteForm({ viewer, application, input, reauthentication }: Invited): Html {
  const { roles, invite: texts } = viewer.frame.texts.portal.collaborators;
  const problem = input?.problem && texts.problems[input.problem];
  const aboutRole = input?.problem === "no-role";
  return html`<form method="post" action="/portal/applications/${application.id}/collaborators" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="change" value="invite">
${userField({ label: texts.screenName, value: input?.screenName, problem: !aboutRole && problem })}
${choices({
  name: "role",
  label: texts.role,
  chosen: input?.role,
  options: collaboratorRoles.map((value) => ({
    value,
    label: roles[value],
    hint: texts.hints[value],
  })),
  problem: aboutRole && problem,
})}
${confirmPassword(viewer, reauthentication, "invite-password")}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>`;
}

export function editorConfirmationPage({
  viewer,
  application,
  collaborator,
  reauthentication,
}: {
  readonly viewer: Viewer;
  readonly application: Application;
  readonly collaborator: Pick<Collaborator, "userId" | "screenName">;
  readonly reauthentication: Reauthentication;
}): Html {
  const { confirm: texts } = viewer.frame.texts.portal.collaborators;
  return applicationPart(viewer, application, {
    tab: "collaborators",
    title: texts.title,
    keepsSent: true,
    main: html`${reauthentication.problem !== "missing" && reauthenticationNotice(viewer, "problem", texts.notChanged, reauthentication)}
<p>${phrase(texts.what(`@${collaborator.screenName}`))}</p>
<form method="post" action="/portal/applications/${application.id}/collaborators" novalidate>
${csrfField(viewer.csrf)}
<input type="hidden" name="user" value="${collaborator.userId}">
${confirmPassword(viewer, reauthentication)}
<div class="actions"><button type="submit" name="change" value="make-editor">${texts.submit}</button>${cancelLink(viewer, application, "collaborators")}</div>
</form>`,
  });
}
