import { collectParameters, fromText, type Parameter, type RequestParts } from "#oauth1";

/** Path, query and body are binary strings, as the client would have sent them. */
export interface PastedRequest extends RequestParts {
  /** Scheme, host and port as written; undefined if only a path was given. */
  readonly origin: string | undefined;
  readonly hosts: readonly string[];
  /** The path before a proxy changed it, if a proxy's header (X-Original-URI) names it. */
  readonly pathBefore: string | undefined;
  /** The number of Authorization headers; `authorization` is the first. */
  readonly authorizations: number;
  /** The text fields of a multipart body. */
  readonly fields: readonly Parameter[];
  /** The part that a shell cuts off from a URL without quotes. */
  readonly cutOff: string;
  readonly sentAt: number | undefined;
}

export type PasteProblem =
  | "empty"
  | "too-long"
  | "not-understood"
  | "no-address"
  | "unclosed-quote"
  | "bad-json"
  | "no-request-in-json"
  | "body-in-file";

export type Pasted =
  | { readonly ok: true; readonly request: PastedRequest }
  | { readonly ok: false; readonly problem: PasteProblem };

/** Headers have at most 16 KB here, and bodies are rarely this many characters. */
export const maxPaste = 32_768;

export interface WrittenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly fields?: readonly (readonly [name: string, value: string])[];
  readonly cutOff?: string;
  readonly sentAt?: number | undefined;
}

export function unreadable(problem: PasteProblem): Pasted {
  return { ok: false, problem };
}

/** Splits a request into its parts, without decoding anything, in linear time. */
export function pastedRequest(written: WrittenRequest): Pasted {
  const { method, url, headers, body, fields = [], cutOff = "", sentAt } = written;
  const [, start = "", target = ""] =
    /^([A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*)?([^#]*)/.exec(url.trim()) ?? [];
  if (start === "" && !target.startsWith("/")) return unreadable("no-address");
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  const values = (name: string) =>
    headers.filter((header) => header[0].toLowerCase() === name).map((header) => header[1].trim());
  const [authorization] = values("authorization");
  const [contentType] = values("content-type");
  const binary = (pair: readonly [string, string]) => pair.map(fromText) as [string, string];
  const request: PastedRequest = {
    method: method.toUpperCase(),
    path: fromText(path === "" ? "/" : path),
    query: mark === -1 ? undefined : fromText(target.slice(mark + 1)),
    authorization: authorization === undefined ? undefined : fromText(authorization),
    contentType,
    body: fromText(body),
    origin: start === "" ? undefined : start.replace(/\/\/[^/]*@/, "//"),
    hosts: [...values("host"), ...values(":authority"), ...values("x-forwarded-host")].slice(0, 4),
    pathBefore: values("x-original-uri")[0]?.split("?", 1)[0],
    authorizations: values("authorization").length,
    fields: (fields.length > 0 ? fields : multipartFields(contentType ?? "", body)).map(binary),
    cutOff: fromText(cutOff),
    sentAt,
  };
  return { ok: true, request };
}

/** Returns undefined if the parameter is missing, or the request can't be read. */
export function sentParameter(request: PastedRequest, name: string): string | undefined {
  const collected = collectParameters(request);
  return collected.ok ? collected.decisive.get(name) : undefined;
}

/**
 * The text fields of a multipart body (RFC 7578 §4), in linear time. Files are left out: no client signs them. Bytes
 * and line ends of a pasted body may have changed, so neither the lengths nor the last boundary have to be right.
 */
function multipartFields(
  contentType: string,
  body: string,
): readonly (readonly [name: string, value: string])[] {
  if (!/^\s*multipart\//i.test(contentType)) return [];
  const named = /;\s*boundary="?([^";\s]+)/i.exec(contentType)?.[1];
  const delimiter = named === undefined ? /^--[^\r\n]+/.exec(body)?.[0] : `--${named}`;
  if (delimiter === undefined) return [];
  return body
    .split(delimiter, maxParts)
    .slice(1)
    .flatMap((part): [string, string][] => {
      const { 0: blank = "", index = -1 } = /\r?\n\r?\n/.exec(part) ?? {};
      const headers = part.slice(0, index);
      const name = /[;\s]name="([^"]*)"/i.exec(headers)?.[1];
      if (index === -1 || name === undefined || /[;\s]filename/i.test(headers)) return [];
      return [[name, part.slice(index + blank.length).replace(/\r?\n$/, "")]];
    });
}

const maxParts = 65;

/** A regular expression would take quadratic time for many runs of line ends. */
export function withoutLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end -= 1;
  return text.slice(0, end);
}
