/** Digests of bodies, as a request signs them in `oauth_body_hash`: draft-eaton-oauth-bodyhash-00. */
import { Buffer } from "node:buffer";
import { hash } from "node:crypto";

export const digestNames = ["sha1", "sha256", "sha512"] as const;
export type DigestName = (typeof digestNames)[number];

export interface BodyDigest {
  readonly name: DigestName;
  readonly bytes: Buffer;
}

/**
 * Reads a digest in base64, whose length says which one it is. The draft has SHA-1 for HMAC-SHA1 and leaves the digest
 * of other methods to them (§3.1); with HMAC-SHA256 some clients take SHA-256, and others SHA-1. Returns undefined if
 * the text is not a digest.
 */
export function readDigest(text: string): BodyDigest | undefined {
  const bytes = Buffer.from(text, "base64");
  // The decoder skips what is not base64.
  if (bytes.toString("base64") !== text) return undefined;
  const name = digestNames.find((one) => lengths[one] === bytes.length);
  return name && { name, bytes };
}

const lengths: Readonly<Record<DigestName, number>> = { sha1: 20, sha256: 32, sha512: 64 };

/** `body` is a binary string. */
export function digestOf(body: string, name: DigestName): Buffer {
  return hash(name, Buffer.from(body, "latin1"), "buffer");
}
