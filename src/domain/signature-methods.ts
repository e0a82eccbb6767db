/**
 * The signature methods and digests of bodies that an application may use
 * (docs/adr/0061-body-hashes.md).
 */
import { hmacSha1, type SignatureMethod } from "#oauth1";
import type { DigestName } from "./body-digest.ts";

interface Rule {
  readonly requireSha256?: boolean;
}

/**
 * The methods that the service accepts and the application allows. The result is empty if the service accepts HMAC-SHA1
 * only.
 */
export function methodsFor(
  { requireSha256 = false }: Rule,
  accepted: readonly SignatureMethod[],
): readonly SignatureMethod[] {
  return requireSha256 ? accepted.filter(({ name }) => name !== hmacSha1.name) : accepted;
}

/** In a body hash, unlike in an HMAC, SHA-1 is open to collisions: the digest has no key. */
export function allowsDigest({ requireSha256 = false }: Rule, digest: DigestName): boolean {
  return !requireSha256 || digest !== "sha1";
}
