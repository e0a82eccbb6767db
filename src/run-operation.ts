/**
 * How every operation runs, and how every request to an operator's API is verified: TLS, size, credentials, policy,
 * limit, nonce, count, operation. The order matters:
 * - Nothing is decoded before its size is known. What counts by the client's address is counted first of all, so that a
 *   form beyond the limit is never read.
 * - Nothing counts for an application before its credentials hold, and nothing is done before it is counted.
 * - The limit is looked up before the nonce is spent and counted after: a replay must not use the limit up, and a
 *   request beyond it must neither fill the journal of nonces nor be counted.
 */
import type { Authentication, Caller } from "./authentication/authentication.ts";
import { type Incoming, refuseTooMany } from "./authentication/incoming.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Awaitable } from "./domain/awaitable.ts";
import type { Standing } from "./domain/limits.ts";
import type { Metered } from "./domain/ports/rate-meter.ts";
import { Refusal } from "./domain/refusals.ts";
import { requestIdHeader } from "./domain/refused-request.ts";
import type { Parameter } from "./endpoint.ts";
import {
  assertRoom,
  countCall,
  countsByAddress,
  findCount,
  LimitReached,
} from "./rate-limits/count-call.ts";
import { asRefusal, countRefusal } from "./refusal-reply.ts";

/** An `Endpoint` states what has to hold for a request; so does a request to an API that is to be verified. */
export interface Guarded<C extends Caller> {
  /** Empty for a request to an administrator's API. */
  readonly name: string;
  readonly caller: Authentication<C>;
  readonly reads: readonly Pick<Parameter, "name">[];
  readonly limit: Metered | undefined;
  /** Throws a `Refusal` if this caller may not do this, although the credentials hold. */
  readonly assertAllowed?: (caller: C) => void;
  /** It issues a token, which is counted. */
  readonly issues?: true;
  readonly produces?: string;
  /** The API's origin, if the request was not made to this service. */
  readonly origin?: string;
}

export type Outcome<Result> = {
  readonly standing: Standing | undefined;
} & (
  | { readonly result: Result; readonly rejection: undefined }
  | {
      readonly rejection: Refusal;
      readonly headers: Readonly<Record<string, string>>;
    }
);

export async function runOperation<C extends Caller, Result>(
  incoming: Incoming,
  guarded: Guarded<C>,
  dependencies: Dependencies,
  operate: (caller: C) => Awaitable<Result>,
): Promise<Outcome<Result>> {
  const { limit } = guarded;
  const countsFirst = limit !== undefined && countsByAddress(limit);
  let standing: Standing | undefined;
  let admitted: C | undefined;
  try {
    if (!incoming.secure && dependencies.origins[0].startsWith("https:")) {
      throw new Refusal("sslRequired");
    }
    if (countsFirst) standing = await countCall(findCount(limit, {}, incoming), dependencies);
    refuseTooMany(incoming);
    const reads = guarded.reads.map(({ name }) => name);
    const { caller, spend } = await guarded.caller.prove(incoming, reads, dependencies);
    guarded.assertAllowed?.(caller);
    const count = countsFirst ? undefined : findCount(limit, caller, incoming);
    await assertRoom(count, dependencies);
    await spend?.();
    if (count !== undefined) standing = await countCall(count, dependencies);
    admitted = caller;
    const result = await operate(caller);
    countUsage(guarded, caller, dependencies);
    return { result, standing, rejection: undefined };
  } catch (error) {
    const left = error instanceof LimitReached ? error.standing : standing;
    return { ...(await reject(error, incoming, guarded, admitted, dependencies)), standing: left };
  }
}

/** Credentials that an operation itself finds wrong are not the caller's own. */
async function reject<C extends Caller>(
  error: unknown,
  incoming: Incoming,
  guarded: Guarded<C>,
  admitted: C | undefined,
  dependencies: Dependencies,
): Promise<{ readonly rejection: Refusal; readonly headers: Readonly<Record<string, string>> }> {
  const { refused, usage, clock } = dependencies;
  const found = asRefusal(error, incoming.id);
  noteUnproven(found, guarded.name, dependencies);
  const rejection = admitted ? found : await countRefusal(found, incoming, dependencies);
  const provenAs = admitted ? admitted.applicationId : found.more.provenAs;
  usage.count(provenAs, `refused ${rejection.row.code}`, clock());
  const more = { operation: guarded.name, origin: guarded.origin, provenAs };
  const isKept = guarded.produces !== "page" && refused.offer(incoming, rejection, more);
  return { rejection, headers: isKept ? { [requestIdHeader]: incoming.id } : {} };
}

/** Pages and pictures do not count as requests of an application. */
function countUsage(
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
function noteUnproven(
  { more: { unproven } }: Refusal,
  operation: string,
  dependencies: Dependencies,
): void {
  if (unproven === undefined) return;
  const { consumerKey, cause } = unproven;
  dependencies.unproven.note(consumerKey, { at: dependencies.clock(), cause, operation });
}
