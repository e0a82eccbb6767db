/**
 * The decision on a request to an administrator's API, which another server describes. Checks, their order, limits
 * and replay protection are those of this service's own operations, because the same code runs.
 */
import { isUnclearForm } from "#oauth1";
import { type AccessLevel, covers } from "../domain/access.ts";
import type { ApiLimit } from "../domain/api-limits.ts";
import { RequestError } from "../domain/errors.ts";
import type { RemainingQuota } from "../domain/limits.ts";
import { admitAll } from "../domain/ports/rate-limiter.ts";
import { isBearerCaller } from "./authentication/bearer.ts";
import { type ApiCaller, apiCallers } from "./authentication/callers.ts";
import { assertBody, type BodyState, bodyStateOf } from "./body.ts";
import { type Cause, causeOf } from "./cause.ts";
import type { Dependencies } from "./dependencies.ts";
import { type ErrorResponse, errorResponse } from "./error-response.ts";
import type { IdempotencyKeys } from "./idempotency-keys.ts";
import { quotaHeaders } from "./rate-limits/quotas.ts";
import { runOperation } from "./run-operation.ts";
import { BadRequest, UnknownOrigin, type VerificationRequest } from "./verification-request.ts";

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
export function decide(
  request: VerificationRequest,
  { dependencies, idempotencyKeys, decided }: Deciding,
): Promise<Decision> {
  return idempotencyKeys.once(request, dependencies.clock(), {
    async find() {
      const decision = await decideNow(request, dependencies);
      decided(entryOf(decision));
      return decision;
    },
    // The caller is the present one, because access and name may have changed since the first decision. Only
    // what the first request used up is kept: its place within the limit, and its ID in the log.
    async repeat(first, at) {
      if (!first.valid) return first;
      const now = await decideNow(request, repeating(dependencies, at));
      if (now.valid) return { ...first, caller: now.caller };
      decided(entryOf(now));
      return now;
    },
    // If a store failed, nothing was decided, and the next try can be.
    isFinal: (decision) => decision.valid || decision.rejection.row.status < 500,
  });
}

async function decideNow(
  request: VerificationRequest,
  dependencies: Dependencies,
): Promise<Decision> {
  const { incoming, origin } = request;
  const { id: decisionId } = incoming;
  const scoped = underOrigin(origin, dependencies);
  const caller = apiCallers[request.requires.context];
  const guarded = {
    name: "",
    origin,
    caller,
    reads: [],
    limit: limitNamed(request.limit, dependencies),
    assertAllowed: (by: ApiCaller) => assertAllowed(request, by),
  };
  const outcome = await runOperation(incoming, guarded, scoped, (by) => ({
    caller: verified(by),
    body: bodyStateOf(request, by),
  }));
  const { rejection, quota } = outcome;
  if (rejection === undefined) return { valid: true, ...outcome.result, quota, decisionId };
  const [realm] = dependencies.origins;
  const response = errorResponse(rejection, incoming.authorization, realm, caller);
  const headers = {
    ...response.headers,
    ...outcome.headers,
    ...(quota && quotaHeaders(quota)),
  };
  const cause = causeOf(rejection);
  return { valid: false, cause, rejection, response: { ...response, headers }, decisionId };
}

/** The first attempt has already spent the nonce, counted against limits and checked the timestamp. */
function repeating(dependencies: Dependencies, at: number): Dependencies {
  const { nonceStore, usage } = dependencies;
  return {
    ...dependencies,
    nonceStore: { ...nonceStore, remember: () => "first" },
    rateLimiter: admitAll,
    usage: { ...usage, count: () => {}, used: () => {} },
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

const scopes = new WeakMap<Dependencies, Map<string, Dependencies>>();

/** The service is the same, but checks the signature against the origin of the API only. */
function underOrigin(origin: string, dependencies: Dependencies): Dependencies {
  let known = scopes.get(dependencies);
  if (known === undefined) {
    known = new Map();
    scopes.set(dependencies, known);
  }
  const found = known.get(origin);
  if (found !== undefined) return found;
  assertKnownOrigin(origin, dependencies);
  const otherOrigins = dependencies.config.apiOrigins ?? [];
  const scoped: Dependencies = { ...dependencies, origins: [origin], otherOrigins };
  known.set(origin, scoped);
  return scoped;
}

/** Throws `UnknownOrigin`. */
export function assertKnownOrigin(origin: string, dependencies: Dependencies): void {
  const origins = apiOrigins(dependencies);
  if (origins.includes(origin)) return;
  throw new UnknownOrigin(
    `origin ${JSON.stringify(origin.slice(0, 300))} isn't a configured origin; the configured ones are ${origins.join(", ")} (COUNTERSIGN_API_ORIGINS)`,
  );
}

/** The administrator's APIs are called under these origins. */
export function apiOrigins({ config, origins }: Dependencies): readonly string[] {
  return config.apiOrigins ?? origins;
}

function limitNamed(name: string | undefined, { config }: Dependencies): ApiLimit | undefined {
  if (name === undefined) return undefined;
  const found = config.apiLimits.get(name);
  if (found !== undefined) return found;
  const names = [...config.apiLimits.keys()];
  throw new BadRequest(
    `unknown limit ${JSON.stringify(name)}; ${names.length === 0 ? "none are configured" : `configured: ${names.join(", ")}`} (COUNTERSIGN_API_LIMITS)`,
  );
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

function verified(caller: ApiCaller): VerifiedCaller {
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
