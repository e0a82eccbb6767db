import type { Reply } from "../../endpoint.ts";
import { bearerTokenRevoked } from "../../events/access.ts";
import type { Form } from "../signed-in.ts";
import { type AdminApplicationCall, applicationDone, askForProof } from "./application-page.ts";

/** Also ends the one that the previous consumer secret fetched. */
export async function endBearer(call: AdminApplicationCall, form: Form): Promise<Reply> {
  const asked = await askForProof(call, form, (unproven) => ({ unproven, endingBearer: true }));
  if (asked !== undefined) return asked;
  const { application, dependencies, auditContext } = call;
  await dependencies.ledger.revokeBearerTokenOf(
    application.id,
    bearerTokenRevoked(auditContext, application.id),
  );
  return applicationDone(call, "bearer-ended");
}
