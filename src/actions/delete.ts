/** What ends for good. */
import type { AuditContext } from "../domain/audit.ts";
import type { ApplicationId, UserId } from "../domain/credentials.ts";
import type { PasswordHash } from "../domain/password-hash.ts";
import type { Applications } from "../domain/ports/applications.ts";
import type { People } from "../domain/ports/people.ts";
import { userDeleted } from "../events/account.ts";
import { applicationDeleted } from "../events/application.ts";

/**
 * `passwordHash`: the password that was right, where the user deletes the account with it. The port says what prevents
 * it.
 */
export function deleteAccount(
  ledger: Pick<People, "deleteUser">,
  user: { readonly userId: UserId; readonly passwordHash?: PasswordHash },
  auditContext: AuditContext,
): ReturnType<People["deleteUser"]> {
  return ledger.deleteUser(user, userDeleted(auditContext, user.userId));
}

/** With every token that it holds. */
export function deleteApplication(
  ledger: Pick<Applications, "deleteApplication">,
  applicationId: ApplicationId,
  auditContext: AuditContext,
): Promise<void> {
  return ledger.deleteApplication(applicationId, applicationDeleted(auditContext, applicationId));
}
