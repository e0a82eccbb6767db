import { confirmEmail as confirm } from "../../actions/confirm-email.ts";
import type { Reply } from "../../endpoint.ts";
import { notUnderstood } from "../error-reply.ts";
import type { Form } from "../signed-in.ts";
import { type AdminPersonCall, askForProof, personDone } from "./person-page.ts";

/** Confirms the address that the operator saw, unless the person has changed it since. */
export async function confirmEmail(call: AdminPersonCall, form: Form): Promise<Reply> {
  const email = form.get("email") ?? "";
  if (email === "") return notUnderstood(call);
  const unproven = await askForProof(call, form);
  if (unproven !== undefined) return unproven;
  const { dependencies, user, auditContext } = call;
  const confirmed = await confirm(dependencies.ledger, { userId: user.id, email }, auditContext);
  return confirmed ? personDone(call, "email-confirmed") : notUnderstood(call);
}
