import type { IncomingHttpHeaders } from "node:http";
import {
  carriesOAuth,
  isForm,
  maxParameters,
  type Parameter,
  parseForm,
  type RequestParts,
  singleValues,
  toReadableText,
  toText,
} from "#oauth1";
import { networkOf } from "../../domain/address.ts";
import { RequestError } from "../../domain/errors.ts";
import type { Requester } from "../../domain/fair-queue.ts";

/** A request as received: raw bytes as binary strings. `http/incoming.ts` creates it. */
export interface Incoming extends RequestParts {
  readonly id: string;
  /** The body if it is a form (`formBodyOf`), otherwise empty. */
  readonly form: string;
  readonly headers: IncomingHttpHeaders;
  /** The client reached this service, a trusted proxy or the API over TLS. */
  readonly secure: boolean;
  /** `authorization` is the first of these Authorization headers. */
  readonly authorizations: number;
  /** The client's IP address; behind trusted proxies, the one that they report. */
  readonly address: string;
  /** The client's. Another server may describe a request without it. */
  readonly userAgent?: string | undefined;
  /** A value of the form is read up to this many characters; by default, all of it. */
  readonly maxLengthOf?: ((name: string) => number) | undefined;
}

/**
 * Throws 400 (code 215). It runs before anything is decoded, because decoding many names
 * costs a multiple of receiving them.
 */
export function rejectTooMany({ query = "", form }: Incoming): void {
  if (countPairs(query) + countPairs(form) <= maxParameters) return;
  throw new RequestError("badAuthenticationData", {
    detail: `there are more than ${maxParameters} parameters`,
  });
}

/** Decodes nothing, and stops above `maxParameters`. */
function countPairs(bytes: string): number {
  let count = 0;
  let start = 0;
  while (start < bytes.length && count <= maxParameters) {
    const ampersand = bytes.indexOf("&", start);
    const end = ampersand === -1 ? bytes.length : ampersand;
    if (end > start) count += 1;
    start = end + 1;
  }
  return count;
}

/** The map is empty if the body is not a form. Of a repeated field, the first value counts. */
export function formOf(incoming: Incoming): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of formPairsOf(incoming)) {
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/** Rejects a request with other credentials beside those of its Authorization header. */
export function rejectTwoCredentials(incoming: Incoming): void {
  const { authorizations } = incoming;
  if (authorizations <= 1 && !carriesOAuth({ ...incoming, authorization: undefined })) return;
  throw new RequestError("badAuthenticationData", {
    detail: "two sets of credentials in one request",
  });
}

/** Explains why a parameter was not read: it may be in a body that is not a form. */
export function unreadBody({ body, contentType }: Incoming): string | undefined {
  if (body === "" || isForm(contentType)) return undefined;
  return "the body must be a form (Content-Type: application/x-www-form-urlencoded)";
}

/** The parser is the one that signatures are checked with. Values are cut to their length. */
export function formPairsOf(incoming: Incoming): readonly Parameter[] {
  const known = split.get(incoming);
  if (known !== undefined) return known;
  const { maxLengthOf, form } = incoming;
  const sent = textPairs(form);
  const pairs = maxLengthOf
    ? sent.map(([name, value]): Parameter => [name, value.slice(0, maxLengthOf(name))])
    : sent;
  split.set(incoming, pairs);
  return pairs;
}

/** An operation reads a form several times, but it is split once. */
const split = new WeakMap<Incoming, readonly Parameter[]>();

export function queryOf(incoming: Pick<Incoming, "query">): URLSearchParams {
  const pairs = textPairs(incoming.query ?? "");
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]));
}

/** Reads query and form together. Throws 400 (code 215) if a name has different values. */
export function decisiveValues(
  incoming: Incoming,
  decides: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const sent = [...formPairsOf(incoming), ...textPairs(incoming.query ?? "")];
  const single = singleValues(sent, decides);
  if (!single.ok)
    throw new RequestError("badAuthenticationData", { detail: single.problem.detail });
  return single.values;
}

/** Checks `reads`, the protocol's names, and every name of a page's form: ours repeat none. */
export function rejectDifferentValues(incoming: Incoming, reads: readonly string[]): void {
  const inForm = new Set(formPairsOf(incoming).map(([name]) => name));
  decisiveValues(
    incoming,
    (name) => inForm.has(name) || name.startsWith("oauth_") || reads.includes(name),
  );
}

/**
 * Throws 400 (code 215) for a form with bytes that are not UTF-8. They would be read as U+FFFD, and a
 * password with other wrong bytes, or with U+FFFD itself, would be equal to it. No browser sends such a form.
 */
export function rejectUnreadableForm({ form }: Pick<Incoming, "form">): void {
  for (const [name, value] of parseForm(form, maxParameters)) {
    const text = toText(name);
    if (text !== undefined && toText(value) !== undefined) continue;
    const which = text === undefined ? "a name" : `the value of ${text.slice(0, 40)}`;
    throw new RequestError("badAuthenticationData", {
      detail: `${which} in the form is not UTF-8`,
    });
  }
}

/** A request with more parameters was rejected, or does not use them. */
function textPairs(binary: string): readonly Parameter[] {
  return parseForm(binary, maxParameters).map(
    ([name, value]): Parameter => [toReadableText(name), toReadableText(value)],
  );
}

/** The request waits in a queue on behalf of this requester, and uses the share of `account`. */
export function requesterOf({ address }: Pick<Incoming, "address">, account?: string): Requester {
  return { network: networkOf(address), account };
}
