import { revokeAccess as revoke } from "../../actions/revoke-access.ts";
import { type ApplicationId, idFrom } from "../../domain/credentials.ts";
import type { Reply } from "../../endpoint.ts";
import { sessionsEnded } from "../../events/sign-in.ts";
import { type Form, notUnderstood } from "../signed-in.ts";
import { type AdminPersonCall, personDone } from "./person-page.ts";

/** All of theirs; or, as nobody else has this one, all of one's own but this. */
export async function endSessions(call: AdminPersonCall): Promise<Reply> {
  const { dependencies, user, session, auditContext } = call;
  await dependencies.ledger.endOtherSessions(
    { userId: user.id, digest: session.digest },
    sessionsEnded(auditContext, user.id, "others"),
  );
  return personDone(call, "sessions-ended");
}

/** What the person granted one application. */
export async function revokeAccess(call: AdminPersonCall, form: Form): Promise<Reply> {
  const { dependencies, user, auditContext } = call;
  const applicationId = idFrom<ApplicationId>(form.get("application_id"));
  if (applicationId === undefined) return notUnderstood(call);
  await revoke(dependencies.ledger, { applicationId, userId: user.id }, auditContext);
  return personDone(call, "access-revoked");
}
