import type { Dependencies } from "../dependencies.ts";
import type { AuditContext } from "../domain/audit.ts";
import type { LimitChanges } from "../domain/limits.ts";
import type { ApplicationLimits } from "../domain/operating.ts";
import { applicationLimitsChanged } from "../events/application.ts";

/**
 * Gives an application limits of its own, in force from the next request on. An empty object returns to the table's. False
 * where they are other than `seen` by now.
 */
export async function changeLimits(
  { ledger, ownLimits }: Pick<Dependencies, "ledger" | "ownLimits">,
  change: ApplicationLimits & { readonly seen?: LimitChanges },
  auditContext: AuditContext,
): Promise<boolean> {
  const event = applicationLimitsChanged(auditContext, change.applicationId, change.limits);
  if (!(await ledger.changeApplicationLimits(change, event))) return false;
  ownLimits.changed(change);
  return true;
}
