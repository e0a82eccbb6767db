import type { Dependencies } from "../dependencies.ts";
import type { AuditContext } from "../domain/audit.ts";
import type { LimitChanges } from "../domain/limits.ts";
import type { ApplicationLimits } from "../domain/operating.ts";
import { applicationLimitsChanged } from "../events/application.ts";

/**
 * Sets limits for one application, effective from the next request on. An empty object restores the defaults.
 * Returns false if the current limits are no longer `seen`.
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
