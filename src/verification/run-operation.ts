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
import { RequestError } from "../domain/errors.ts";
import type { RemainingQuota } from "../domain/limits.ts";
import { parseBasicCredentials } from "../domain/oauth2.ts";
import type { Metered } from "../domain/ports/rate-limiter.ts";
import { requestIdHeader } from "../domain/rejected-request.ts";
import type { UsageKind } from "../domain/usage.ts";
import type { Authentication, Caller } from "./authentication/authentication.ts";
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

export type Outcome<Result> = { readonly quota: RemainingQuota | undefined } & (
  | { readonly result: Result; readonly rejection: undefined }
  | Rejection
);

export async function runOperation<C extends Caller, Result>(
  incoming: Incoming,
  guarded: Guarded<C>,
  dependencies: Dependencies,
  operate: (caller: C) => Awaitable<Result>,
): Promise<Outcome<Result>> {
  const admission = await admit(incoming, guarded, dependencies);
  if (admission.rejection !== undefined) return admission;
  const { result: caller, quota } = admission;
  try {
    const result = await operate(caller);
    countUsage(guarded, caller, dependencies);
    return { result, quota, rejection: undefined };
  } catch (error) {
    return { ...(await reject(error, incoming, guarded, caller, dependencies)), quota };
  }
}

/** Every check of a request, up to its count. The result is its caller. */
export async function admit<C extends Caller>(
  incoming: Incoming,
  guarded: Guarded<C>,
  dependencies: Dependencies,
): Promise<Outcome<C>> {
  const { limit } = guarded;
  const countsFirst = limit !== undefined && countsByAddress(limit);
  let quota: RemainingQuota | undefined;
  try {
    if (!incoming.secure && dependencies.origins[0].startsWith("https:")) {
      throw new RequestError("sslRequired");
    }
    if (countsFirst) quota = await countCall(findCount(limit, {}, incoming), dependencies);
    rejectTooMany(incoming);
    const reads = guarded.reads.map(({ name }) => name);
    const { caller, spend } = await guarded.caller.authenticate(incoming, reads, dependencies);
    guarded.assertAllowed?.(caller);
    const count = countsFirst ? undefined : findCount(limit, caller, incoming);
    await assertRoom(count, dependencies);
    await spend?.();
    if (count !== undefined) quota = await countCall(count, dependencies);
    return { result: caller, quota, rejection: undefined };
  } catch (error) {
    const left = error instanceof LimitReached ? error.quota : quota;
    return { ...(await reject(error, incoming, guarded, undefined, dependencies)), quota: left };
  }
}

/** Credentials that an operation itself finds wrong are not the caller's own. */
async function reject<C extends Caller>(
  error: unknown,
  incoming: Incoming,
  guarded: Guarded<C>,
  admitted: C | undefined,
  dependencies: Dependencies,
): Promise<Rejection> {
  const { rejected, clock } = dependencies;
  const found = asRequestError(error, incoming.id);
  noteFailedAuthentication(found, guarded.name, dependencies);
  const rejection = admitted ? found : await countRejection(found, incoming, dependencies);
  const verifiedAs = admitted ? admitted.applicationId : found.more.verifiedAs;
  const isPage = guarded.produces === "page";
  const isAuthenticated =
    found.more.failedAuthentication === undefined &&
    (verifiedAs !== undefined || admitted?.userId !== undefined);
  const kind: UsageKind = `${isAuthenticated ? "rejected" : "unauthenticated"} ${rejection.row.code}`;
  const now = clock();
  dependencies.usage.count(verifiedAs, kind, now);
  const named = verifiedAs === undefined && !isPage ? namedKey(incoming, found) : undefined;
  if (named !== undefined) dependencies.usage.countNamed(named, kind, now);
  const more = { operation: guarded.name, origin: guarded.origin, verifiedAs };
  const isKept = !isPage && rejected.offer(incoming, rejection, more);
  return { rejection, headers: isKept ? { [requestIdHeader]: incoming.id } : {} };
}

/** The consumer key that an unauthenticated request names, wherever it does. A key needs no percent-encoding. */
function namedKey(
  { authorization = "", query = "", form }: Incoming,
  { more: { failedAuthentication } }: RequestError,
): string | undefined {
  if (failedAuthentication !== undefined) return failedAuthentication.consumerKey;
  const signed = [authorization, query, form].map((text) => oauthKey.exec(text)?.[1]);
  return signed.find((key) => key !== undefined) ?? parseBasicCredentials(authorization)?.username;
}

const oauthKey = /\boauth_consumer_key="?([\w.~-]{4,100})(?![\w.~%-])/;

/** Pages and pictures do not count as requests of an application. */
export function countUsage(
  { issues }: Pick<Guarded<Caller>, "issues">,
  { applicationId }: Caller,
  { usage, clock }: Dependencies,
): void {
  if (applicationId === undefined) return;
  const now = clock();
  usage.count(applicationId, "verified", now);
  if (issues) usage.count(applicationId, "issued", now);
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
