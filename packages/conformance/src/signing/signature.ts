/** The signature methods of RFC 5849 §3.4.2 to §3.4.4, and HMAC with newer digests. */
import { createHmac, sign } from "node:crypto";
import type { SignatureMethod } from "../protocol.ts";
import { encoded } from "./percent-encoding.ts";

export interface Secrets {
  readonly consumer: string;
  /** This is empty if there is no token. */
  readonly token: string;
  /** PEM, for RSA-SHA1. */
  readonly privateKey?: string | undefined;
}

/** Throws if there is no key for RSA-SHA1; reading the config prevents that. */
export function signatureOf(base: string, method: SignatureMethod, secrets: Secrets): string {
  if (method === "PLAINTEXT") return signingKey(secrets);
  if (method !== "RSA-SHA1") return hmac(digests[method], base, signingKey(secrets));
  if (secrets.privateKey === undefined) throw new Error("RSA-SHA1 needs a private key");
  return sign("RSA-SHA1", Buffer.from(base), secrets.privateKey).toString("base64");
}

export const digests = {
  "HMAC-SHA1": "sha1",
  "HMAC-SHA256": "sha256",
  "HMAC-SHA512": "sha512",
} as const;

/** §3.4.2: both secrets, encoded and joined with `&`, even if one is empty. */
export function signingKey({ consumer, token }: Pick<Secrets, "consumer" | "token">): string {
  return `${encoded(consumer)}&${encoded(token)}`;
}

export function hmac(hash: string, base: string, key: string): string {
  return createHmac(hash, key).update(base).digest("base64");
}
