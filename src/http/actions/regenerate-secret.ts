import { type Overlap, overlaps } from "../../domain/application.ts";
import type { AuditContext } from "../../domain/audit.ts";
import { type ApplicationId, mintConsumerSecret, type Secret } from "../../domain/credentials.ts";
import type { Dependencies } from "../../verification/dependencies.ts";

/**
 * Replaces the consumer secret that was set at `replaces`; the old one keeps working for `overlap`. Returns
 * undefined and changes nothing if the application has another secret by now.
 */
export async function regenerateSecret(
  { ledger, random }: Pick<Dependencies, "ledger" | "random">,
  {
    applicationId,
    overlap,
    replaces,
  }: {
    readonly applicationId: ApplicationId;
    readonly overlap: Overlap;
    readonly replaces: number;
  },
  auditContext: AuditContext,
): Promise<{ readonly secret: Secret; readonly previousUntil: number } | undefined> {
  const secret = mintConsumerSecret(random);
  const now = auditContext.at;
  const previousUntil = now + overlaps[overlap];
  const regenerated = await ledger.regenerateConsumerSecret(
    { applicationId, secret, now, previousUntil, overlap, replaces },
    auditContext,
  );
  return regenerated ? { secret, previousUntil } : undefined;
}
