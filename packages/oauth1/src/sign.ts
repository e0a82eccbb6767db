/** Signs a request, as a client. RFC 5849 §3.1, §3.4, §3.5. */
import { randomBytes } from "node:crypto";
import { fromText, percentEncode } from "./encoding.ts";
import { normalizeParameters, type Parameter, parseForm } from "./parameters.ts";
import {
  baseStringUri,
  hmacSha1,
  type SignatureMethod,
  signatureBaseString,
  signingKey,
} from "./signature.ts";

/** The request to sign. */
export interface RequestToSign {
  /** GET unless set. */
  readonly method?: string | undefined;
  /** The absolute URL, with its query, exactly as it will be sent. A fragment is not sent and not signed. */
  readonly url: string | URL;
  /** The body, if it is a form (`application/x-www-form-urlencoded`). Other bodies are not signed. */
  readonly form?: URLSearchParams | string | undefined;
}

/** What the consumer has, and what a token adds. RFC 5849 §1.1. */
export interface Credentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** The request token or access token. */
  readonly token?: string | undefined;
  readonly tokenSecret?: string | undefined;
}

export interface SignOptions {
  /** Other `oauth_*` parameters: `{ oauth_callback: "oob" }`, `{ oauth_verifier: pin }`. RFC 5849 §2.1, §2.3. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** HMAC-SHA1 unless set. */
  readonly signatureMethod?: SignatureMethod | undefined;
  /** Unique for this timestamp and token; 128 random bits in hex unless set. */
  readonly nonce?: string | undefined;
  /** Seconds since the epoch; now unless set. */
  readonly timestamp?: number | undefined;
}

export interface Signed {
  /** The value of the Authorization header. */
  readonly authorization: string;
  /**
   * All `oauth_*` parameters with the signature, to send in a form or the query instead of the header. RFC 5849
   * §3.5.2, §3.5.3. Append them as they are: `url.searchParams.append(name, value)`.
   */
  readonly parameters: readonly Parameter[];
  /** What was signed, to compare with the server's. RFC 5849 §3.4.1.1. */
  readonly baseString: string;
}

/**
 * Signs a request. RFC 5849 §3.1. Sign each request anew, a repeated one too, because its nonce may be used once.
 *
 * Throws a TypeError if the URL is not absolute, or the consumer secret is missing.
 */
export function sign(
  { method = "GET", url, form = "" }: RequestToSign,
  { consumerKey, consumerSecret, token, tokenSecret }: Credentials,
  {
    parameters = {},
    signatureMethod = hmacSha1,
    nonce = randomBytes(16).toString("hex"),
    timestamp = Math.floor(Date.now() / 1000),
  }: SignOptions = {},
): Signed {
  const { origin, pathname, search } = new URL(url);
  const protocol: Parameter[] = Object.entries({
    ...parameters,
    oauth_consumer_key: consumerKey,
    oauth_nonce: nonce,
    oauth_signature_method: signatureMethod.name,
    oauth_timestamp: String(timestamp),
    ...(token !== undefined && { oauth_token: token }),
    oauth_version: "1.0",
  });
  const normalized = normalizeParameters([
    ...protocol.map(([name, value]): Parameter => [fromText(name), fromText(value)]),
    ...parseForm(search.slice(1)),
    ...parseForm(fromText(String(form))),
  ]);
  const baseString = signatureBaseString(method, baseStringUri(origin, pathname), normalized);
  const signature = signatureMethod.sign(baseString, signingKey(consumerSecret, tokenSecret ?? ""));
  const sent: Parameter[] = [...protocol, ["oauth_signature", signature]];
  const pairs = sent.map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`);
  return { authorization: `OAuth ${pairs.join(", ")}`, parameters: sent, baseString };
}
