/** The raw request as a plain value. Nothing here decodes or normalizes, because signatures cover the bytes as sent. */

import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import { formBodyOf } from "#oauth1";
import type { Incoming } from "../../verification/authentication/incoming.ts";
import type { Headers } from "../../verification/gateway-request.ts";
import { maxLengthOf, type Parameter } from "../operation/endpoint.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

/** RFC 9112 §3.2: an HTTP/1.1 request has exactly one Host, which may be empty. */
export function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const { length } = valuesOf(rawHeaders, "host");
  return length === 1 || (length === 0 && httpVersion === "1.0");
}

export const oneHostOnly = "an HTTP/1.1 request has one Host header";

export function readIncoming(
  message: IncomingMessage,
  body: Buffer | undefined,
  proxies: TrustedProxies,
  id: string,
  fields?: readonly Parameter[],
): Incoming {
  const { method = "", headers, socket } = message;
  const url = originForm(message.url ?? "");
  const mark = url.indexOf("?");
  const client = proxies.clientOf(socket.remoteAddress ?? "", headers);
  const authorizations = valuesOf(message.rawHeaders, "authorization");
  const [contentType] = valuesOf(message.rawHeaders, "content-type");
  const text = body === undefined ? "" : body.toString("latin1");
  return {
    id,
    method,
    path: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? undefined : url.slice(mark + 1),
    headers,
    secure: (socket as TLSSocket).encrypted === true || client.overTls,
    authorization: authorizations[0],
    authorizations: authorizations.length,
    contentType,
    body: text,
    form: formBodyOf({ contentType, body: text }),
    address: client.address,
    userAgent: headers["user-agent"],
    maxLengthOf: fields && ((name) => maxLengthOf(fields, name)),
  };
}

/** Drops the host of an absolute URI (RFC 9112 §3.2.2), which would be part of the signed path and of our forms. */
export function originForm(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
}

/** Node keeps only the first of several headers with the same name. */
export function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const one = rawHeaders[at];
    if (one?.length === name.length && one.toLowerCase() === name) {
      values.push(rawHeaders[at + 1] ?? "");
    }
  }
  return values;
}

const idStem = randomBytes(6).toString("hex");
let requestCount = 0;

/** Unique among all processes, by 48 random bits. */
export function newRequestId(): string {
  requestCount += 1;
  return `${idStem}-${requestCount.toString(36)}`;
}

/**
 * All values of each header, by its name in lower case. In Node 24.13, `headersDistinct` throws if a client sends a
 * header with the name of what every object has.
 */
export function distinctHeaders(rawHeaders: readonly string[]): Headers {
  const all = Object.create(null) as Record<string, string[]>;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    all[name] ??= [];
    all[name].push(rawHeaders[at + 1] ?? "");
  }
  return all;
}
