import { restoreUser, suspendUser } from "../../actions/suspend.ts";
import { readReason } from "../../domain/operating.ts";
import { isOutdated } from "../../domain/seen.ts";
import type { Reply } from "../../endpoint.ts";
import { suspensionSeen } from "../../views/admin/suspension.ts";
import { notFound, notUnderstood } from "../error-reply.ts";
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
  if (outcome === "gone") return notFound(call);
  return outcome === "suspended" ? personDone(call, "suspended") : notUnderstood(call);
}

/** Lifts the suspension that the operator saw, unless the person was suspended for another reason since. */
export async function restore(call: AdminPersonCall, form: Form): Promise<Reply> {
  const { dependencies, user, auditContext } = call;
  if (user.suspendedBecause === undefined) return personDone(call, "restored");
  if (isOutdated(form, suspensionSeen(user))) return suspendedSince(call);
  const unproven = await askForProof(call, form);
  if (unproven !== undefined) return unproven;
  const { ledger } = dependencies;
  const restored = await restoreUser(ledger, user.id, auditContext, user.suspendedBecause);
  return restored ? personDone(call, "restored") : suspendedSince(call);
}

async function suspendedSince(call: AdminPersonCall): Promise<Reply> {
  const user = await call.dependencies.ledger.userById(call.user.id);
  if (user === undefined) return notFound(call);
  return showAgain({ ...call, user }, { suspendedSince: true }, 409);
}
