/** A correct OAuth 1.0a signer, written independently of the code under test. */
import { createHmac, randomBytes } from "node:crypto";

export interface SigningCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token?: string;
  readonly tokenSecret?: string;
}

export type Pairs = readonly (readonly [string, string])[];

/**
 * The `oauth_*` pairs with the signature. `parameters`: other signed ones (query, form, own header parameters). `oauth`
 * replaces or (undefined) removes protocol parameters.
 */
export function signedPairs(
  method: string,
  url: string,
  credentials: SigningCredentials,
  parameters: Pairs = [],
  oauth: Readonly<Record<string, string | undefined>> = {},
): [string, string][] {
  const { consumerKey, consumerSecret, token, tokenSecret = "" } = credentials;
  const all: Record<string, string | undefined> = {
    oauth_consumer_key: consumerKey,
    oauth_nonce: randomBytes(12).toString("hex"),
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_version: "1.0",
    ...(token !== undefined && { oauth_token: token }),
    ...oauth,
  };
  const pairs = Object.entries(all).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const { origin, pathname } = new URL(url);
  const normalized = [...pairs, ...parameters]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const base = [method.toUpperCase(), origin + pathname, normalized].map(encode).join("&");
  const digest = digests[all["oauth_signature_method"] ?? ""] ?? "sha1";
  const signature = createHmac(digest, `${encode(consumerSecret)}&${encode(tokenSecret)}`)
    .update(base)
    .digest("base64");
  return [...pairs, ["oauth_signature", signature]];
}

/** Every other name, which is rejected, is signed as HMAC-SHA1. */
const digests: Readonly<Record<string, string>> = {
  "HMAC-SHA256": "sha256",
  "HMAC-SHA512": "sha512",
};

export function authorizationHeader(pairs: Pairs): string {
  return `OAuth ${pairs.map(([name, value]) => `${encode(name)}="${encode(value)}"`).join(", ")}`;
}

/** Sends a request signed in its header; the signature covers the query of `url` and a `form`. */
export function signedFetch(
  method: string,
  url: string,
  credentials: SigningCredentials,
  more: {
    form?: Pairs;
    oauth?: Readonly<Record<string, string | undefined>>;
    headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Response> {
  const parameters = [...new URL(url).searchParams, ...(more.form ?? [])] as Pairs;
  const pairs = signedPairs(method, url, credentials, parameters, more.oauth);
  const init: RequestInit = {
    method,
    redirect: "manual",
    headers: { authorization: authorizationHeader(pairs), ...more.headers },
  };
  if (more.form !== undefined) {
    init.body = new URLSearchParams(
      more.form.map(([name, value]): [string, string] => [name, value]),
    );
  }
  return fetch(url, init);
}

export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
