import { queryOf } from "../../authentication/incoming.ts";
import { mostApplications } from "../../domain/application.ts";
import {
  collaboratorRoles,
  invitationPlace,
  isCollaboratorRole,
} from "../../domain/collaborator.ts";
import { type ApplicationId, idFrom } from "../../domain/credentials.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import type { InvitationNote } from "../../languages/english/portal/collaborators.ts";
import type { Changing } from "../../pages/change.ts";
import { notUnderstood } from "../../pages/error-reply.ts";
import { pageOf, pageSize } from "../../pages/paging.ts";
import type { Form, PersonCall } from "../../pages/person-call.ts";
import { forSignedIn } from "../../pages/signed-in.ts";
import { invitationsPage } from "../../views/portal/invitations.ts";

/** docs/reference/interface.md §15. */
export const applicationInvitations = endpoint({
  name: "portal/invitations",
  paths: ["/portal/invitations"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Shows which applications others invite a person to or offer them, and takes the answer",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    fields: [
      { name: "application", required: true, meaning: "The application's ID." },
      {
        name: "role",
        required: false,
        meaning: "With accept and decline: what the invitation was shown for.",
        values: ["owner", ...collaboratorRoles],
      },
    ],
    show: (call) => show(call, noteIn(call)),
    // The user accepts what the owner has offered, or gives something up.
    changes: {
      accept: { sensitive: false, run: accept },
      decline: { sensitive: false, run: decline },
      leave: { sensitive: false, run: leave },
    },
  }),
});

async function accept(call: Changing<PersonCall>, form: Form): Promise<Reply> {
  const applicationId = idFrom<ApplicationId>(form.get("application"));
  if (applicationId === undefined) return notUnderstood(call);
  const { dependencies, session, auditContext } = call;
  const { ledger } = dependencies;
  const mine = { applicationId, userId: session.userId };
  const role = form.get("role") ?? "";
  if (role === "owner") {
    const outcome = await ledger.acceptOwnership({ ...mine, most: mostApplications }, auditContext);
    if (outcome !== "accepted") return show(call, outcome, { status: 409 });
    return seeOther(`/portal/applications/${applicationId}?owned`);
  }
  if (!isCollaboratorRole(role)) return notUnderstood(call);
  const accepted = await ledger.acceptInvitation({ ...mine, role }, auditContext);
  if (!accepted) return show(call, "gone", { status: 409 });
  return seeOther(`/portal/applications/${applicationId}?joined`);
}

async function decline(call: Changing<PersonCall>, form: Form): Promise<Reply> {
  const applicationId = idFrom<ApplicationId>(form.get("application"));
  if (applicationId === undefined) return notUnderstood(call);
  const { dependencies, session, auditContext } = call;
  const { ledger } = dependencies;
  const mine = { applicationId, userId: session.userId };
  const ended =
    form.get("role") === "owner"
      ? await ledger.endOwnershipOffer(mine, auditContext)
      : await ledger.removeCollaborator(mine, auditContext);
  return ended ? seeOther("/portal/invitations?declined") : show(call, "gone", { status: 409 });
}

async function leave(call: Changing<PersonCall>, form: Form): Promise<Reply> {
  const applicationId = idFrom<ApplicationId>(form.get("application"));
  if (applicationId === undefined) return notUnderstood(call);
  const { dependencies, session, auditContext } = call;
  const left = await dependencies.ledger.removeCollaborator(
    { applicationId, userId: session.userId },
    auditContext,
  );
  return left ? seeOther("/portal/invitations?left") : show(call, "gone", { status: 409 });
}

async function show(
  { incoming, dependencies, session, person, now }: PersonCall,
  note: InvitationNote | undefined,
  answer?: Parameters<typeof pageReply>[1],
): Promise<Reply> {
  const page = { after: queryOf(incoming).get("after") ?? undefined, size: pageSize + 1 };
  const rows = await dependencies.ledger.applicationInvitations(session.userId, now, page);
  const { shown, nextHref } = pageOf(rows, "/portal/invitations", invitationPlace);
  return pageReply(invitationsPage({ person, invitations: shown, note, nextHref }), answer);
}

function noteIn({ incoming }: PersonCall): InvitationNote | undefined {
  const query = queryOf(incoming);
  return (["declined", "left"] as const).find((one) => query.has(one));
}
