import type { AuditContext } from "../../domain/audit.ts";
import { type ApplicationId, type BearerToken, mintBearerToken } from "../../domain/credentials.ts";
import type { Credentials } from "../../domain/ports/credentials.ts";
import type { Dependencies } from "../../verification/dependencies.ts";

type AuthenticatedBy = Parameters<Credentials["issueBearerToken"]>[0]["authenticatedBy"];

/**
 * Returns the application's one bearer token: the existing one, or else a new one (`isNew`). Returns undefined, and
 * nothing is issued, where `authenticatedBy` is no secret of the application any more or the application was deleted.
 */
export async function issueBearerToken(
  { ledger, random }: Pick<Dependencies, "ledger" | "random">,
  applicationId: ApplicationId,
  auditContext: AuditContext,
  authenticatedBy?: AuthenticatedBy,
): Promise<
  { readonly token: BearerToken; readonly isNew: boolean } | "suspended" | "unapproved" | undefined
> {
  const candidate = mintBearerToken(random);
  const token = await ledger.issueBearerToken(
    {
      applicationId,
      candidate,
      now: auditContext.at,
      ...(authenticatedBy !== undefined && { authenticatedBy }),
    },
    auditContext,
  );
  if (token === undefined || token === "suspended" || token === "unapproved") {
    return token as "suspended" | "unapproved" | undefined;
  }
  return { token: token as BearerToken, isNew: token === candidate };
}
