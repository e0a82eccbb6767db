/**
 * Reads a request that a gateway describes in headers. Each dialect names the headers for each part. A part that is
 * missing or repeated is rejected, because guessing could verify another request than the API gets.
 */

import { formBodyOf, isForm } from "#oauth1";
import { RequestError } from "../domain/errors.ts";
import { isBearerScheme } from "../domain/oauth2.ts";
import type { Incoming } from "./authentication/incoming.ts";
import {
  BadRequest,
  costOf,
  incomingAt,
  methodOf,
  requestIdOf,
  requirement,
  targetOf,
  type VerificationRequest,
} from "./verification-request.ts";

/** One gateway's headers are in lower case. Clients can't set them: the gateway overwrites each one. */
export interface Dialect {
  readonly name: string;
  /** "own" means that the gateway calls with the method of the request. */
  readonly method: { readonly header: string } | "own";
  readonly origin: { readonly header: string } | { readonly scheme: string; readonly host: string };
  /** "url" means the raw text after `target=` in the URL of the gateway endpoint. */
  readonly target: { readonly header: string } | "url";
  readonly address: string;
  /** The header with the client's User-Agent. It is missing if the gateway could send its own instead. */
  readonly userAgent?: string;
  /** It is missing if a client could choose it, because it could then repeat its own requests. */
  readonly requestId?: string;
  /**
   * "maybe" depends on the gateway's settings, so an empty body means nothing. "always": what arrives by POST is the
   * body, and the gateway calls by GET if it sends none.
   */
  readonly body: "never" | "maybe" | "always";
  /** The length of a body that the gateway does not send. Only "0" shows that there is no form. */
  readonly length?: string;
  /**
   * It is written in Go, which encodes a path again if it has raw bytes that RFC 3986 doesn't allow there. The API then
   * gets another path than was verified, because %2F, %3B and %2E are decoded first.
   */
  readonly encodesPaths?: true;
  /** How the gateway may have changed the target before it called, for the administrator's log. */
  readonly changesTarget?: string;
}

/** The guide's configuration chooses the names of these headers, because the gateway has none of its own. */
export const headersOfOurs = {
  method: { header: "x-countersign-method" },
  origin: { header: "x-countersign-origin" },
  target: { header: "x-countersign-target" },
  address: "x-countersign-address",
  requestId: "x-countersign-request-id",
} as const satisfies Partial<Dialect>;

export interface GatewayCall {
  readonly id: string;
  readonly method: string;
  readonly search: string;
  readonly headers: () => Headers;
  readonly body: Buffer;
}

export type Headers = Readonly<Record<string, readonly string[] | undefined>>;

const maxFormBytes = 65_536;

/** A preflight that may pass, because the URL of the gateway endpoint allows it. */
export interface Preflight {
  /** The origin of the API. */
  readonly preflightOf: string;
}

/**
 * Throws `BadRequest` if the gateway is misconfigured, and a `RequestError` if the client's request is at fault. The
 * caller checks the origin, that of a preflight too.
 */
export function describedRequest(
  dialect: Dialect,
  call: GatewayCall,
): VerificationRequest | Preflight {
  const headers = call.headers();
  const { query, appended } = addressOf(dialect, call.search);
  const { preflight, ...requirements } = requirementsOf(query);
  if (requirements.requires.body === "hashed" && dialect.body === "never") {
    throw new BadRequest(
      `${dialect.name} can't send a body, so body=hashed would reject every request; docs/guide/gateways.md lists the gateways that can`,
    );
  }
  const part = (name: string) => one(headers, name, dialect);
  const authorization = atMostOne(headers, "authorization");
  const contentType = atMostOne(headers, "content-type");
  const body = bodyOf(dialect, call);
  const method = dialect.method === "own" ? call.method : part(dialect.method.header);
  const target = dialect.target === "url" ? appended : part(dialect.target.header);
  const origin = originOf(dialect, part);
  const form = formOf(body ?? "", contentType);
  const [userAgent] = headers[dialect.userAgent ?? ""] ?? [];
  const incoming = incomingAt(call.id, {
    method: clients(method, methodOf),
    origin,
    target: clients(target, targetOf),
    authorization,
    contentType,
    body: form,
    form,
    address: part(dialect.address),
    userAgent: userAgent || undefined,
  });
  assertOneReading(dialect, incoming.path);
  if (preflight === "pass" && isPreflight(incoming.method, headers)) return { preflightOf: origin };
  if (body === undefined) rejectUnseenForm(dialect, incoming);
  return {
    incoming,
    origin,
    body,
    ...requirements,
    ...(dialect.requestId !== undefined && { requestId: requestIdOf(part(dialect.requestId)) }),
  };
}

