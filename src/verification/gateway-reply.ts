import { RequestError } from "../domain/errors.ts";
import { assertKnownOrigin } from "./configured-apis.ts";
import { type Deciding, type Decision, decide } from "./decision.ts";
import { accessText } from "./decision-json.ts";
import { asRequestError, countRejection, errorResponse } from "./error-response.ts";
import {
  clientAddress,
  type Dialect,
  describedRequest,
  type GatewayCall,
  letsPreflightsPass,
  likelyCause,
} from "./gateway-request.ts";
import { quotaHeaders } from "./rate-limits/quotas.ts";
import { BadRequest, UnknownOrigin } from "./verification-request.ts";

export interface GatewayReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OpenGatewayCall extends GatewayCall, Deciding {
  readonly warn: (reason: string) => void;
  readonly misconfigured: (problem: "origin" | "host", reason: string) => void;
}

/** A form has a smaller bound; a body of another type is only hashed. */
export const maxGatewayBytes = 256 * 1024;

/** Never throws, so that the gateway always gets a response. */
export async function replyToGateway(
  dialect: Dialect,
  call: OpenGatewayCall,
): Promise<GatewayReply> {
  const reply = await decisionFor(dialect, call);
  if (reply.status === 200 || !letsPreflightsPass(dialect, call.search)) return reply;
  return { ...reply, headers: { ...reply.headers, ...forPages } };
}

async function decisionFor(dialect: Dialect, call: OpenGatewayCall): Promise<GatewayReply> {
  try {
    const request = describedRequest(dialect, call);
    if ("preflightOf" in request) {
      assertKnownOrigin(request.preflightOf, call.dependencies);
      return { status: 200, headers: noIdentity, body: "" };
    }
    const decision = await decide(request, call);
    if (decision.valid) return { status: 200, headers: identityHeaders(decision), body: "" };
    const cause = decision.cause === "signature" ? likelyCause(dialect) : undefined;
    if (cause !== undefined) call.warn(`${call.id}: the signature does not match; ${cause}`);
    const { reason } = decision.rejection.more;
    if (decision.cause === "body" && reason !== undefined) call.warn(`${call.id}: ${reason}`);
    return decision.response;
  } catch (error) {
    return unreadable(error, dialect, call);
  }
}

export function toClient(rejection: RequestError): GatewayReply {
  return errorResponse(rejection, undefined, "");
}

/** Unreadable requests count against the client's IP address, like wrong signatures. */
async function unreadable(
  error: unknown,
  dialect: Dialect,
  { id, headers, dependencies, warn, misconfigured }: OpenGatewayCall,
): Promise<GatewayReply> {
  const requestError = requestErrorOf(error, dialect, id);
  const address = clientAddress(dialect, headers());
  const rejection =
    address === undefined
      ? requestError
      : await countRejection(requestError, { id, address }, dependencies);
  // Beyond the limit nothing is logged, so that anonymous callers can't flood the log.
  if (rejection === requestError) {
    if (!(error instanceof UnknownOrigin))
      warn(`${id}: ${rejection.more.reason ?? rejection.message}`);
    else misconfigured(isClients(dialect) ? "host" : "origin", error.message);
  }
  return errorResponse(rejection, headers()["authorization"]?.[0], dependencies.origins[0]);
}

function requestErrorOf(error: unknown, dialect: Dialect, id: string): RequestError {
  if (error instanceof UnknownOrigin && isClients(dialect)) {
    return new RequestError("badAuthenticationData", { detail: "no API is called at this host" });
  }
  if (!(error instanceof BadRequest)) return asRequestError(error, id);
  return new RequestError("internalError", { detail: `request ${id}`, reason: error.message });
}

/** If the gateway passes on the client's Host, an unknown origin is the client's fault. */
function isClients({ origin }: Dialect): boolean {
  return !("header" in origin);
}

/** A page of any origin can read a rejection with these: https://fetch.spec.whatwg.org/#http-responses */
const forPages = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": [
    "WWW-Authenticate",
    "Retry-After",
    "X-Countersign-Request",
    "X-Rate-Limit-Limit",
    "X-Rate-Limit-Remaining",
    "X-Rate-Limit-Reset",
    "Deprecation",
    "Sunset",
    "Link",
  ].join(", "),
};

/** Replaces what a client sent under these names. */
const noIdentity = {
  "x-countersign-context": "",
  "x-countersign-user-id": "",
  "x-countersign-screen-name": "",
  "x-countersign-app-id": "",
  "x-countersign-consumer-key": "",
  "x-countersign-access": "",
  "x-countersign-body": "",
  "x-countersign-decision": "",
  "x-countersign-max-age": "0",
};

/**
 * Always sends all: some gateways copy only headers that are present, and would keep a client's X-Countersign-User-Id
 * (T61).
 */
function identityHeaders(decision: Decision & { readonly valid: true }) {
  const { caller, body, quota, sunset, maxAge, decisionId } = decision;
  return {
    "x-countersign-context": caller.context,
    "x-countersign-user-id": caller.userId ?? "",
    "x-countersign-screen-name": caller.screenName ?? "",
    "x-countersign-app-id": caller.applicationId,
    "x-countersign-consumer-key": caller.consumerKey,
    "x-countersign-access": accessText(caller.access),
    "x-countersign-body": body,
    "x-countersign-decision": decisionId,
    "x-countersign-max-age": String(maxAge),
    ...(quota && quotaHeaders(quota)),
    ...sunset?.headers,
  };
}
