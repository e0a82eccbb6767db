import { waitingSchemes } from "../../domain/callback-schemes.ts";
import type { Reply } from "../../endpoint.ts";
import { schemeConfirmed } from "../../events/application.ts";
import { notUnderstood } from "../error-reply.ts";
import type { Form } from "../signed-in.ts";
import { type AdminApplicationCall, applicationDone, askForProof } from "./application-page.ts";

/** Only a waiting scheme can be confirmed, so nobody approves one that the owner has not registered. */
export async function confirmScheme(call: AdminApplicationCall, form: Form): Promise<Reply> {
  const { application, dependencies, auditContext } = call;
  const scheme = form.get("scheme") ?? "";
  const waiting = waitingSchemes(application.callbacks, application.confirmedSchemes);
  if (!waiting.includes(scheme)) return notUnderstood(call);
  const asked = await askForProof(call, form, (unproven) => ({ unproven, confirming: scheme }));
  if (asked !== undefined) return asked;
  await dependencies.ledger.confirmScheme(
    { applicationId: application.id, scheme },
    schemeConfirmed(auditContext, application.id, scheme),
  );
  return applicationDone(call, "scheme-confirmed");
}
