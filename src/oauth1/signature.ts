import { createHmac, timingSafeEqual } from "node:crypto";
import { fromText, percentEncode } from "./percent-encoding.ts";

/**
 * The base64 HMAC-SHA1 of a base string (RFC 5849 §3.4.2). The secrets are texts; without a token
 * its secret is empty, and the `&` between them stays.
 */
export function hmacSha1(baseString: string, consumerSecret: string, tokenSecret: string): string {
  const key = `${encodeSecret(consumerSecret)}&${encodeSecret(tokenSecret)}`;
  return createHmac("sha1", key).update(baseString, "latin1").digest("base64");
}

function encodeSecret(secret: string): string {
  return percentEncode(fromText(secret));
}

/**
 * Whether the presented signature is the expected one, in a time that does not depend on where
 * they differ. Compares base64 texts and not the digests behind them: the last character of a
 * digest's base64 has two bits to spare, so decoding would accept four spellings of one signature.
 */
export function signaturesMatch(expected: string, presented: string): boolean {
  const one = Buffer.from(expected, "utf8");
  const other = Buffer.from(presented, "utf8");
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
