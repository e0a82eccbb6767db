import { mintAccessTokenCandidate } from "../../../../domain/credentials.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../endpoint.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
  ifSuspended,
} from "../../../../pages/application-page.ts";
import type { Changing } from "../../../../pages/change.ts";
import { countChange } from "../../../../pages/count-change.ts";
import type { Form } from "../../../../pages/person-call.ts";
import type { UnprovenChange } from "../../../../views/person.ts";
import {
  accessMadePage,
  accessTokenPage,
} from "../../../../views/portal/applications/id/access-token.ts";
import { stalePage } from "../../../../views/portal/applications/id/credential-page.ts";

/** docs/reference/interface.md §15. With their own token, an owner signs `POST oauth2/invalidate_token`. */
export const ownAccessToken = endpoint({
  name: "portal/applications/:id/access-token",
  paths: ["/portal/applications/:id/access-token"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Generates or regenerates the owner's own access token, shown this once, and revokes it",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    fields: [
      {
        name: "replaces",
        required: false,
        meaning: "With make: since when the token stands that the form was shown for, or none.",
      },
    ],
    show,
    changes: {
      make: {
        sensitive: true,
        read: async (call, form) => (await ifSuspended(call, show)) ?? form,
        ask: show,
        run: make,
      },
      revoke: { sensitive: false, run: revoke },
    },
  }),
});

async function make(call: Changing<ApplicationCall>, form: Form): Promise<Reply> {
  const { dependencies, session, application, person, auditContext, now } = call;
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
    return pageReply(stalePage({ person, application }, "access-token"), { status: 409 });
  }
  const { token, secret } = granted;
  const page = accessMadePage({ person, application, token, secret: secret.reveal() });
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
  { dependencies: { ledger }, session, person, application, now }: ApplicationCall,
  unproven?: UnprovenChange,
): Promise<Reply> {
  const { ownAccess } = await ledger.applicationKeys(
    { applicationId: application.id, userId: session.userId },
    now,
  );
  const { access, requestEmail } = application;
  const page = { person, application, access, requestEmail, keys: { ownAccess, now } };
  return pageReply(accessTokenPage({ ...page, ...(unproven && { unproven }) }));
}
