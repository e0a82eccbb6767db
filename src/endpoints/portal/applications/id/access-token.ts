import { revokeAccess } from "../../../../actions/revoke-access.ts";
import { browser } from "../../../../authentication/browser-session.ts";
import { mintAccessTokenCandidate } from "../../../../domain/credentials.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../endpoint.ts";
import { accessTokenIssued, accessTokenRegenerated } from "../../../../events/access.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
} from "../../../../pages/application-page.ts";
import { countChange } from "../../../../pages/count-change.ts";
import { notUnderstood } from "../../../../pages/error-reply.ts";
import { confirmingCode, confirmingPassword, csrf } from "../../../../pages/form-fields.ts";
import { proveIfAsked } from "../../../../pages/recent-sign-in.ts";
import type { Form } from "../../../../pages/signed-in.ts";
import {
  type AccessPage,
  accessMadePage,
  accessTokenPage,
} from "../../../../views/portal/applications/id/access-token.ts";
import { stalePage } from "../../../../views/portal/applications/id/credential-page.ts";

/**
 * docs/reference/interface.md §15. The owner's own access token, with which they sign `POST
 * oauth2/invalidate_token`.
 */
export const ownAccessToken = endpoint({
  name: "portal/applications/:id/access-token",
  paths: ["/portal/applications/:id/access-token"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Generates or regenerates the owner's own access token, shown this once, and revokes it",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    { name: "change", required: true, meaning: "What to do.", values: ["make", "revoke"] },
    {
      name: "replaces",
      required: false,
      meaning: "With make: since when the token stands that the form was shown for, or none.",
    },
    confirmingPassword,
    confirmingCode,
  ],
  produces: "page",
  ...forApplication({
    show: (call) => show(call),
    change(call, form) {
      switch (form.get("change")) {
        case "make":
          return make(call, form);
        case "revoke":
          return revoke(call);
        default:
          return notUnderstood(call);
      }
    },
  }),
});

async function make(call: ApplicationCall, form: Form): Promise<Reply> {
  const { dependencies, session, application, person, auditContext, now } = call;
  const { id: applicationId, access, requestEmail } = application;
  if (application.suspendedBecause !== undefined) return show(call, undefined, { status: 403 });
  const unproven = await proveIfAsked(call, form, "portal/applications/:id/access-token");
  if (unproven !== undefined) return show(call, { change: "make", unproven }, unproven);
  await countChange("new-credentials", call);
  const { userId } = session;
  const replaces = form.get("replaces") === "none" ? undefined : Number(form.get("replaces"));
  const happened = replaces === undefined ? accessTokenIssued : accessTokenRegenerated;
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
    happened(auditContext, applicationId, userId),
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
}: ApplicationCall): Promise<Reply> {
  const grant = { applicationId: application.id, userId: session.userId };
  await revokeAccess(dependencies.ledger, grant, auditContext);
  return seeOther(`${hrefOf(application)}/access-token`);
}

async function show(
  { dependencies: { ledger }, session, person, application, now }: ApplicationCall,
  refused?: AccessPage["refused"],
  answer?: Parameters<typeof pageReply>[1],
): Promise<Reply> {
  const { ownAccess } = await ledger.applicationKeys(
    { applicationId: application.id, userId: session.userId },
    now,
  );
  const { access, requestEmail } = application;
  const page = { person, application, access, requestEmail, keys: { ownAccess, now } };
  return pageReply(accessTokenPage(refused ? { ...page, refused } : page), answer);
}
