import type { Reply } from "../../endpoint.ts";
import { operatorChanged } from "../../events/operating.ts";
import { type Form, notUnderstood } from "../signed-in.ts";
import { type AdminPersonCall, askForProof, isSelf, personDone } from "./person-page.ts";

export function makeOperator(call: AdminPersonCall, form: Form): Promise<Reply> {
  return setOperator(call, form, true);
}

export function unmakeOperator(call: AdminPersonCall, form: Form): Promise<Reply> {
  return setOperator(call, form, false);
}

async function setOperator(call: AdminPersonCall, form: Form, isOperator: boolean): Promise<Reply> {
  if (isSelf(call)) return notUnderstood(call);
  const unproven = await askForProof(call, form);
  if (unproven !== undefined) return unproven;
  const { dependencies, user, auditContext } = call;
  const event = operatorChanged(auditContext, user.id, isOperator);
  const outcome = await dependencies.ledger.setOperator(user.id, isOperator, event);
  if (outcome !== "changed") return notUnderstood(call);
  return personDone(call, isOperator ? "operator-made" : "operator-unmade");
}
