import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RemainingQuota } from "../../domain/limits.ts";
import type { SunsetInForce } from "../../domain/sunset.ts";
import { commonHeaders } from "../../verification/error-response.ts";
import { quotaHeaders } from "../../verification/rate-limits/quotas.ts";
import type { PublicDependencies, Reply } from "../operation/endpoint.ts";
import { ConnectionEnded, isArriving } from "./bodies.ts";
import { contentTypes, encoded, isWhole } from "./outgoing.ts";
import { setPageHeaders, transportSecurity } from "./security-headers.ts";

/** `quota` is the caller's, if known; it goes into headers, as does what ends. */
export type SendReply = (
  response: ServerResponse,
  reply: Reply,
  quota?: RemainingQuota,
  sunset?: SunsetInForce,
) => void;

export interface SendingParts {
  readonly dependencies: PublicDependencies;
  /** Called with the reason if a response that has begun can't be finished. */
  readonly cutShort: (reason: string) => void;
  readonly endsConnections: () => boolean;
}

export function replySender({ dependencies, cutShort, endsConnections }: SendingParts): SendReply {
  const hsts = transportSecurity(dependencies.config.hsts);
  return function send(response, reply, quota, sunset) {
    const request = response.req;
    if (reply.type === "html" || reply.type === "none") setPageHeaders(request, response, reply);
    const { body, headers } = encoded(reply, request.headers["accept-encoding"]);
    const all = contentHeaders(reply, body);
    if (dependencies.origins[0].startsWith("https:")) all["strict-transport-security"] = hsts;
    // A proxy would keep sending requests on a connection that it keeps.
    if (endsConnections() || isArriving(request)) all["connection"] = "close";
    const limited = quota && quotaHeaders(quota);
    response.writeHead(
      reply.status,
      Object.assign(all, headers, limited, sunset?.headers, reply.headers),
    );
    // A body that is not sent is not read either.
    if (request.method === "HEAD") response.end();
    else if (isWhole(body)) response.end(body);
    else sendPieces(body, response, cutShort);
  };
}

/** A failure on the way cuts the connection, so that no one takes a part for the whole. */
export function sendPieces(
  body: AsyncIterable<string>,
  response: ServerResponse,
  cutShort: (reason: string) => void,
): void {
  pipeline(Readable.from(body), response).catch((error) => {
    if (!hasLeft(error)) cutShort(String(error));
    response.destroy();
  });
}

/** The client may end the connection, which is no fault of ours. */
function hasLeft(error: NodeJS.ErrnoException): boolean {
  return error.code === "ERR_STREAM_PREMATURE_CLOSE" || error instanceof ConnectionEnded;
}

function contentHeaders(
  { type, cookies = [] }: Reply,
  body: Reply["body"],
): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { ...commonHeaders };
  if (isWhole(body)) headers["content-length"] = String(Buffer.byteLength(body));
  const contentType = contentTypes[type];
  if (contentType !== undefined) headers["content-type"] = contentType;
  if (cookies.length > 0) headers["set-cookie"] = [...cookies];
  return headers;
}
