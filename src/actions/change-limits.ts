import type { Dependencies } from "../dependencies.ts";
import type { AuditContext } from "../domain/audit.ts";
import type { ApplicationLimits } from "../domain/operating.ts";
import { applicationLimitsChanged } from "../events/application.ts";

/** Gives an application limits of its own, in force from the next request on. An empty object returns to the table's. */
export async function changeLimits(
  { ledger, ownLimits }: Pick<Dependencies, "ledger" | "ownLimits">,
  change: ApplicationLimits,
  auditContext: AuditContext,
): Promise<void> {
  const event = applicationLimitsChanged(auditContext, change.applicationId, change.limits);
  await ledger.changeApplicationLimits(change, event);
  ownLimits.changed(change);
}
