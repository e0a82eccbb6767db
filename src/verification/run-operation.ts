/**
 * How every operation runs, and how every request to an administrator's API is verified: TLS, size, credentials,
 * policy, limit, nonce, count, operation. The order matters:
 * - Nothing is decoded before its size is known. What counts by the client's address is counted first of all, so that a
 *   form beyond the limit is never read.
 * - Nothing counts against an application's limits before its credentials hold, and nothing is done before it is
 *   counted.
 * - The limit is looked up before the nonce is spent and counted after: a replay must not use the limit up, and a
 *   request beyond it must neither fill the journal of nonces nor be counted.
 */

import type { Awaitable } from "../domain/awaitable.ts";
import type { AccessToken, ApplicationCredential } from "../domain/credentials.ts";
import type { DecidedRequest } from "../domain/decided-request.ts";
import { RequestError } from "../domain/errors.ts";
import type { RemainingQuota } from "../domain/limits.ts";
import { requestIdHeader } from "../domain/logged-request.ts";
import { parseBasicCredentials } from "../domain/oauth2.ts";
import type { Metered } from "../domain/ports/rate-limiter.ts";
import type { SunsetInForce } from "../domain/sunset.ts";
import { noTraits, type TraitSet } from "../domain/trait.ts";
import type { Authenticated, Authentication, Caller } from "./authentication/authentication.ts";
import { type Incoming, rejectTooMany } from "./authentication/incoming.ts";
import type { Dependencies } from "./dependencies.ts";
import { asRequestError, countRejection } from "./error-response.ts";
import {
  assertRoom,
  countCall,
  countsByAddress,
  findCount,
  LimitReached,
} from "./rate-limits/count-call.ts";

/** An `Endpoint` states what has to hold for a request; so does a request to an API that is to be verified. */
export interface Guarded<C extends Caller> {
  /** Empty for a request to an administrator's API. */
  readonly name: string;
  readonly caller: Authentication<C>;
  readonly reads: readonly { readonly name: string }[];
  readonly limit: Metered | undefined;
  /** As how many requests it counts; 1 if it is undefined. */
  readonly cost?: number | undefined;
  /** Throws a `RequestError` if this caller may not do this, although the credentials hold. */
  readonly assertAllowed?: (caller: C) => void;
  /** It issues a token, which is counted. */
  readonly issues?: true;
  readonly produces?: string;
  /** The API's origin, if the request was not made to this service. */
  readonly origin?: string;
}

interface Rejection {
  readonly rejection: RequestError;
  readonly headers: Readonly<Record<string, string>>;
}

interface Success<Result> {
  readonly result: Result;
  readonly quota: RemainingQuota | undefined;
  /** For the headers of the response. */
  readonly sunset: SunsetInForce | undefined;
  readonly rejection: undefined;
}

export type Outcome<Result> =
  | Success<Result>
  | (Rejection & {
      readonly quota: RemainingQuota | undefined;
      readonly sunset: SunsetInForce | undefined;
    });

export async function runOperation<C extends Caller, Result extends { readonly status: number }>(
  incoming: Incoming,
  guarded: Guarded<C>,
  dependencies: Dependencies,
  operate: (caller: C) => Awaitable<Result>,
): Promise<Outcome<Result>> {
  const admission = await admit(incoming, guarded, dependencies);
  if (admission.rejection !== undefined) return admission;
  const { result: admitted, quota } = admission;
  try {
    const result = await operate(admitted.caller);
    addVerified(incoming, guarded, admission, { status: result.status }, dependencies);
    return { result, quota, sunset: admitted.sunset, rejection: undefined };
  } catch (error) {
    const noted = { ...admitted, quota };
    const rejected = await reject(error, incoming, guarded, noted, dependencies);
    return { ...rejected, quota, sunset: admitted.sunset };
  }
}

const none: readonly string[] = [];

/** Every check of a request, up to its count. */
export async function admit<C extends Caller>(
  incoming: Incoming,
  guarded: Guarded<C>,
  dependencies: Dependencies,
): Promise<Outcome<Authenticated<C>>> {
  const { limit } = guarded;
  const countsFirst = limit !== undefined && countsByAddress(limit);
  let quota: RemainingQuota | undefined;
  let authenticated: Authenticated<C> | undefined;
  try {
    if (!incoming.secure && dependencies.origins[0].startsWith("https:")) {
      throw new RequestError("sslRequired");
    }
    if (countsFirst) quota = await countCall(findCount(limit, {}, incoming), dependencies);
    rejectTooMany(incoming);
    const reads = guarded.reads.length === 0 ? none : guarded.reads.map(({ name }) => name);
    authenticated = await guarded.caller.authenticate(incoming, reads, dependencies);
    const { caller, spend } = authenticated;
    guarded.assertAllowed?.(caller);
    const count = countsFirst ? undefined : findCount(limit, caller, incoming, guarded.cost);
    if (count !== undefined) await assertRoom(count, dependencies);
    if (spend !== undefined) await spend();
    if (count !== undefined) quota = await countCall(count, dependencies);
    const { sunset } = authenticated;
    return { result: authenticated, quota, sunset, rejection: undefined };
  } catch (error) {
    const left = error instanceof LimitReached ? error.quota : quota;
    const { credential, token, traits } = authenticated ?? {};
    const noted = { credential, token, traits, quota: left };
    const rejected = await reject(error, incoming, guarded, noted, dependencies);
    const sunset = authenticated?.sunset ?? rejected.rejection.more.sunset;
    return { ...rejected, quota: left, sunset };
  }
}

