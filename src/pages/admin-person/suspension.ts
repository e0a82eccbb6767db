import { restoreUser, suspendUser } from "../../actions/suspend.ts";
import { readReason } from "../../domain/operating.ts";
import type { Reply } from "../../endpoint.ts";
import { notUnderstood } from "../error-reply.ts";
import type { Form } from "../signed-in.ts";
import { type AdminPersonCall, askForProof, isSelf, personDone, showAgain } from "./person-page.ts";

export async function suspend(call: AdminPersonCall, form: Form): Promise<Reply> {
  if (isSelf(call)) return notUnderstood(call);
  const typed = form.get("reason") ?? "";
  const read = readReason(typed);
  if (!read.ok) return showAgain(call, { typed: { reason: typed, problem: read.problem } }, 422);
  const unproven = await askForProof(call, form);
  if (unproven !== undefined) return unproven;
  const { dependencies, user, auditContext } = call;
  const outcome = await suspendUser(dependencies.ledger, user.id, read.reason, auditContext);
  return outcome === "suspended" ? personDone(call, "suspended") : notUnderstood(call);
}

export async function restore(call: AdminPersonCall, form: Form): Promise<Reply> {
  const unproven = await askForProof(call, form);
  if (unproven !== undefined) return unproven;
  await restoreUser(call.dependencies.ledger, call.user.id, call.auditContext);
  return personDone(call, "restored");
}
