/** The raw request as a plain value. Nothing here decodes or normalises: signatures cover the bytes as sent. */
import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import type { Incoming } from "../authentication/incoming.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

export interface Received {
  readonly incoming: Incoming;
  /** Whether the client reached us, or a proxy that we trust, over TLS. */
  readonly secure: boolean;
}

export function readIncoming(
  message: IncomingMessage,
  body: Buffer | undefined,
  proxies: TrustedProxies,
  id: string,
): Received {
  const { method = "", headers, socket } = message;
  const url = originForm(message.url ?? "");
  const mark = url.indexOf("?");
  const from = proxies.whence(socket.remoteAddress ?? "", headers);
  return {
    secure: (socket as TLSSocket).encrypted === true || from.overTls,
    incoming: {
      id,
      method,
      path: mark === -1 ? url : url.slice(0, mark),
      query: mark === -1 ? undefined : url.slice(mark + 1),
      headers,
      authorization: headers.authorization,
      authorizations: countAuthorizations(message.rawHeaders),
      contentType: headers["content-type"],
      body: body === undefined ? "" : body.toString("latin1"),
      address: from.address,
    },
  };
}

/**
 * A request line may hold a whole address (RFC 9112 §3.2.2). Its host counts for nothing: it would be in
 * the path that is signed, and in the forms of our pages.
 */
function originForm(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/, "");
}

/** Node keeps the first of several; a second one is a second identity. */
function countAuthorizations(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 13 && name.toLowerCase() === "authorization") count += 1;
  }
  return count;
}
