import { isBearerCaller } from "./authentication/bearer.ts";
import type { ApiCaller } from "./authentication/callers.ts";
import type { Dependencies } from "./dependencies.ts";
import type { VerificationRequest } from "./verification-request.ts";

/**
 * For how many seconds an API may accept requests like this one without asking again, although a revocation comes in
 * between. A signed request is never like another one: its nonce must be seen here. A limit must count each request.
 */
export function maxAgeOf(
  { limit }: Pick<VerificationRequest, "limit">,
  caller: ApiCaller,
  { config }: Pick<Dependencies, "config">,
): number {
  if (limit !== undefined || !isBearerCaller(caller) || caller.isConditional) return 0;
  return config.decisionMaxAge;
}
