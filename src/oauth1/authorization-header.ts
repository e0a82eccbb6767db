import type { Parameter } from "./parameters.ts";
import { percentDecode } from "./percent-encoding.ts";

export type AuthorizationHeader =
  | { ok: true; parameters: Parameter[] }
  | { ok: false; problem: "another-scheme" | "malformed" };

/**
 * Reads the value of an `Authorization` header of the scheme OAuth into decoded parameters, in
 * their order and without the realm. RFC 5849 §3.5.1. Never throws; linear in the value's length.
 *
 * The RFC puts each value in quotes. One without them is read as well, since HTTP takes a token for
 * the same thing (RFC 9110 §11.2) and a rewritten header may have one; the signature still decides.
 * `+` is no space here. Commas without a parameter between them are skipped.
 */
export function parseAuthorizationHeader(value: string): AuthorizationHeader {
  let at = scheme.exec(value)?.[0].length;
  if (at === undefined) return { ok: false, problem: "another-scheme" };
  const parameters: Parameter[] = [];
  while (at < value.length) {
    pair.lastIndex = at;
    const match = pair.exec(value);
    if (match === null) return { ok: false, problem: "malformed" };
    const [whole, name = "", quoted, bare = ""] = match;
    if (!isRealm(name)) parameters.push([percentDecode(name), percentDecode(quoted ?? bare)]);
    at += whole.length;
  }
  return { ok: true, parameters };
}

/** Whether the value has the scheme OAuth, ignoring case, with or without parameters. */
export function isOAuthScheme(value: string): boolean {
  return scheme.test(value);
}

/** The scheme and the separators after it, which include line breaks of a folded header. */
const scheme = /^OAuth(?:[ \t\r\n][ \t\r\n,]*|$)/i;

/**
 * One `name="value"` and the separators after it. A quoted string may escape its quotes, as realms do. No two
 * neighbouring parts can match the same character, so backtracking is bounded.
 */
const pair =
  /([^=," \t\r\n]+)=(?:"((?:[^"\\]|\\[\s\S])*)"|([^", \t\r\n]*))[ \t\r\n]*(?:$|,[ \t\r\n,]*)/y;

/** The realm is the protection space, not a parameter (§3.4.1.3.1); HTTP names ignore case. */
function isRealm(name: string): boolean {
  return name.toLowerCase() === "realm";
}
