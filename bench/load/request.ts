import { authorizationHeader, type Pairs, signedPairs } from "../../test/support/signing.ts";
import type { Signer } from "./plan.ts";

/** The bytes of a request, as a client's library would send them. */
export function httpRequest(
  method: string,
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  form?: string,
): string {
  const all = {
    host: new URL(origin).host,
    ...headers,
    ...(form !== undefined && {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(Buffer.byteLength(form)),
    }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${form ?? ""}`;
}

export interface SignedFor extends Signer {
  readonly token?: string;
  readonly tokenSecret?: string;
}

/** The same, signed in its header; every one has a nonce of its own. */
export function signedRequest(
  method: string,
  origin: string,
  path: string,
  credentials: SignedFor,
  oauth: Readonly<Record<string, string>> = {},
): string {
  const length: Record<string, string> = method === "POST" ? { "content-length": "0" } : {};
  const authorization = signedAuthorization(method, origin, path, credentials, oauth);
  return httpRequest(method, origin, path, { authorization, ...length });
}

export function signedAuthorization(
  method: string,
  origin: string,
  path: string,
  credentials: SignedFor,
  oauth: Readonly<Record<string, string>> = {},
): string {
  const pairs: Pairs = signedPairs(method, `${origin}${path}`, credentials, [], oauth);
  return authorizationHeader(pairs);
}
