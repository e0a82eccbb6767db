import type { IncomingHttpHeaders } from "node:http";
import {
  formBodyOf,
  isForm,
  maxParameters,
  type Parameter,
  parseForm,
  type RequestParts,
  singleValues,
  toReadableText,
} from "#oauth1";
import { Refusal } from "../domain/refusals.ts";

/** A request as received: raw bytes as binary strings, and its origin. Created by `http/incoming.ts`. */
export interface Incoming extends RequestParts {
  /** The id of this request in the log. */
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  /** Whether the client reached this service, a trusted proxy or the API over TLS. */
  readonly secure: boolean;
  /** How many Authorization headers there were. `authorization` is the first. */
  readonly authorizations: number;
  /** The client's address; behind trusted proxies, the one that they report. */
  readonly address: string;
  /** How many characters of a value of the form are read, by its name. Default: all of it. */
  readonly maxLengthOf?: (name: string) => number;
}

/**
 * Throws a Refusal (400 · 215) if query and form have too many parameters. Every request is checked before
 * anything is decoded, because decoding many names costs a multiple of receiving them.
 */
export function refuseTooMany({ query, ...rest }: Incoming): void {
  if (countPairs(query ?? "") + countPairs(formBodyOf(rest)) <= maxParameters) return;
  throw new Refusal("badAuthenticationData", {
    detail: `there are more than ${maxParameters} parameters`,
  });
}

/** How many pairs a form body or a query has. Decodes nothing and stops above `maxParameters`. */
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

/** The fields of a form. Empty if the body is not a form. If a field is repeated, the first value counts. */
export function formOf(incoming: Incoming): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of formPairsOf(incoming)) {
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/** What to say of a parameter that may be in a body which is not a form. Undefined if there is no such body. */
export function unreadBody({ body, contentType }: Incoming): string | undefined {
  if (body === "" || isForm(contentType)) return undefined;
  return "the body was not read, because it must be a form (Content-Type: application/x-www-form-urlencoded)";
}

/** The pairs of a form, decoded by the same parser that signatures are checked with. Values are cut to their length. */
export function formPairsOf(incoming: Incoming): readonly Parameter[] {
  const known = split.get(incoming);
  if (known !== undefined) return known;
  const { maxLengthOf } = incoming;
  const sent = textPairs(formBodyOf(incoming));
  const pairs = maxLengthOf
    ? sent.map(([name, value]): Parameter => [name, value.slice(0, maxLengthOf(name))])
    : sent;
  split.set(incoming, pairs);
  return pairs;
}

/** An operation reads a form several times, but it is split only once. */
const split = new WeakMap<Incoming, readonly Parameter[]>();

export function queryOf(incoming: Pick<Incoming, "query">): URLSearchParams {
  const pairs = textPairs(incoming.query ?? "");
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]));
}

/**
 * The values of these names in query and form together. Throws a Refusal (400 · 215) if one has different
 * values.
 */
export function decisiveValues(
  incoming: Incoming,
  decides: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const single = singleValues([...formPairsOf(incoming), ...queryOf(incoming)], decides);
  if (!single.ok) throw new Refusal("badAuthenticationData", { detail: single.problem.detail });
  return single.values;
}

/**
 * For a page: checks `reads`, the protocol's names, and every name of its form, because our forms repeat no
 * name.
 */
export function refuseDifferentValues(incoming: Incoming, reads: readonly string[]): void {
  const inForm = new Set(formPairsOf(incoming).map(([name]) => name));
  decisiveValues(
    incoming,
    (name) => inForm.has(name) || name.startsWith("oauth_") || reads.includes(name),
  );
}

/** At most as many as a request may have. One with more was refused, or its parameters are not used. */
function textPairs(binary: string): readonly Parameter[] {
  return parseForm(binary, maxParameters).map(
    ([name, value]): Parameter => [toReadableText(name), toReadableText(value)],
  );
}
