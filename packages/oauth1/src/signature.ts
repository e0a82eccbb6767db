/** Signature methods, and the base string that they sign. RFC 5849 §3.4. */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import { type ByteString, percentEncode, percentEncodeBytes } from "./encoding.ts";

/** How a signature is computed from a base string. */
export interface SignatureMethod {
  /** The value of `oauth_signature_method`. */
  readonly name: string;
  /** The signature in base64. `key` is the text that `signingKey` returns. */
  readonly sign: (baseString: ByteString, key: string) => string;
}

/** HMAC-SHA1, the method that every client has. RFC 5849 §3.4.2. */
export const hmacSha1: SignatureMethod = hmac("HMAC-SHA1", "sha1");
/** HMAC-SHA256: as HMAC-SHA1, with SHA-256. No RFC describes it, but several providers require it. */
export const hmacSha256: SignatureMethod = hmac("HMAC-SHA256", "sha256");
/** HMAC-SHA512: as HMAC-SHA1, with SHA-512. No RFC describes it. */
export const hmacSha512: SignatureMethod = hmac("HMAC-SHA512", "sha512");

function hmac(name: string, digest: string): SignatureMethod {
  return {
    name,
    sign: (baseString, key) =>
      createHmac(digest, key).update(baseString, "latin1").digest("base64"),
  };
}

/**
 * The key of an HMAC: both secrets, encoded and joined. Without a token, its secret is empty and the `&` stays. RFC
 * 5849 §3.4.2. Throws a TypeError if a secret is missing: `undefined` and `null` would be keys that anyone can guess.
 */
export function signingKey(consumerSecret: string, tokenSecret: string): string {
  return [consumerSecret, tokenSecret].map(encodedSecret).join("&");
}

function encodedSecret(secret: unknown): string {
  if (typeof secret !== "string") throw new TypeError("A secret is missing or not a string.");
  return percentEncode(secret);
}

/**
 * The URI of a base string: scheme, host, port and path, without the query. RFC 5849 §3.4.1.2. `origin` is as URLs
 * print it: scheme and host in lower case, the port only where it is not the scheme's own. The path keeps the bytes and
 * escapes that were sent. An empty path is `/` (RFC 3986 §6.2.3).
 */
export function baseStringUri(origin: string, path: ByteString): string {
  return origin + (path === "" ? "/" : path);
}

/** The signature base string of parameters that are already normalized. RFC 5849 §3.4.1.1. */
export function signatureBaseString(method: string, uri: ByteString, normalized: string): string {
  return `${encodedRequestLine(method, uri)}&${percentEncodeBytes(normalized)}`;
}

/** The first two parts of a base string. */
export function encodedRequestLine(method: string, uri: ByteString): string {
  return `${percentEncodeBytes(method.toUpperCase())}&${percentEncodeBytes(uri)}`;
}

/**
 * Whether two signatures are equal, in constant time. It compares the base64 texts, not the decoded digests: the last
 * character of a digest's base64 has unused bits, so decoding would accept several spellings of one signature.
 */
export function signaturesMatch(expected: string, received: string): boolean {
  const one = Buffer.from(expected, "utf8");
  const other = Buffer.from(received, "utf8");
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
