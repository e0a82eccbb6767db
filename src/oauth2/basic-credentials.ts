/**
 * Client credentials in the Basic scheme (RFC 6749 §2.3.1, RFC 7617). RFC 6749 has both halves
 * form-encoded, most clients send them raw; consumer keys and secrets have no character in which
 * that makes a difference, so decoding is right for both. Some clients break the base64 into lines.
 */
export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/** Undefined where the header is not of the scheme, or has no colon. */
export function parseBasicCredentials(authorization: string): BasicCredentials | undefined {
  const [, base64] = basic.exec(authorization) ?? [];
  if (base64 === undefined) return undefined;
  const text = Buffer.from(base64, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon === -1) return undefined;
  return {
    username: formDecoded(text.slice(0, colon)),
    password: formDecoded(text.slice(colon + 1)),
  };
}

/** The first character behind the blanks is not one, so that there is one way only to part them. */
const basic = /^basic +([A-Za-z0-9+/=_-][A-Za-z0-9+/=_ \t\r\n-]*)$/i;

/** `+` stays: base64 is what a raw secret might hold, and ours hold neither. */
function formDecoded(text: string): string {
  if (!text.includes("%")) return text;
  const plain = text.replaceAll("&", "%26").replaceAll("+", "%2B");
  return new URLSearchParams(`x=${plain}`).get("x") ?? "";
}
