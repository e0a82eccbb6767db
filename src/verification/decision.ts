/**
 * The decision on a request to an administrator's API, which another server describes. Checks, their order, limits
 * and replay protection are those of this service's own operations, because `admit` runs them for both.
 */
import { isUnclearForm } from "#oauth1";
import { type AccessLevel, covers } from "../domain/access.ts";
import { RequestError } from "../domain/errors.ts";
import type { RemainingQuota } from "../domain/limits.ts";
import { admitAll } from "../domain/ports/rate-limiter.ts";
import type { SunsetInForce } from "../domain/sunset.ts";
import { isBearerCaller } from "./authentication/bearer.ts";
import { type ApiCaller, apiCallers } from "./authentication/callers.ts";
import { assertBody, type BodyState, bodyStateOf } from "./body.ts";
import { type Cause, causeOf } from "./cause.ts";
import { limitNamed, underOrigin } from "./configured-apis.ts";
import type { Dependencies } from "./dependencies.ts";
import { type ErrorResponse, errorResponse } from "./error-response.ts";
import type { IdempotencyKeys } from "./idempotency-keys.ts";
import { quotaHeaders } from "./rate-limits/quotas.ts";
import { addVerified, admit, type Guarded } from "./run-operation.ts";
import type { VerificationRequest } from "./verification-request.ts";

export interface VerifiedCaller {
  readonly context: "user" | "application";
  readonly userId?: string;
  readonly screenName?: string;
  readonly applicationId: string;
  readonly consumerKey: string;
  readonly access: AccessLevel;
}

export type Decision =
  | {
      readonly valid: true;
      readonly caller: VerifiedCaller;
      readonly body: BodyState;
      readonly quota: RemainingQuota | undefined;
      readonly sunset: SunsetInForce | undefined;
      /** In seconds. */
      readonly maxAge: number;
      readonly decisionId: string;
    }
  | {
      readonly valid: false;
      readonly cause: Cause;
      readonly rejection: RequestError;
      /** The response that the other server should send, byte for byte. */
      readonly response: ErrorResponse;
      readonly decisionId: string;
    };

export interface DecisionEntry {
  readonly decision: string;
  readonly valid: boolean;
  readonly applicationId?: string;
  readonly code?: number;
  readonly cause?: Cause;
}

export interface Deciding {
  readonly dependencies: Dependencies;
  readonly idempotencyKeys: IdempotencyKeys<Decision>;
  readonly decided: (entry: DecisionEntry) => void;
}

/** Throws `BadRequest` if an origin or a limit is not configured. A store that fails leads to a rejection, 503. */
export async function decide(
  request: VerificationRequest,
  { dependencies, idempotencyKeys, decided }: Deciding,
): Promise<Decision> {
  const { first, keep } = idempotencyKeys.claim(request, dependencies.clock());
  if (first === undefined) {
    const decision = await keep(decideNow(request, dependencies), isFinal);
    decided(entryOf(decision));
    return decision;
  }
  const firstDecision = await first.decision;
  if (!firstDecision.valid) return firstDecision;
  const present = await decideNow(request, repeating(dependencies, first.at));
  // The caller is the present one, because access and name may have changed since the first decision. Only what the
  // first request used up is kept: its place within the limit, and its ID in the log.
  if (present.valid) {
    const { caller, sunset, maxAge } = present;
    return { ...firstDecision, caller, sunset, maxAge };
  }
  decided(entryOf(present));
  return present;
}

/** If a store failed, nothing was decided, and the next try can be. */
function isFinal(decision: Decision): boolean {
  return decision.valid || decision.rejection.row.status < 500;
}