/** Whether the URL of the gateway endpoint has `preflight=pass`. */
export function letsPreflightsPass(dialect: Dialect, search: string): boolean {
  try {
    return requirementsOf(addressOf(dialect, search).query).preflight === "pass";
  } catch (error) {
    if (error instanceof BadRequest) return false;
    throw error;
  }
}

/**
 * A browser sends it before a page's request to another origin: https://fetch.spec.whatwg.org/#cors-preflight-fetch. It
 * has no credentials, no body, and no header in which some frameworks look for another method.
 */
function isPreflight(method: string, headers: Headers): boolean {
  return (
    method === "OPTIONS" &&
    headers["origin"] !== undefined &&
    headers["access-control-request-method"] !== undefined &&
    headers["authorization"] === undefined &&
    headers["content-type"] === undefined &&
    !Object.keys(headers).some((name) => methodOverride.test(name))
  );
}

const methodOverride = /^x[-_](http[-_])?method([-_]override)?$/;

/** Also for an invalid description. Returns undefined if the gateway does not send it. */
export function clientAddress(dialect: Dialect, headers: Headers): string | undefined {
  const [address, ...others] = headers[dialect.address] ?? [];
  return others.length > 0 || address === "" ? undefined : address;
}

/** The likely reason why a correct signature failed here, for the administrator's log. */
export function likelyCause({ changesTarget, name }: Dialect): string | undefined {
  return changesTarget && `${name} may have changed the target: ${changesTarget}`;
}

function one(headers: Headers, name: string, dialect: Dialect): string {
  const [value = "", ...others] = headers[name] ?? [];
  if (others.length > 0)
    throw new BadRequest(`${dialect.name} sent ${name} ${others.length + 1} times`);
  if (value === "") {
    throw new BadRequest(
      `${dialect.name} sent no ${name}; compare its configuration with docs/guide/gateways.md`,
    );
  }
  return value;
}

/** The client may send this header, which the gateway passes on. */
function atMostOne(headers: Headers, name: string): string | undefined {
  const [value, ...others] = headers[name] ?? [];
  if (others.length === 0) return value === "" ? undefined : value;
  throw new RequestError("badAuthenticationData", {
    detail:
      name === "authorization"
        ? "there are two Authorization headers"
        : "there are two Content-Type headers",
  });
}

function addressOf({ target, name }: Dialect, search: string): { query: string; appended: string } {
  if (target !== "url") return { query: search, appended: "" };
  // The first one is the administrator's; the client's text comes after it.
  const found = /^((?:[^&]*&)*?)target=/.exec(search);
  if (found === null) throw new BadRequest(`the URL of ${name}'s endpoint does not end in target=`);
  return { query: found[1]?.replace(/&$/, "") ?? "", appended: search.slice(found[0].length) };
}

interface Requirements extends Pick<VerificationRequest, "requires" | "limit" | "cost"> {
  readonly preflight?: "pass";
}

const parameters = ["access", "context", "body", "limit", "cost", "preflight"];

/** The gateway's configuration chooses the queries, so there are few. */
const known = new Map<string, Requirements>();
const maxKnown = 100;

