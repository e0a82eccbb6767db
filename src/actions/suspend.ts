/** Suspending and restoring people and applications, for the pages and the command line. */
import type { AuditContext } from "../domain/audit.ts";
import type { ApplicationId, UserId } from "../domain/credentials.ts";
import type { Reason } from "../domain/operating.ts";
import type { Applications } from "../domain/ports/applications.ts";
import type { People } from "../domain/ports/people.ts";
import { userRestored, userSuspended } from "../events/account.ts";
import { applicationRestored, applicationSuspended } from "../events/application.ts";

/**
 * The user sees the reason at the next sign-in. The last operator cannot be suspended. "gone": the account was deleted.
 */
export async function suspendUser(
  ledger: Pick<People, "suspendUser">,
  userId: UserId,
  reason: Reason,
  auditContext: AuditContext,
): Promise<"suspended" | "last-operator" | "gone"> {
  const event = userSuspended(auditContext, userId, reason);
  const outcome = await ledger.suspendUser(userId, reason, event);
  return outcome === "changed" ? "suspended" : outcome;
}

/**
 * `seen`: the reason of the suspension that the caller saw. Returns false if the user is not suspended, or not any more
 * for this reason.
 */
export function restoreUser(
  ledger: Pick<People, "restoreUser">,
  userId: UserId,
  auditContext: AuditContext,
  seen?: string,
): Promise<boolean> {
  return ledger.restoreUser(userId, userRestored(auditContext, userId), seen);
}

/** The owner sees the reason in the portal. Returns false if the application was deleted. */
export function suspendApplication(
  ledger: Pick<Applications, "suspendApplication">,
  applicationId: ApplicationId,
  reason: Reason,
  auditContext: AuditContext,
): Promise<boolean> {
  const event = applicationSuspended(auditContext, applicationId, reason);
  return ledger.suspendApplication(applicationId, reason, event);
}

/** As `restoreUser`. */
export function restoreApplication(
  ledger: Pick<Applications, "restoreApplication">,
  applicationId: ApplicationId,
  auditContext: AuditContext,
  seen?: string,
): Promise<boolean> {
  const event = applicationRestored(auditContext, applicationId);
  return ledger.restoreApplication(applicationId, event, seen);
}
