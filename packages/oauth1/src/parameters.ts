/** Parameters: how they are read from a header, a query and a form, and how they are normalized. */
import { type ByteString, formDecode, percentDecode, percentEncodeBytes } from "./encoding.ts";

/**
 * A decoded name and value. Order and repetitions matter, so parameters are a list. Those of a request that was read
 * are byte strings.
 */
export type Parameter = readonly [name: string, value: string];

/**
 * Decodes a form body or a query into parameters, each name and value once. RFC 5849 §3.4.1.3.1. A pair without `=`
 * has an empty value; nothing between two `&` is no pair. It stops after `max` pairs, so that a caller with a limit
 * does not pay for the rest.
 */
export function parseForm(bytes: ByteString, max = Number.POSITIVE_INFINITY): Parameter[] {
  const parameters: Parameter[] = [];
  let start = 0;
  while (start < bytes.length && parameters.length < max) {
    const ampersand = bytes.indexOf("&", start);
    const end = ampersand === -1 ? bytes.length : ampersand;
    if (end > start) parameters.push(parsePair(bytes.slice(start, end)));
    start = end + 1;
  }
  return parameters;
}

function parsePair(pair: ByteString): Parameter {
  const equals = pair.indexOf("=");
  if (equals === -1) return [formDecode(pair), ""];
  return [formDecode(pair.slice(0, equals)), formDecode(pair.slice(equals + 1))];
}

/**
 * Whether a `Content-Type` is that of a form, whose body a signature covers. RFC 5849 §3.4.1.3.1. Case and parameters
 * such as `charset` make no difference. The method makes none either.
 */
export function isForm(contentType: string | undefined): boolean {
  return contentType !== undefined && formType.test(contentType);
}

/** White space is that of RFC 9110 §5.6.3; `\s` would include U+00A0, which is a byte of a header as well. */
const formType = /^[ \t]*application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/**
 * Whether a `Content-Type` names the type of a form without being one for `isForm`. Another server may read it as one:
 * some end the type at a comma or a space, others take the last of a list, trim U+00A0, or look for the name anywhere.
 * Reject such a request if you pass it on, because its body could be acted on without having been verified.
 */
export function isUnclearForm(contentType: string | undefined): boolean {
  return (
    contentType !== undefined &&
    /x-www-form-urlencoded/i.test(contentType) &&
    !formType.test(contentType)
  );
}

/**
 * Reads the value of an `Authorization` header of the scheme OAuth into decoded parameters, in their order and without
 * the realm. RFC 5849 §3.5.1. Never throws; takes time linear in the value's length.
 *
 * The RFC puts each value in quotes. A value without them is read as well, because HTTP reads a token in the same way
 * (RFC 9110 §11.2) and a proxy may have rewritten the header; the signature still decides. `+` is not a space here.
 * Commas without a parameter between them are skipped.
 */
export function parseAuthorizationHeader(
  value: ByteString,
):
  | { readonly ok: true; readonly parameters: Parameter[] }
  | { readonly ok: false; readonly problem: "another-scheme" | "malformed" } {
  let at = scheme.exec(value)?.[0].length;
  if (at === undefined) return { ok: false, problem: "another-scheme" };
  const parameters: Parameter[] = [];
  while (at < value.length) {
    pair.lastIndex = at;
    const match = pair.exec(value);
    if (match === null) return { ok: false, problem: "malformed" };
    const [whole, name = "", quoted, bare = ""] = match;
    // The realm is the protection space, not a parameter (RFC 5849 §3.4.1.3.1); HTTP names ignore case.
    if (name.toLowerCase() !== "realm") {
      parameters.push([percentDecode(name), percentDecode(quoted ?? bare)]);
    }
    at += whole.length;
  }
  return { ok: true, parameters };
}

/** Whether the value of an `Authorization` header has the scheme OAuth, ignoring case, with or without parameters. */
export function isOAuthScheme(authorization: string): boolean {
  return scheme.test(authorization);
}

/** The scheme and the separators after it, which include line breaks of a folded header. */
const scheme = /^OAuth(?:[ \t\r\n][ \t\r\n,]*|$)/i;

/**
 * One `name="value"` and the separators after it. A quoted string may escape its quotes, as realms do. No two
 * neighboring parts can match the same character, so backtracking is bounded.
 */
const pair =
  /([^=," \t\r\n]+)=(?:"((?:[^"\\]|\\[\s\S])*)"|([^", \t\r\n]*))[ \t\r\n]*(?:$|,[ \t\r\n,]*)/y;

/**
 * Encodes, sorts and joins parameters: `a=1&b=2`. RFC 5849 §3.4.1.3.2. Their names and values are byte strings. Leave
 * out `oauth_signature` and the realm.
 */
export function normalizeParameters(parameters: readonly Parameter[]): string {
  return joinParameters(
    parameters
      .map(([name, value]): Parameter => [percentEncodeBytes(name), percentEncodeBytes(value)])
      .sort(compareParameters),
  );
}

/** Joins parameters that are encoded and sorted: `a=1&b=2`. */
export function joinParameters(encoded: readonly Parameter[]): string {
  return encoded.map(([name, value]) => `${name}=${value}`).join("&");
}

/**
 * The order of parameters that are encoded: by name, then by value, byte by byte. RFC 5849 §3.4.1.3.2. Comparing joined
 * pairs would be wrong: `=` sorts after `-`, `.`, `%` and the digits, so `a-b` would precede `a`.
 */
export function compareParameters(one: Parameter, other: Parameter): number {
  if (one[0] !== other[0]) return one[0] < other[0] ? -1 : 1;
  if (one[1] !== other[1]) return one[1] < other[1] ? -1 : 1;
  return 0;
}
