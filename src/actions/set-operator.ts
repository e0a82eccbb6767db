import type { AuditContext } from "../domain/audit.ts";
import type { UserId } from "../domain/credentials.ts";
import type { People } from "../domain/ports/people.ts";
import { operatorChanged } from "../events/operating.ts";

/** Makes a user an operator, or ends that. The last operator stays one. "gone": the account was deleted. */
export function setOperator(
  ledger: Pick<People, "setOperator">,
  userId: UserId,
  isOperator: boolean,
  auditContext: AuditContext,
): ReturnType<People["setOperator"]> {
  return ledger.setOperator(userId, isOperator, operatorChanged(auditContext, userId, isOperator));
}
