import type { AuditContext } from "../../domain/audit.ts";
import { mintAccessTokenCandidate, type RequestToken } from "../../domain/credentials.ts";
import type { RequestTokens } from "../../domain/ports/request-tokens.ts";
import { typedPin } from "../../domain/request-token.ts";
import type { Dependencies } from "../../verification/dependencies.ts";

/** RFC 5849 §2.3. The fifth wrong verifier ends the request token; "gone": it was ended, exchanged, or has expired. */
export function exchangeRequestToken(
  { ledger, random }: Pick<Dependencies, "ledger" | "random">,
  { token, verifier }: { readonly token: RequestToken; readonly verifier: string },
  auditContext: AuditContext,
): ReturnType<RequestTokens["exchangeRequestToken"]> {
  const candidate = mintAccessTokenCandidate(random);
  return ledger.exchangeRequestToken(
    { token, verifier: typedPin(verifier) ?? verifier, candidate, now: auditContext.at },
    auditContext,
  );
}
