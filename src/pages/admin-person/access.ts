import { revokeAccess as revoke } from "../../actions/revoke-access.ts";
import { type ApplicationId, idFrom } from "../../domain/credentials.ts";
import type { Reply } from "../../endpoint.ts";
import { sessionsEnded } from "../../events/sign-in.ts";
import { notUnderstood } from "../error-reply.ts";
import type { Form } from "../signed-in.ts";
import { type AdminPersonCall, personDone } from "./person-page.ts";

/** Ends all sessions of the person; for the operator's own account, all except the current one. */
export async function endSessions(call: AdminPersonCall): Promise<Reply> {
  const { dependencies, user, session, auditContext } = call;
  await dependencies.ledger.endOtherSessions(
    { userId: user.id, digest: session.digest },
    sessionsEnded(auditContext, user.id, "others"),
  );
  return personDone(call, "sessions-ended");
}

/** Revokes what the person granted to one application. */
export async function revokeAccess(call: AdminPersonCall, form: Form): Promise<Reply> {
  const { dependencies, user, auditContext } = call;
  const applicationId = idFrom<ApplicationId>(form.get("application_id"));
  if (applicationId === undefined) return notUnderstood(call);
  await revoke(dependencies.ledger, { applicationId, userId: user.id }, auditContext);
  return personDone(call, "access-revoked");
}
