/** Limits of the operator's APIs: counted with the verdict on a request, for proven callers. */
import type { Caller } from "../authentication/authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import type { ApiLimit } from "../domain/api-limits.ts";
import { type Standing, secondsUntilReset } from "../domain/limits.ts";
import { Refusal } from "../domain/refusals.ts";
import { keyOf } from "./limit-key.ts";

/** Counts the call. Undefined if the limit does not apply to this caller, or nothing is limited. */
export async function countApiCall(
  limit: ApiLimit,
  caller: Caller,
  { rateMeter, ownLimits, clock }: Dependencies,
): Promise<Standing | undefined> {
  const key = keyOf(limit.per, caller);
  if (key === undefined) return undefined;
  return rateMeter.hit(limit, key, clock(), {
    allowed: ownLimits.of(caller.applicationId, limit.name),
  });
}

/** The caller's standing, without counting. */
export async function standingOfApi(
  limit: ApiLimit,
  caller: Caller,
  { rateMeter, ownLimits, clock }: Dependencies,
): Promise<Standing | undefined> {
  const key = keyOf(limit.per, caller);
  if (key === undefined) return undefined;
  return rateMeter.standing(limit, key, clock(), {
    allowed: ownLimits.of(caller.applicationId, limit.name),
  });
}

export function beyondApiLimit(
  standing: Standing,
  { applicationId }: Caller,
  now: number,
): Refusal {
  return new Refusal("rateLimited", {
    retryAfterSeconds: secondsUntilReset(standing, now),
    ...(applicationId !== undefined && { provenAs: applicationId }),
  });
}
