/**
 * Client credentials in the Basic scheme (RFC 6749 §2.3.1, RFC 7617). RFC 6749 has both halves
 * form-encoded, most clients send them raw. Consumer keys and our secrets have no character in which
 * that makes a difference; a secret that came from another system may have a `%`, and so is compared
 * with both readings. Some clients break the base64 into lines.
 */
export interface BasicCredentials {
  readonly username: string;
  /** As it was sent, and decoded where that is something else. */
  readonly passwords: readonly [string, ...string[]];
}

/** Undefined where the header is not of the scheme, or has no colon. */
export function parseBasicCredentials(authorization: string): BasicCredentials | undefined {
  const [, base64] = basic.exec(authorization) ?? [];
  if (base64 === undefined) return undefined;
  const text = Buffer.from(base64, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon === -1) return undefined;
  const sent = text.slice(colon + 1);
  const decoded = formDecoded(sent);
  return {
    username: formDecoded(text.slice(0, colon)),
    passwords: decoded === sent ? [sent] : [sent, decoded],
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
