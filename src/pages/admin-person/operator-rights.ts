import { setOperator } from "../../actions/set-operator.ts";
import type { Reply } from "../../endpoint.ts";
import { notFound, notUnderstood } from "../error-reply.ts";
import type { Form } from "../signed-in.ts";
import { type AdminPersonCall, askForProof, isSelf, personDone } from "./person-page.ts";

export function makeOperator(call: AdminPersonCall, form: Form): Promise<Reply> {
  return change(call, form, true);
}

export function unmakeOperator(call: AdminPersonCall, form: Form): Promise<Reply> {
  return change(call, form, false);
}

async function change(call: AdminPersonCall, form: Form, isOperator: boolean): Promise<Reply> {
  if (isSelf(call)) return notUnderstood(call);
  const unproven = await askForProof(call, form);
  if (unproven !== undefined) return unproven;
  const { dependencies, user, auditContext } = call;
  const outcome = await setOperator(dependencies.ledger, user.id, isOperator, auditContext);
  if (outcome === "gone") return notFound(call);
  if (outcome === "last-operator") return notUnderstood(call);
  return personDone(call, isOperator ? "operator-made" : "operator-unmade");
}
