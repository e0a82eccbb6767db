import { readReason } from "../../domain/operating.ts";
import type { Reply } from "../../endpoint.ts";
import { identityRemoved } from "../../events/sign-in.ts";
import { notUnderstood } from "../error-reply.ts";
import type { Form } from "../signed-in.ts";
import { type AdminPersonCall, askForProof, isSelf, personDone, showAgain } from "./person-page.ts";

/** May remove the last way in. The reason is recorded, and the person is notified. */
export async function removeIdentity(call: AdminPersonCall, form: Form): Promise<Reply> {
  if (isSelf(call)) return notUnderstood(call);
  const [issuer = "", subject = ""] = [form.get("issuer"), form.get("subject")];
  const typed = form.get("reason") ?? "";
  const read = readReason(typed);
  const identity = { issuer, subject };
  if (!read.ok) {
    const removing = { ...identity, reason: typed, problem: read.problem };
    return showAgain(call, { removing }, 422);
  }
  const unproven = await askForProof(call, form);
  if (unproven !== undefined) return unproven;
  const { dependencies, user, auditContext } = call;
  const event = identityRemoved(auditContext, user.id, issuer, read.reason);
  const removed = await dependencies.ledger.removeIdentity({ userId: user.id, identity }, event);
  if (!removed) return notUnderstood(call);
  return personDone(call, "identity-removed");
}
