import type { AuditContext } from "../domain/audit.ts";
import type { ApplicationId, UserId } from "../domain/credentials.ts";
import type { Credentials } from "../domain/ports/credentials.ts";
import { accessRevoked } from "../events/access.ts";

/** Ends all that the user granted the application, from the next request on. False if there was no grant. */
export function revokeAccess(
  ledger: Pick<Credentials, "revokeAccess">,
  grant: { readonly applicationId: ApplicationId; readonly userId: UserId },
  auditContext: AuditContext,
): Promise<boolean> {
  return ledger.revokeAccess(grant, accessRevoked(auditContext, grant.applicationId, grant.userId));
}