async function decideNow(
  request: VerificationRequest,
  dependencies: Dependencies,
): Promise<Decision> {
  const { incoming, origin, requires } = request;
  const { id: decisionId, authorization } = incoming;
  const scoped = underOrigin(origin, dependencies);
  const guarded: Guarded<ApiCaller> = {
    name: "",
    origin,
    caller: apiCallers[requires.context],
    reads: [],
    limit: limitNamed(request.limit, dependencies),
    cost: request.cost,
    assertAllowed: (caller) => assertAllowed(request, caller),
  };
  const admission = await admit(incoming, guarded, scoped);
  const { quota, sunset, rejection } = admission;
  if (rejection === undefined) {
    const verified = verifiedCaller(admission.result.caller);
    addVerified(incoming, guarded, admission, { access: verified.access }, dependencies);
    const body = bodyStateOf(request, admission.result.caller);
    // A brownout may begin meanwhile.
    const maxAge =
      sunset === undefined ? maxAgeOf(request, admission.result.caller, dependencies) : 0;
    return { valid: true, caller: verified, body, quota, sunset, maxAge, decisionId };
  }
  const response = errorResponse(rejection, authorization, dependencies.origins[0], guarded.caller);
  const headers = {
    ...response.headers,
    ...admission.headers,
    ...(quota && quotaHeaders(quota)),
    ...sunset?.headers,
  };
  const cause = causeOf(rejection);
  return { valid: false, cause, rejection, response: { ...response, headers }, decisionId };
}

function assertAllowed(request: VerificationRequest, by: ApiCaller): void {
  const { incoming, requires } = request;
  const { method, contentType } = incoming;
  // The API may read a form where this service read none, and its client would have signed no such form (T60). A bearer
  // token signs nothing.
  if (!isBearerCaller(by) && isUnclearForm(contentType)) {
    throw new RequestError("badAuthenticationData", {
      detail:
        "the Content-Type of a form is application/x-www-form-urlencoded, alone or with parameters",
      verifiedAs: by.applicationId,
    });
  }
  assertBody(request, by);
  const reads = method === "GET" || method === "HEAD";
  if (covers(accessOf(by), requires.access ?? (reads ? "read" : "write"))) return;
  throw new RequestError("accessTypeTooHigh", { verifiedAs: by.applicationId });
}

/** An application on its own behalf has its registered level. */
function accessOf(caller: ApiCaller): AccessLevel {
  if (isBearerCaller(caller)) return caller.access;
  return "access" in caller ? caller.access.access : caller.consumer.access;
}

function verifiedCaller(caller: ApiCaller): VerifiedCaller {
  const access = accessOf(caller);
  if (isBearerCaller(caller)) {
    const { applicationId, consumerKey } = caller;
    return { context: "application", applicationId, consumerKey, access };
  }
  const { applicationId, consumerKey } = caller.consumer;
  if (!("access" in caller)) return { context: "application", applicationId, consumerKey, access };
  const { id: userId, screenName } = caller.access.user;
  return { context: "user", userId, screenName, applicationId, consumerKey, access };
}

/** The first attempt has already spent the nonce, counted against limits and checked the timestamp. */
function repeating(dependencies: Dependencies, at: number): Dependencies {
  const { nonceStore, usage } = dependencies;
  return {
    ...dependencies,
    nonceStore: { ...nonceStore, remember: () => "first" },
    rateLimiter: admitAll,
    usage: { ...usage, used: () => {} },
    decidedRequests: { add: () => {} },
    clock: () => at,
  };
}

function entryOf(decision: Decision): DecisionEntry {
  const { valid, decisionId } = decision;
  if (valid) return { decision: decisionId, valid, applicationId: decision.caller.applicationId };
  const { cause, rejection } = decision;
  const { verifiedAs: applicationId } = rejection.more;
  const { code } = rejection.row;
  return {
    ...{ decision: decisionId, valid, code, cause },
    ...(applicationId !== undefined && { applicationId }),
  };
}

/**
 * For how many seconds an API may accept requests like this one without asking again, although a revocation comes in
 * between. Each signed request
 * has a nonce that must be spent here, and a limit must count each request.
 */
function maxAgeOf(
  { limit }: Pick<VerificationRequest, "limit">,
  caller: ApiCaller,
  { config }: Pick<Dependencies, "config">,
): number {
  if (limit !== undefined || !isBearerCaller(caller) || caller.isConditional) return 0;
  return config.decisionMaxAge;
}