/** The caller is there only if every check held. */
interface Admitted<C extends Caller> {
  readonly caller?: C;
  readonly credential?: ApplicationCredential | undefined;
  readonly token?: AccessToken | undefined;
  readonly traits?: TraitSet | undefined;
  readonly quota: RemainingQuota | undefined;
}

/** Credentials that an operation itself finds wrong are not the caller's own. */
async function reject<C extends Caller>(
  error: unknown,
  incoming: Incoming,
  guarded: Guarded<C>,
  admitted: Admitted<C>,
  dependencies: Dependencies,
): Promise<Rejection> {
  const { rejected, clock } = dependencies;
  const { caller, credential, token, traits, quota } = admitted;
  const found = asRequestError(error, incoming.id);
  noteFailedAuthentication(found, guarded.name, dependencies);
  const rejection = caller ? found : await countRejection(found, incoming, dependencies);
  const verifiedAs = caller ? caller.applicationId : found.more.verifiedAs;
  const isPage = guarded.produces === "page";
  const authenticated =
    found.more.failedAuthentication === undefined &&
    (verifiedAs !== undefined || caller?.userId !== undefined);
  dependencies.decidedRequests.add({
    request: incoming,
    operation: guarded.name,
    origin: guarded.origin,
    apiLimit: apiLimitOf(guarded),
    applicationId: verifiedAs,
    namedKey: verifiedAs === undefined && !isPage ? namedKeyOf(incoming, found) : undefined,
    userId: caller?.userId,
    credential: credential ?? found.more.credential,
    token,
    traits: traits ?? found.more.traits ?? noTraits,
    rejection,
    authenticated,
    issued: false,
    status: undefined,
    access: undefined,
    quota,
    at: clock(),
  });
  const { name: operation, origin } = guarded;
  const more = { operation, origin, verifiedAs, userId: caller?.userId, authenticated };
  const isKept = !isPage && rejected.offer(incoming, rejection, more);
  return { rejection, headers: isKept ? { [requestIdHeader]: incoming.id } : {} };
}

/** The consumer key that an unauthenticated request names, wherever it does. A key needs no percent-encoding. */
function namedKeyOf(
  { authorization = "", query = "", form }: Incoming,
  { more: { failedAuthentication } }: RequestError,
): string | undefined {
  if (failedAuthentication !== undefined) return failedAuthentication.consumerKey;
  const signed = [authorization, query, form].map((text) => oauthKey.exec(text)?.[1]);
  return signed.find((key) => key !== undefined) ?? parseBasicCredentials(authorization)?.username;
}

const oauthKey = /\boauth_consumer_key="?([\w.~-]{4,100})(?![\w.~%-])/;

/** Pages and pictures are not requests of an application. */
export function addVerified<C extends Caller>(
  incoming: Incoming,
  guarded: Guarded<C>,
  { result: { caller, credential, token, traits = noTraits }, quota }: Success<Authenticated<C>>,
  { status, access }: Partial<Pick<DecidedRequest, "status" | "access">>,
  { decidedRequests, clock }: Dependencies,
): void {
  const { applicationId, userId } = caller;
  if (applicationId === undefined) return;
  decidedRequests.add({
    request: incoming,
    operation: guarded.name,
    origin: guarded.origin,
    apiLimit: apiLimitOf(guarded),
    applicationId,
    namedKey: undefined,
    userId,
    credential,
    token,
    traits,
    rejection: undefined,
    authenticated: true,
    issued: guarded.issues === true,
    status,
    access,
    quota,
    at: clock(),
  });
}

function apiLimitOf({ limit }: Pick<Guarded<Caller>, "limit">): string | undefined {
  return typeof limit === "object" ? limit.name : undefined;
}

/** Notes the rejected request for the page of the application that it named, if any. */
function noteFailedAuthentication(
  { more: { failedAuthentication } }: RequestError,
  operation: string,
  dependencies: Dependencies,
): void {
  if (failedAuthentication === undefined) return;
  const { consumerKey, cause } = failedAuthentication;
  dependencies.failedAuthentications.note(consumerKey, {
    at: dependencies.clock(),
    cause,
    operation,
  });
}
