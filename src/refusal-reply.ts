import { isBasicScheme } from "./authentication/basic.ts";
import type { Incoming } from "./authentication/incoming.ts";
import type { Dependencies } from "./dependencies.ts";
import { OutcomeUnknown, Refusal, StoreFailure } from "./domain/refusals.ts";
import { commonHeaders, type Endpoint, type Reply } from "./endpoint.ts";
import type { ErrorKind } from "./languages/english/errors.ts";
import { isBearerScheme } from "./oauth2/bearer.ts";
import { countFailedProof } from "./rate-limits/count-call.ts";
import { errorPage } from "./views/error.ts";
import type { Frame } from "./views/layout.ts";

export interface RefusalResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function asRefusal(error: unknown, requestId: string): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof OutcomeUnknown) {
    return new Refusal("outcomeUnknown", { reason: error.message });
  }
  if (error instanceof StoreFailure) return new Refusal("overCapacity", { reason: error.message });
  return new Refusal("internalError", {
    detail: `request ${requestId}`,
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
}

/** Returns the refusal for the response. An error of the rate limiter becomes one too. */
export async function countRefusal(
  refusal: Refusal,
  incoming: Pick<Incoming, "id" | "address">,
  dependencies: Dependencies,
): Promise<Refusal> {
  try {
    return await countFailedProof(refusal, incoming, dependencies);
  } catch (error) {
    return asRefusal(error, incoming.id);
  }
}

export function refusalReply(
  refusal: Refusal,
  incoming: Pick<Incoming, "authorization" | "id">,
  realm: string,
  endpoint: Endpoint | undefined,
  frame: Frame,
): Reply {
  if (endpoint?.produces === "page") {
    const headers = refusalHeaders(refusal, incoming.authorization, realm, endpoint);
    const body = refusalPage(refusal, incoming.id, frame);
    return { status: refusal.row.status, type: "html", body, headers };
  }
  return refusalJson(refusal, incoming.authorization, realm, endpoint);
}

/** Leaves out Strict-Transport-Security, which is for the other server's administrator to decide. */
export function refusalResponse(
  refusal: Refusal,
  authorization: string | undefined,
  realm: string,
  caller?: Endpoint["caller"],
): RefusalResponse {
  const endpoint = caller && { caller };
  const { status, headers, body } = refusalJson(refusal, authorization, realm, endpoint);
  const type = "application/json; charset=utf-8";
  return { status, headers: { "content-type": type, ...commonHeaders, ...headers }, body };
}

/** `realm` is for the challenge of a 401. */
export function refusalJson(
  refusal: Refusal,
  authorization: string | undefined,
  realm: string,
  endpoint?: Pick<Endpoint, "caller" | "errorsAsOAuth2">,
): Reply & { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const headers = refusalHeaders(refusal, authorization, realm, endpoint);
  const { status, code, oauth2 } = refusal.row;
  const errors = [{ code, message: refusal.message }];
  const body = endpoint?.errorsAsOAuth2
    ? { error: oauth2 ?? "invalid_request", error_description: inAscii(refusal.message), errors }
    : { errors };
  return { status, type: "json", body: JSON.stringify(body), headers };
}

function refusalHeaders(
  refusal: Refusal,
  authorization: string | undefined,
  realm: string,
  endpoint: Pick<Endpoint, "caller"> | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const { allow, retryAfterSeconds = refusal.row.retryAfterSeconds } = refusal.more;
  if (refusal.row.status === 401) {
    const accepts = endpoint?.caller.accepts ?? [];
    const all = refusal.refusal === "noCredentials" ? accepts : [];
    headers["www-authenticate"] =
      all.map((one) => `${one} realm="${realm}"`).join(", ") ||
      challenge(authorization, realm, accepts);
  }
  // RFC 9110 §15.5.16.
  if (refusal.refusal === "encodedBody") headers["accept-encoding"] = "identity";
  if (allow !== undefined) headers.allow = allow.join(", ");
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  return headers;
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

function refusalPage(refusal: Refusal, requestId: string, frame: Frame): string {
  const { status } = refusal.row;
  const seconds = refusal.more.retryAfterSeconds ?? refusal.row.retryAfterSeconds;
  return errorPage({
    frame,
    status,
    kind: pageKinds[refusal.refusal] ?? "bad-request",
    ...(status >= 500 && { requestId }),
    ...(seconds !== undefined && { minutes: Math.ceil(seconds / 60) }),
  }).toString();
}

const pageKinds: Partial<Record<Refusal["refusal"], ErrorKind>> = {
  noSuchPath: "not-found",
  methodNotAllowed: "wrong-method",
  bodyTooLarge: "too-large",
  headersTooLarge: "too-large",
  sslRequired: "insecure",
  userSuspended: "suspended-user",
  applicationSuspended: "suspended-application",
  rateLimited: "rate-limited",
  overCapacity: "unavailable",
  outcomeUnknown: "outcome-unknown",
  internalError: "internal",
};

/** RFC 6749 §5.2: error_description is printable ASCII without quotes and backslashes. */
function inAscii(message: string): string {
  return message.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, "?");
}
