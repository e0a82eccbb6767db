/** Replies on their way out: headers that every one has, and refusals in the form that the caller reads. */
import { gzipSync } from "node:zlib";
import { isBasicScheme } from "../authentication/basic.ts";
import type { Incoming } from "../authentication/incoming.ts";
import type { Standing } from "../domain/limits.ts";
import { Refusal, StoreFailure } from "../domain/refusals.ts";
import type { Endpoint, Reply } from "../endpoints/endpoint.ts";
import type { ErrorKind } from "../languages/texts/errors.ts";
import { isBearerScheme } from "../oauth2/bearer.ts";
import { errorPage } from "../views/error.ts";
import type { Frame } from "../views/layout.ts";

export const contentTypes: Record<Reply["type"], string | undefined> = {
  form: "application/x-www-form-urlencoded; charset=utf-8",
  json: "application/json; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  png: "image/png",
  none: undefined,
};

/** Anything thrown, as the refusal that the caller hears. */
export function asRefusal(error: unknown, requestId: string): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreFailure) return new Refusal("overCapacity", { reason: error.message });
  return new Refusal("internalError", {
    detail: `request ${requestId}`,
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
}

export function refusalReply(
  refusal: Refusal,
  incoming: Pick<Incoming, "authorization" | "id">,
  realm: string,
  endpoint: Endpoint | undefined,
  frame: Frame,
): Reply {
  const headers = refusalHeaders(refusal, incoming.authorization, realm, endpoint);
  const { status, code, oauth2 } = refusal.row;
  if (endpoint?.answers === "page") {
    return { status, type: "html", body: refusalPage(refusal, incoming.id, frame), headers };
  }
  const errors = [{ code, message: refusal.message }];
  const body = endpoint?.errorsAsOAuth2
    ? { error: oauth2 ?? "invalid_request", error_description: inAscii(refusal.message), errors }
    : { errors };
  return { status, type: "json", body: JSON.stringify(body), headers };
}

export function standingHeaders(standing: Standing): Record<string, string> {
  return {
    "x-rate-limit-limit": String(standing.limit),
    "x-rate-limit-remaining": String(standing.remaining),
    "x-rate-limit-reset": String(standing.resetAt),
  };
}

/** Below this a packet is a packet. Pages are never compressed: they hold a secret (the form's token) beside what others wrote. */
const worthCompressing = 1024;

/** The body, compressed where that is worth it and the client accepts it, and the headers that say so. */
export function encoded(
  reply: Reply,
  acceptEncoding: string | string[] | undefined,
): { body: Reply["body"]; headers: Record<string, string> } {
  const { type, body } = reply;
  if (!isWhole(body) || (type !== "json" && type !== "css" && type !== "js"))
    return { body, headers: {} };
  if (body.length < worthCompressing) return { body, headers: {} };
  const vary = { vary: "accept-encoding" };
  if (!acceptsGzip(String(acceptEncoding ?? ""))) return { body, headers: vary };
  return { body: gzipSync(body), headers: { ...vary, "content-encoding": "gzip" } };
}

export function isWhole(body: Reply["body"]): body is string | Buffer {
  return typeof body === "string" || Buffer.isBuffer(body);
}

/** RFC 9110 §12.5.3, as far as one encoding needs it. */
function acceptsGzip(accepted: string): boolean {
  return accepted.split(",").some((one) => {
    const [coding = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return (coding === "gzip" || coding === "x-gzip" || coding === "*") && !refused;
  });
}

function refusalHeaders(
  refusal: Refusal,
  authorization: string | undefined,
  realm: string,
  endpoint: Endpoint | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const { allow, retryAfterSeconds = refusal.row.retryAfterSeconds } = refusal.more;
  if (refusal.row.status === 401) {
    headers["www-authenticate"] = challenge(authorization, realm, endpoint);
  }
  if (allow !== undefined) headers.allow = allow.join(", ");
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  return headers;
}

/** RFC 9110 §11.6.1. Never with `oauth_problem`: there are clients that raise on it. */
function challenge(
  authorization: string | undefined,
  realm: string,
  endpoint: Endpoint | undefined,
): string {
  if (endpoint?.caller.scheme === "Basic" || isBasicScheme(authorization)) {
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
  internalError: "internal",
};

/** RFC 6749 §5.2: error_description is printable ASCII without quotes and backslashes. */
function inAscii(message: string): string {
  return message.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, "?");
}
