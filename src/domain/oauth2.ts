/** The supported parts of RFC 6749 and 6750, as functions of a request's header and form. */

/**
 * RFC 6749 §2.3.1 form-encodes both halves of Basic credentials (RFC 7617), but most clients send them raw; decoding
 * is right for both, given the characters of our keys and secrets. Some clients break the base64 into lines.
 */
export interface BasicCredentials {
  readonly username: string;
  /** The first is as it was sent; another is decoded, where that differs. */
  readonly passwords: readonly [string, ...string[]];
}

/** Returns undefined if the header has another scheme or no colon. */
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

/** The first character after the spaces is not a space, so there is only one way to match. */
const basic = /^basic +([A-Za-z0-9+/=_-][A-Za-z0-9+/=_ \t\r\n-]*)$/i;

/** `+` stays, because a raw secret might be base64; ours have neither `+` nor a space. */
function formDecoded(text: string): string {
  if (!text.includes("%")) return text;
  const plain = text.replaceAll("&", "%26").replaceAll("+", "%2B");
  return new URLSearchParams(`x=${plain}`).get("x") ?? "";
}

/** RFC 6750 §2.1: returns the `b64token`, or undefined if the header has another form. */
export function parseBearer(authorization: string): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
}

export function isBearerScheme(authorization: string): boolean {
  return /^bearer(?: |$)/i.test(authorization);
}

export type TokenRequest =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly problem: "missing" | "unsupported" | "two-identities";
    };

export const tokenRequestNames: readonly string[] = ["grant_type", "client_id", "client_secret"];

/** `sent` has the decoded values of `tokenRequestNames`, and Basic credentials name `clientId`. */
export function readTokenRequest(
  sent: ReadonlyMap<string, string>,
  clientId: string,
): TokenRequest {
  const grantType = sent.get("grant_type");
  // RFC 6749 §2.3: a client must not use more than one way to authenticate.
  if ((sent.get("client_id") ?? clientId) !== clientId || sent.has("client_secret")) {
    return { ok: false, problem: "two-identities" };
  }
  if (grantType === undefined || grantType === "") return { ok: false, problem: "missing" };
  if (grantType !== "client_credentials") return { ok: false, problem: "unsupported" };
  return { ok: true };
}
