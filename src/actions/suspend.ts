/** Suspending and restoring people and applications: the pages and the command line both check the reason here. */
import type { AuditContext } from "../domain/audit.ts";
import type { ApplicationId, UserId } from "../domain/credentials.ts";
import { type ReasonProblem, reasonProblem } from "../domain/operating.ts";
import type { Applications } from "../domain/ports/applications.ts";
import type { People } from "../domain/ports/people.ts";
import { userRestored, userSuspended } from "../events/account.ts";
import { applicationRestored, applicationSuspended } from "../events/application.ts";

/** The user reads the reason at the next sign-in. The last operator cannot be suspended. */
export async function suspendUser(
  ledger: Pick<People, "suspendUser">,
  userId: UserId,
  reason: string,
  auditContext: AuditContext,
): Promise<"suspended" | "last-operator" | ReasonProblem> {
  const problem = reasonProblem(reason);
  if (problem !== undefined) return problem;
  const event = userSuspended(auditContext, userId, reason);
  const outcome = await ledger.suspendUser(userId, reason, event);
  return outcome === "changed" ? "suspended" : outcome;
}

export function restoreUser(
  ledger: Pick<People, "restoreUser">,
  userId: UserId,
  auditContext: AuditContext,
): Promise<void> {
  return ledger.restoreUser(userId, userRestored(auditContext, userId));
}

/** The owner reads the reason in the portal. */
export async function suspendApplication(
  ledger: Pick<Applications, "suspendApplication">,
  applicationId: ApplicationId,
  reason: string,
  auditContext: AuditContext,
): Promise<"suspended" | ReasonProblem> {
  const problem = reasonProblem(reason);
  if (problem !== undefined) return problem;
  const event = applicationSuspended(auditContext, applicationId, reason);
  await ledger.suspendApplication(applicationId, reason, event);
  return "suspended";
}

export function restoreApplication(
  ledger: Pick<Applications, "restoreApplication">,
  applicationId: ApplicationId,
  auditContext: AuditContext,
): Promise<void> {
  return ledger.restoreApplication(applicationId, applicationRestored(auditContext, applicationId));
}
