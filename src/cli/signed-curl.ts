import { randomBytes } from "node:crypto";
import { baseStringUri, signatureBaseString } from "../oauth1/base-string.ts";
import { normalizeParameters } from "../oauth1/parameters.ts";
import { percentEncode } from "../oauth1/percent-encoding.ts";
import { hmacSha1, signingKey } from "../oauth1/signature.ts";

/** A curl command with a signature made now (RFC 5849 §3.4). `url` has no query. */
export function signedCurl(
  method: "GET" | "POST",
  url: string,
  consumer: { consumer_key: string; consumer_secret: string },
  token: { oauth_token: string; oauth_token_secret: string } | undefined,
  more: Readonly<Record<string, string>>,
): string {
  const parameters: Record<string, string> = {
    ...more,
    oauth_consumer_key: consumer.consumer_key,
    oauth_nonce: randomBytes(12).toString("hex"),
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_version: "1.0",
    ...(token && { oauth_token: token.oauth_token }),
  };
  const { origin, pathname } = new URL(url);
  const normalized = normalizeParameters(Object.entries(parameters));
  const base = signatureBaseString(method, baseStringUri(origin, pathname), normalized);
  const secret = token?.oauth_token_secret ?? "";
  parameters["oauth_signature"] = hmacSha1(base, signingKey(consumer.consumer_secret, secret));
  const header = Object.entries(parameters)
    .map(([name, value]) => `${name}="${percentEncode(value)}"`)
    .join(", ");
  return `curl -X ${method} -H 'Authorization: OAuth ${header}' ${url}`;
}
