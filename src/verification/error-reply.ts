import {
  OutcomeUnknown,
  RequestError,
  type RequestErrorName,
  StoreFailure,
} from "../domain/errors.ts";
import { isBearerScheme } from "../domain/oauth2/bearer.ts";
import type { ErrorKind } from "../pages/languages/english/errors.ts";
import { errorPage } from "../pages/views/error.ts";
import type { Frame } from "../pages/views/layout.ts";
import { isBasicScheme } from "./authentication/basic.ts";
import type { Incoming } from "./authentication/incoming.ts";
import type { Dependencies } from "./dependencies.ts";
import { commonHeaders, type Endpoint, type Reply } from "./endpoint.ts";
import { countFailedAuthentication } from "./rate-limits/count-call.ts";

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

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

export function errorReply(
  rejection: RequestError,
  incoming: Pick<Incoming, "authorization" | "id" | "method" | "path">,
  realm: string,
  endpoint: Endpoint | undefined,
  frame: Frame,
): Reply {
  if (endpoint?.produces === "page") {
    const headers = errorHeaders(rejection, incoming.authorization, realm, endpoint);
    const body = errorPageFor(rejection, incoming, frame);
    return { status: rejection.row.status, type: "html", body, headers };
  }
  return errorJson(rejection, incoming.authorization, realm, endpoint);
}

/** Leaves out Strict-Transport-Security, which is for the other server's administrator to decide. */
export function errorResponse(
  rejection: RequestError,
  authorization: string | undefined,
  realm: string,
  caller?: Endpoint["caller"],
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
  endpoint?: Pick<Endpoint, "caller" | "errorsAsOAuth2">,
): Reply & { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const headers = errorHeaders(rejection, authorization, realm, endpoint);
  const { status, code, oauth2 } = rejection.row;
  const errors = [{ code, message: rejection.message }];
  const body = endpoint?.errorsAsOAuth2
    ? { error: oauth2 ?? "invalid_request", error_description: inAscii(rejection.message), errors }
    : { errors };
  return { status, type: "json", body: JSON.stringify(body), headers };
}

function errorHeaders(
  rejection: RequestError,
  authorization: string | undefined,
  realm: string,
  endpoint: Pick<Endpoint, "caller"> | undefined,
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

function errorPageFor(
  rejection: RequestError,
  { id: requestId, method, path }: Pick<Incoming, "id" | "method" | "path">,
  frame: Frame,
): string {
  const { status } = rejection.row;
  const kind = pageKinds[rejection.rejection] ?? "bad-request";
  const isAgain = method === "GET" && passing.includes(kind) && isSamePage(frame.here, path);
  const seconds = rejection.more.retryAfterSeconds ?? rejection.row.retryAfterSeconds;
  return errorPage({
    frame,
    status,
    kind,
    ...(status >= 500 && { requestId }),
    ...(seconds !== undefined && { minutes: Math.ceil(seconds / 60) }),
    ...(isAgain && { retryHref: frame.here }),
  }).toString();
}

/** The same request may succeed later. */
const passing: readonly ErrorKind[] = ["rate-limited", "internal", "unavailable"];

/** A frame leads elsewhere if the page cannot be opened again, such as a provider's callback. */
function isSamePage(here: string, path: string): boolean {
  return here === path || here.startsWith(`${path}?`);
}

const pageKinds: Partial<Record<RequestError["rejection"], ErrorKind>> = {
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
