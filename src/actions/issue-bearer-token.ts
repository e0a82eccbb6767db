import type { Dependencies } from "../dependencies.ts";
import type { AuditContext } from "../domain/audit.ts";
import { type ApplicationId, type BearerToken, mintBearerToken } from "../domain/credentials.ts";
import type { Credentials } from "../domain/ports/credentials.ts";

type ProvedBy = Parameters<Credentials["issueBearerToken"]>[0]["provedBy"];

/**
 * The application's one bearer token: the one that stands, or else a new one (`isNew`). Undefined, and nothing is
 * issued, where `provedBy` is no secret of the application any more.
 */
export async function issueBearerToken(
  { ledger, random }: Pick<Dependencies, "ledger" | "random">,
  applicationId: ApplicationId,
  auditContext: AuditContext,
  provedBy?: ProvedBy,
): Promise<{ readonly token: BearerToken; readonly isNew: boolean } | undefined> {
  const candidate = mintBearerToken(random);
  const token = await ledger.issueBearerToken(
    { applicationId, candidate, now: auditContext.at, ...(provedBy !== undefined && { provedBy }) },
    auditContext,
  );
  return token === undefined ? undefined : { token, isNew: token === candidate };
}