function requirementsOf(query: string): Requirements {
  const found = known.get(query) ?? readRequirements(query);
  if (known.size < maxKnown) known.set(query, found);
  return found;
}

function readRequirements(query: string): Requirements {
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (!parameters.includes(name)) {
      throw new BadRequest(
        `a gateway endpoint takes ${parameters.join(", ")}, and not ${JSON.stringify(name)}`,
      );
    }
    if (given.has(name))
      throw new BadRequest(`${name} appears twice in the URL of the gateway endpoint`);
    given.set(name, value);
  }
  const limit = given.get("limit");
  const costText = given.get("cost");
  const cost = costOf(costText && (/^\d{1,5}$/.test(costText) ? Number(costText) : 0), limit);
  const preflight = given.get("preflight");
  if (preflight !== undefined && preflight !== "pass") {
    throw new BadRequest(`preflight must be pass; got ${JSON.stringify(preflight)}`);
  }
  return {
    requires: requirement(given.get("context") ?? "any", given.get("access"), given.get("body")),
    ...(limit !== undefined && { limit }),
    ...(cost !== undefined && { cost }),
    ...(preflight !== undefined && { preflight }),
  };
}

function originOf({ origin }: Dialect, part: (name: string) => string): string {
  if ("header" in origin) return part(origin.header);
  const text = `${part(origin.scheme)}://${part(origin.host)}`;
  if (/^https?:\/\/[a-z0-9.:[\]-]+$/i.test(text) && URL.canParse(text)) return new URL(text).origin;
  throw new RequestError("badAuthenticationData", {
    reason: `the client requested the host ${JSON.stringify(text.slice(0, 300))}`,
  });
}

/** Throws if the gateway and the API could see different routes in this path. */
function assertOneReading({ name, encodesPaths }: Dialect, path: string): void {
  // Parsers of URLs read a backslash as a slash. An API can end a path at a control character, or drop it.
  if (/\\|%[01][0-9a-f]|%7f/i.test(path)) {
    throw new RequestError("badAuthenticationData", {
      detail: "the path contains a backslash or an encoded control character",
    });
  }
  if (encodesPaths && !/^[A-Za-z0-9\-._~!$&'()*+,;=:@[\]%/]*$/.test(path)) {
    throw new RequestError("badAuthenticationData", {
      detail: "percent-encode every character of the path that RFC 3986 doesn't allow there",
      reason: `${name} would pass on another path than the client's`,
    });
  }
}

/** Errors in what the client sent are rejected as elsewhere in the service; the gateway is not at fault. */
function clients(text: string, read: (text: string) => string): string {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    throw new RequestError("badAuthenticationData", { reason: error.message });
  }
}

/** Returns undefined if the gateway did not show the body: then it may have bytes. */
function bodyOf({ body, length }: Dialect, call: GatewayCall): string | undefined {
  if (call.body.length > 0) return call.body.toString("latin1");
  if (body === "always" && call.method === "POST") return "";
  return length !== undefined && call.headers()[length]?.join() === "0" ? "" : undefined;
}

function formOf(body: string, contentType: string | undefined): string {
  const form = formBodyOf({ contentType, body });
  if (form.length > maxFormBytes) throw new RequestError("bodyTooLarge");
  return form;
}

/**
 * A form is part of what its client signs. Verified without it, a signature over an empty form would hold for
 * any body (T60), so a form that did not come here is rejected. A bearer token signs nothing.
 */
function rejectUnseenForm(dialect: Dialect, { authorization, contentType }: Incoming): void {
  if (authorization !== undefined && isBearerScheme(authorization)) return;
  if (!isForm(contentType)) return;
  throw new RequestError("couldNotAuthenticate", {
    detail:
      "the API's gateway can't check a signed form; send its parameters in the query, or use a different content type",
    reason: `${dialect.name} did not send the form that the client signed; docs/guide/gateways.md lists the gateways that can`,
  });
}
