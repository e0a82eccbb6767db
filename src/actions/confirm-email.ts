import type { AuditContext } from "../domain/audit.ts";
import type { UserId } from "../domain/credentials.ts";
import type { People } from "../domain/ports/people.ts";
import { emailProven } from "../events/account.ts";

/** An operator vouches for the address that they saw. False if the user has another one by now. */
export function confirmEmail(
  ledger: Pick<People, "confirmEmail">,
  user: { readonly userId: UserId; readonly email: string },
  auditContext: AuditContext,
): Promise<boolean> {
  return ledger.confirmEmail(user, emailProven(auditContext, user.userId));
}
