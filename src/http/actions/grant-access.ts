import type { AccessLevel } from "../../domain/access.ts";
import type { GrantedAccess } from "../../domain/access-token.ts";
import type { Application } from "../../domain/application.ts";
import type { AuditContext } from "../../domain/audit.ts";
import { mintAccessTokenCandidate, type UserId } from "../../domain/credentials.ts";
import type { Dependencies } from "../../verification/dependencies.ts";

/**
 * A user's access token for an application, without the consent page: the existing one, or a new one. Undefined if
 * the application is not registered for the level.
 */
export function grantWithoutAsking(
  { ledger, random }: Pick<Dependencies, "ledger" | "random">,
  { id: applicationId, requestEmail: emailGranted }: Application,
  { userId, access }: { readonly userId: UserId; readonly access: AccessLevel },
  by: AuditContext,
): Promise<GrantedAccess | undefined> {
  const candidate = mintAccessTokenCandidate(random);
  const grant = { applicationId, userId, access, emailGranted, candidate, now: by.at };
  return ledger.grantRegisteredAccess(grant, by);
}
