/**
 * A POST with an `Idempotency-Key` changes something once. For a day, the same request gets the same response, from
 * every node. The key is claimed by the write that makes the change, in its transaction: what failed before has changed
 * nothing, and may be sent again with the same key, even if the process died.
 */
import type { IncomingMessage } from "node:http";
import {
  type AdminRequestClaim,
  adminRequestDigests,
  adminRequestIdentity,
  adminRequestMs,
  type ClaimedAdminRequest,
  maxAdminRequestMs,
  maxStoredRequests,
  maxStoredResponseBytes,
  type ResponseSubjects,
} from "../../../domain/admin-request.ts";
import type { ApiKey } from "../../../domain/api-key.ts";
import type { AuditContext } from "../../../domain/audit.ts";
import { OutcomeUnknown, StoreFailure } from "../../../domain/errors.ts";
import type { Dependencies } from "../../../verification/dependencies.ts";
import type { AdminOperation } from "../../operation/admin-operation.ts";
import { AdminProblem } from "../../operation/admin-problem.ts";
import type { InternalReply } from "../../operation/internal-endpoint.ts";
import { apiKeyIn } from "./admin-caller.ts";

interface Repeatable {
  readonly request: IncomingMessage;
  readonly operation: AdminOperation;
  readonly key: ApiKey;
  readonly bytes: Buffer;
  readonly by: AuditContext;
  readonly dependencies: Dependencies;
  readonly warn: (reason: string) => void;
}

interface Result {
  readonly reply: InternalReply;
  readonly about: ResponseSubjects;
}

/** `run` acts with the context that it is given. Throws 400, 409, 410, 422 or 429. */
export async function onceFor(
  call: Repeatable,
  run: (by: AuditContext) => Promise<Result>,
): Promise<InternalReply> {
  const { by, dependencies, warn } = call;
  const { ledger } = dependencies;
  const claim = claimOf(call);
  if (claim === undefined) return (await run(by)).reply;
  const earlier = await ledger.adminRequest(claim.digest);
  if (earlier !== undefined) return repeated(earlier, claim, call);
  await assertRoom(call);
  const { digest, attempt } = claim;
  try {
    const { reply, about } = await run({ ...by, claim });
    const end = { digest, attempt, reply: JSON.stringify(reply), about };
    await ledger.endAdminRequest(end).catch((error: unknown) => {
      warn(`the response to a repeatable request was not stored: ${error}`);
    });
    return reply;
  } catch (error) {
    const present = await claimAfter(error, digest, dependencies);
    if (present === undefined) throw error;
    if (present.attempt !== attempt) return repeated(present, claim, call);
    // What failed is what followed the change.
    if (error instanceof AdminProblem) throw error;
    throw new OutcomeUnknown(`after the change: ${error}`, { cause: error });
  }
}

/** Returns undefined if the call is not repeatable. Throws 400. */
function claimOf({ request, operation, key, bytes, dependencies }: Repeatable) {
  const { method, url, headers } = request;
  const given = headers["idempotency-key"];
  if (given === undefined || method !== "POST") return undefined;
  if (typeof given !== "string" || !/^[\x21-\x7e]{1,255}$/.test(given)) {
    const detail = "Idempotency-Key is 1 to 255 printable ASCII characters without spaces.";
    throw new AdminProblem("invalid-request", detail);
  }
  const secret = apiKeyIn(headers);
  if (operation.changesNothing || secret === undefined) return undefined;
  const target = [method, url, headers["content-type"]];
  const attempt = Buffer.from(dependencies.random(12)).toString("base64url");
  const digests = adminRequestDigests(secret, given, { target, bytes });
  return { ...digests, attempt, apiKeyId: key.id } satisfies AdminRequestClaim;
}

/** Calls that run at the same time may exceed the bounds together, each by its own response. Throws 429. */
async function assertRoom({ key, by, dependencies }: Repeatable): Promise<void> {
  const { rows, bytes, oldestAt = by.at } = await dependencies.ledger.storedAdminRequests(key.id);
  if (rows < maxStoredRequests && bytes < maxStoredResponseBytes) return;
  const seconds = Math.max(1, Math.ceil((oldestAt + adminRequestMs - by.at) / 1000));
  throw new AdminProblem(
    "too-many-idempotency-keys",
    `For a day, an API key can have up to ${maxStoredRequests} stored responses with ${maxStoredResponseBytes} bytes in total. Send the request without Idempotency-Key, use another API key, or wait as long as Retry-After says.`,
    { headers: { "retry-after": String(seconds) } },
  );
}

/**
 * The claim that there is after a failure; without one, nothing was changed. After an unknown commit, only the next
 * call can see it: the claim is there if the change is.
 */
async function claimAfter(
  error: unknown,
  digest: AdminRequestClaim["digest"],
  { ledger }: Dependencies,
): Promise<ClaimedAdminRequest | undefined> {
  if (error instanceof OutcomeUnknown) return undefined;
  try {
    return await ledger.adminRequest(digest);
  } catch (failure) {
    if (error instanceof AdminProblem || !(failure instanceof StoreFailure)) throw error;
    throw new OutcomeUnknown(`${error}; then: ${failure.message}`, { cause: error });
  }
}

async function repeated(
  earlier: ClaimedAdminRequest,
  { request, digest }: AdminRequestClaim,
  { operation, by, dependencies }: Repeatable,
): Promise<InternalReply> {
  if (earlier.request !== request) {
    throw new AdminProblem("idempotency-key-reused", "Every request needs its own key.");
  }
  if (earlier.isErased) {
    throw new AdminProblem(
      "response-erased",
      "The user or application that it is about was deleted. To make the change again, send the request with a new key.",
    );
  }
  const { reply, userId, applicationId } = earlier;
  if (reply === undefined) throw unfinished(earlier, by.at);
  if (operation.returnsSecret !== undefined) {
    await dependencies.ledger.record({
      ...by,
      name: "secret.returned-again",
      details: { kind: operation.returnsSecret },
      ...(userId !== undefined && { userId }),
      ...(applicationId !== undefined && { applicationId }),
    });
  }
  const opened = dependencies.keys.open(reply, adminRequestIdentity(digest)).reveal();
  const stored: InternalReply = JSON.parse(opened);
  return { ...stored, headers: { ...stored.headers, "idempotency-replayed": "true" } };
}

function unfinished({ begunAt }: ClaimedAdminRequest, now: number): AdminProblem {
  if (Math.abs(now - begunAt) < maxAdminRequestMs) {
    const headers = { "retry-after": "1" };
    return new AdminProblem("request-in-progress", "Wait as long as Retry-After says.", {
      headers,
    });
  }
  return new AdminProblem(
    "request-outcome-unknown",
    "It made its change, or a part of it. Read what is there. To make the change again, send the request with a new key.",
  );
}
