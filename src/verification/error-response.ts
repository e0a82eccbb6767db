/** An error as JSON, for an API client; `http/operation/rejection-reply.ts` shows it on a page. */
import {
  OutcomeUnknown,
  RequestError,
  type RequestErrorName,
  StoreFailure,
} from "../domain/errors.ts";
import { isBearerScheme } from "../domain/oauth2.ts";
import type { Authentication, Caller } from "./authentication/authentication.ts";
import { isBasicScheme } from "./authentication/basic.ts";
import type { Incoming } from "./authentication/incoming.ts";
import type { Dependencies } from "./dependencies.ts";
import { countFailedAuthentication } from "./rate-limits/count-call.ts";

export const commonHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
} as const;

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The challenge of an error response depends on it. */
type Accepting = Pick<Authentication<Caller>, "accepts">;

export function asRequestError(error: unknown, requestId: string): RequestError {
  if (error instanceof RequestError) return error;
  if (error instanceof OutcomeUnknown) {
    return new RequestError("outcomeUnknown", { reason: error.message });
  }
  if (error instanceof StoreFailure)
    return new RequestError("overCapacity", { reason: error.message });
  return new RequestError("internalError", {
    detail: `request ${requestId}`,
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
}

/** Returns the rejection for the response. An error of the rate limiter becomes one too. */
export async function countRejection(
  rejection: RequestError,
  incoming: Pick<Incoming, "id" | "address">,
  dependencies: Dependencies,
): Promise<RequestError> {
  try {
    return await countFailedAuthentication(rejection, incoming, dependencies);
  } catch (error) {
    return asRequestError(error, incoming.id);
  }
}

/** Leaves out Strict-Transport-Security, which is for the other server's administrator to decide. */
export function errorResponse(
  rejection: RequestError,
  authorization: string | undefined,
  realm: string,
  caller?: Accepting,
): ErrorResponse {
  const endpoint = caller && { caller };
  const { status, headers, body } = errorJson(rejection, authorization, realm, endpoint);
  const type = "application/json; charset=utf-8";
  return { status, headers: { "content-type": type, ...commonHeaders, ...headers }, body };
}

/** `realm` is for the challenge of a 401. */
export function errorJson(
  rejection: RequestError,
  authorization: string | undefined,
  realm: string,
  endpoint?: { readonly caller: Accepting; readonly errorsAsOAuth2?: true },
): ErrorResponse & { readonly type: "json" } {
  const headers = errorHeaders(rejection, authorization, realm, endpoint);
  const { status, code, oauth2 } = rejection.row;
  const errors = [{ code, message: rejection.message }];
  const body = endpoint?.errorsAsOAuth2
    ? { error: oauth2 ?? "invalid_request", error_description: inAscii(rejection.message), errors }
    : { errors };
  return { status, type: "json", body: JSON.stringify(body), headers };
}

export function errorHeaders(
  rejection: RequestError,
  authorization: string | undefined,
  realm: string,
  endpoint: { readonly caller: Accepting } | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const { allow, retryAfterSeconds = rejection.row.retryAfterSeconds } = rejection.more;
  if (rejection.row.status === 401) {
    const accepts = endpoint?.caller.accepts ?? [];
    const all = challenged(rejection.rejection, accepts);
    headers["www-authenticate"] =
      all.map((one) => `${one} realm="${realm}"`).join(", ") ||
      challenge(authorization, realm, accepts);
  }
  // RFC 9110 §15.5.16.
  if (rejection.rejection === "encodedBody") headers["accept-encoding"] = "identity";
  if (allow !== undefined) headers.allow = allow.join(", ");
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  return headers;
}

/** Only a signature covers a body, so the response to a bearer token requires one. */
function challenged(name: RequestErrorName, accepts: readonly string[]): readonly string[] {
  if (name === "noCredentials") return accepts;
  return name === "wrongBody" ? ["OAuth"] : [];
}

/** RFC 9110 §11.6.1. It never has `oauth_problem`, because some clients raise an error on it. */
function challenge(
  authorization: string | undefined,
  realm: string,
  [first]: readonly string[],
): string {
  if (first === "Basic" || isBasicScheme(authorization)) {
    return `Basic realm="${realm}"`;
  }
  if (authorization !== undefined && isBearerScheme(authorization)) {
    return 'Bearer error="invalid_token"';
  }
  return `OAuth realm="${realm}"`;
}

/** RFC 6749 §5.2: error_description is printable ASCII without quotes and backslashes. */
function inAscii(message: string): string {
  return message.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, "?");
}
