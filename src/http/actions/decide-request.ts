/** A user's decision on a request token, on the consent page or through the test server. */

import type { AuditContext } from "../../domain/audit.ts";
import { mintPin, mintVerifier, type UserId, type Verifier } from "../../domain/credentials.ts";
import { outOfBand, type RequestTokenRecord } from "../../domain/request-token.ts";
import type { Dependencies } from "../../verification/dependencies.ts";

export interface Approved {
  /** `pin`: the user types it into the application, because there is no callback. */
  readonly kind: "verifier" | "pin";
  readonly verifier: Verifier;
}

/**
 * `asked`: whether the user saw the consent page now. Otherwise the approval counts only while they hold a grant that
 * covers the request, and is "not-granted" without one. "too-late": the token was decided or expired meanwhile.
 * "unapproved": the application is not approved, and the user is not its owner.
 */
export async function approveRequest(
  { ledger, random }: Pick<Dependencies, "ledger" | "random">,
  { token, callback }: RequestTokenRecord,
  { userId, asked }: { readonly userId: UserId; readonly asked: boolean },
  auditContext: AuditContext,
): Promise<Approved | "too-late" | "not-granted" | "unapproved"> {
  const kind = callback === outOfBand ? "pin" : "verifier";
  const verifier = kind === "pin" ? mintPin(random) : mintVerifier(random);
  const outcome = await ledger.approveRequestToken(
    { token, userId, verifier, kind, now: auditContext.at, onlyIfGranted: !asked },
    auditContext,
  );
  return outcome === "approved" ? { kind, verifier } : outcome;
}

/** Returns false if the token was decided or expired meanwhile. */
export function cancelRequest(
  { ledger }: Pick<Dependencies, "ledger">,
  { token }: Pick<RequestTokenRecord, "token">,
  userId: UserId,
  auditContext: AuditContext,
): Promise<boolean> {
  return ledger.cancelRequestToken({ token, userId, now: auditContext.at }, auditContext);
}
