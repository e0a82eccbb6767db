import { maxApplications } from "../../../domain/application.ts";
import {
  collaboratorRoles,
  invitationPlace,
  isCollaboratorRole,
} from "../../../domain/collaborator.ts";
import { type ApplicationId, idFrom } from "../../../domain/credentials.ts";
import type { InvitationNote } from "../../../pages/languages/english/portal/collaborators.ts";
import { invitationsPage } from "../../../pages/views/portal/invitations.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import type { Changing } from "../../browser/change.ts";
import { notUnderstood } from "../../browser/error-pages.ts";
import { pageOf, pageSize } from "../../browser/paging.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const applicationInvitations = endpoint({
  name: "portal/invitations",
  paths: ["/portal/invitations"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Shows invitations and ownership offers, and accepts or declines them",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    fields: [
      { name: "application", required: true, meaning: "The application's ID." },
      {
        name: "role",
        required: false,
        meaning: "With accept and decline: the state that the invitation was displayed with.",
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

async function accept(call: Changing<ViewerCall>, form: Form): Promise<Reply> {
  const applicationId = idFrom<ApplicationId>(form.get("application"));
  if (applicationId === undefined) return notUnderstood(call);
  const { dependencies, session, auditContext } = call;
  const { ledger } = dependencies;
  const mine = { applicationId, userId: session.userId };
  const role = form.get("role") ?? "";
  if (role === "owner") {
    const outcome = await ledger.acceptOwnership({ ...mine, most: maxApplications }, auditContext);
    if (outcome !== "accepted") return show(call, outcome, { status: 409 });
    return seeOther(`/portal/applications/${applicationId}?owned`);
  }
  if (!isCollaboratorRole(role)) return notUnderstood(call);
  const accepted = await ledger.acceptInvitation({ ...mine, role }, auditContext);
  if (!accepted) return show(call, "gone", { status: 409 });
  return seeOther(`/portal/applications/${applicationId}?joined`);
}

async function decline(call: Changing<ViewerCall>, form: Form): Promise<Reply> {
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

async function leave(call: Changing<ViewerCall>, form: Form): Promise<Reply> {
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
  { incoming, dependencies, session, viewer, now }: ViewerCall,
  note: InvitationNote | undefined,
  answer?: Parameters<typeof pageReply>[1],
): Promise<Reply> {
  const page = { after: queryOf(incoming).get("after") ?? undefined, size: pageSize + 1 };
  const rows = await dependencies.ledger.applicationInvitations(session.userId, now, page);
  const { slice, nextHref } = pageOf(rows, "/portal/invitations", invitationPlace);
  return pageReply(invitationsPage({ viewer, invitations: slice, note, nextHref }), answer);
}

function noteIn({ incoming }: ViewerCall): InvitationNote | undefined {
  const query = queryOf(incoming);
  return (["declined", "left"] as const).find((one) => query.has(one));
}
