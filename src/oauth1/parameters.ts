import { formDecode, percentEncode } from "./percent-encoding.ts";

/** Decoded binary strings. Order and repetitions matter, so parameters are a list. */
export type Parameter = readonly [name: string, value: string];

/** How many parameters a request may have in total. Clients need about twenty. */
export const mostParameters = 256;

/** How many pairs a form body or a query has. Decodes nothing and stops above `mostParameters`. */
export function countPairs(binary: string): number {
  let count = 0;
  let start = 0;
  while (start < binary.length && count <= mostParameters) {
    const ampersand = binary.indexOf("&", start);
    const end = ampersand === -1 ? binary.length : ampersand;
    if (end > start) count += 1;
    start = end + 1;
  }
  return count;
}

/**
 * Decodes a form body or a query, each name and value once (RFC 5849 §3.4.1.3.1). A pair without `=` has an
 * empty value; an empty string between two `&` is not a pair, as in other form decoders. Stops after `atMost`
 * pairs, so that a caller with a limit does not pay for the rest.
 */
export function parseForm(binary: string, atMost = Number.POSITIVE_INFINITY): Parameter[] {
  const parameters: Parameter[] = [];
  let start = 0;
  while (start < binary.length && parameters.length < atMost) {
    const ampersand = binary.indexOf("&", start);
    const end = ampersand === -1 ? binary.length : ampersand;
    if (end > start) parameters.push(parsePair(binary.slice(start, end)));
    start = end + 1;
  }
  return parameters;
}

function parsePair(pair: string): Parameter {
  const equals = pair.indexOf("=");
  if (equals === -1) return [formDecode(pair), ""];
  return [formDecode(pair.slice(0, equals)), formDecode(pair.slice(equals + 1))];
}

/**
 * Encodes, sorts and joins the parameters (RFC 5849 §3.4.1.3.2): `a=1&b=2`. The caller must leave
 * `oauth_signature` and the realm out.
 */
export function normalizeParameters(parameters: readonly Parameter[]): string {
  const encoded = parameters.map(
    ([name, value]): Parameter => [percentEncode(name), percentEncode(value)],
  );
  return joinParameters(encoded.sort(byNameThenValue));
}

/** Joins pairs that are encoded and sorted. */
export function joinParameters(encoded: readonly Parameter[]): string {
  return encoded.map(([name, value]) => `${name}=${value}`).join("&");
}

/**
 * Compares the bytes of the encoded forms, which are ASCII. Comparing joined pairs would be wrong: `=` sorts
 * after `-`, `.`, `%` and the digits, so `a-b` would precede `a`.
 */
export function byNameThenValue(one: Parameter, other: Parameter): number {
  if (one[0] !== other[0]) return one[0] < other[0] ? -1 : 1;
  if (one[1] !== other[1]) return one[1] < other[1] ? -1 : 1;
  return 0;
}
