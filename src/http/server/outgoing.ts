import { gzipSync } from "node:zlib";
import type { Reply } from "../operation/endpoint.ts";

export const contentTypes: Record<Reply["type"], string | undefined> = {
  form: "application/x-www-form-urlencoded; charset=utf-8",
  json: "application/json; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  png: "image/png",
  webp: "image/webp",
  txt: "text/plain; charset=utf-8",
  none: undefined,
};

/** Smaller bodies fit in a packet. Pages are never compressed: they have a secret next to text that others wrote. */
const worthCompressing = 1024;

export function encoded(
  reply: Reply,
  acceptEncoding: string | string[] | undefined,
): { body: Reply["body"]; headers: Record<string, string> } {
  const { body } = reply;
  const compress = compressionOf(reply);
  if (compress === undefined) return { body, headers: {} };
  const vary = { vary: "accept-encoding" };
  if (!acceptsGzip(String(acceptEncoding ?? ""))) return { body, headers: vary };
  return { body: compress(), headers: { ...vary, "content-encoding": "gzip" } };
}

export function compressedOnce(reply: Reply): Reply {
  const gzipped = compressionOf(reply)?.();
  return gzipped === undefined ? reply : { ...reply, gzipped };
}

function compressionOf({ type, body, gzipped }: Reply): (() => Buffer) | undefined {
  if (gzipped !== undefined) return () => gzipped;
  if (type !== "json" || !isWhole(body) || body.length < worthCompressing) return undefined;
  return () => gzipSync(body);
}

export function isWhole(body: Reply["body"]): body is string | Buffer {
  return typeof body === "string" || Buffer.isBuffer(body);
}

/** No more codings exist. The rest of the header is ignored. */
const maxCodings = 20;

/** RFC 9110 §12.5.3, as far as one encoding needs it. */
function acceptsGzip(accepted: string): boolean {
  return accepted.split(",", maxCodings).some((one) => {
    const [coding = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
    const rejected = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return (coding === "gzip" || coding === "x-gzip" || coding === "*") && !rejected;
  });
}
