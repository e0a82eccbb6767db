/**
 * A POST with an `Idempotency-Key` runs once. For a day, the same request gets the same response, also from another
 * node; only a problem of the caller (4xx) frees the key, because nothing was changed then.
 */
import type { IncomingMessage } from "node:http";
import { type EarlierAdminRequest, maxAdminRequestMs } from "../../../domain/admin-request.ts";
import type { ApiKey } from "../../../domain/api-key.ts";
import type { AuditContext } from "../../../domain/audit.ts";
import { type TokenDigest, tokenDigest } from "../../../domain/credentials.ts";
import { AdminProblem, adminProblems } from "../../../verification/admin-problem.ts";
import type { Dependencies } from "../../../verification/dependencies.ts";
import type { InternalReply } from "../../../verification/internal-endpoint.ts";

interface Repeatable {
  readonly request: IncomingMessage;
  readonly key: ApiKey;
  readonly bytes: Buffer;
  readonly by: AuditContext;
  readonly dependencies: Dependencies;
  readonly warn: (reason: string) => void;
}

/** Throws 400, 409 or 422. */
export async function onceFor(
  call: Repeatable,
  run: () => Promise<InternalReply>,
): Promise<InternalReply> {
  const { request, key, dependencies, by } = call;
  const given = request.headers["idempotency-key"];
  if (given === undefined || request.method !== "POST") return run();
  if (typeof given !== "string" || !/^[\x21-\x7e]{1,255}$/.test(given)) {
    const detail = "Idempotency-Key is 1 to 255 printable ASCII characters without spaces.";
    throw new AdminProblem("invalid-request", detail);
  }
  const { ledger } = dependencies;
  const digest = tokenDigest(`${key.id} ${given}`);
  const sent = sentDigest(call);
  const begun = await ledger.beginAdminRequest({ digest, request: sent, begunAt: by.at });
  if (begun !== "begun") return repeated(begun, sent, by.at);
  try {
    const reply = await run();
    await ledger.endAdminRequest(digest, JSON.stringify(reply)).catch((error: unknown) => {
      call.warn(`the response to a repeatable request was not stored: ${error}`);
    });
    return reply;
  } catch (error) {
    if (error instanceof AdminProblem && adminProblems[error.problem].status < 500) {
      await ledger.forgetAdminRequest(digest);
    }
    throw error;
  }
}

function repeated(earlier: EarlierAdminRequest, sent: TokenDigest, now: number): InternalReply {
  if (earlier.request !== sent) {
    throw new AdminProblem("idempotency-key-reused", "Every request needs its own key.");
  }
  if (earlier.reply !== undefined) {
    const reply: InternalReply = JSON.parse(earlier.reply);
    return { ...reply, headers: { ...reply.headers, "idempotency-replayed": "true" } };
  }
  if (Math.abs(now - earlier.begunAt) < maxAdminRequestMs) {
    const headers = { "retry-after": "1" };
    throw new AdminProblem("request-in-progress", "Wait as long as Retry-After says.", { headers });
  }
  throw new AdminProblem(
    "request-outcome-unknown",
    "Check whether the change was made. If not, send the request with a new key.",
  );
}

function sentDigest({ request, bytes }: Repeatable): TokenDigest {
  const { method, url, headers } = request;
  return tokenDigest(
    JSON.stringify([method, url, headers["content-type"], bytes.toString("base64")]),
  );
}
