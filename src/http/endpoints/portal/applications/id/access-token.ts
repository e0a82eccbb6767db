import { mintAccessTokenCandidate } from "../../../../../domain/credentials.ts";
import {
  accessMadePage,
  accessTokenPage,
} from "../../../../../pages/views/portal/applications/id/access-token.ts";
import { stalePage } from "../../../../../pages/views/portal/applications/id/credential-page.ts";
import type { ChangeReauthentication } from "../../../../../pages/views/viewer.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
  ifSuspended,
} from "../../../../browser/application-page.ts";
import type { Changing } from "../../../../browser/change.ts";
import { countChange } from "../../../../browser/count-change.ts";
import type { Form } from "../../../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. With their own token, an owner signs `POST oauth2/invalidate_token`. */
export const ownAccessToken = endpoint({
  name: "portal/applications/:id/access-token",
  paths: ["/portal/applications/:id/access-token"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Creates the owner's own access token, shown only once, and revokes it",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    fields: [
      {
        name: "replaces",
        required: false,
        meaning: "With create: when the displayed token was created, or none.",
      },
    ],
    show,
    changes: {
      create: {
        sensitive: true,
        read: async (call, form) => (await ifSuspended(call, show)) ?? form,
        ask: show,
        run: create,
      },
      revoke: { sensitive: false, run: revoke },
    },
  }),
});

async function create(call: Changing<ApplicationCall>, form: Form): Promise<Reply> {
  const { dependencies, session, application, viewer, auditContext, now } = call;
  const { id: applicationId, access, requestEmail } = application;
  await countChange("new-credentials", call);
  const { userId } = session;
  const replaces = form.get("replaces") === "none" ? undefined : Number(form.get("replaces"));
  const granted = await dependencies.ledger.regenerateAccess(
    {
      applicationId,
      userId,
      access,
      emailGranted: requestEmail,
      candidate: mintAccessTokenCandidate(dependencies.random),
      now,
      replaces,
    },
    auditContext,
  );
  if (granted === undefined) {
    return pageReply(stalePage({ viewer, application }, "access-token"), { status: 409 });
  }
  const { token, secret } = granted;
  const page = accessMadePage({ viewer, application, token, secret: secret.reveal() });
  return pageReply(page, { status: 201 });
}

async function revoke({
  dependencies,
  session,
  application,
  auditContext,
}: Changing<ApplicationCall>): Promise<Reply> {
  const grant = { applicationId: application.id, userId: session.userId };
  await dependencies.ledger.revokeAccess(grant, auditContext);
  return seeOther(`${hrefOf(application)}/access-token`);
}

async function show(
  { dependencies: { ledger }, session, viewer, application, now }: ApplicationCall,
  reauthentication?: ChangeReauthentication,
): Promise<Reply> {
  const { ownAccess } = await ledger.applicationKeys(
    { applicationId: application.id, userId: session.userId },
    now,
  );
  const { access, requestEmail } = application;
  const page = { viewer, application, access, requestEmail, keys: { ownAccess, now } };
  return pageReply(accessTokenPage({ ...page, ...(reauthentication && { reauthentication }) }));
}
