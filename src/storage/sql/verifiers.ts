/** Stores verifiers, and compares them with those that are presented. */
import { timingSafeEqual } from "node:crypto";
import { type RequestToken, tokenDigest, type Verifier } from "../../domain/credentials.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";

/** A PIN is too short for a plain hash: someone with a copy of the database could try all ten million. */
export function verifierDigest(
  keys: KeyRing,
  approval: { token: RequestToken; verifier: Verifier; kind: "verifier" | "pin" },
): string {
  if (approval.kind === "verifier") return tokenDigest(approval.verifier);
  return keys.digest(pinOf(approval));
}

/** A PIN is stored as `<key id>.<HMAC>`. The dot distinguishes it from the plain digest of a long verifier. */
export function verifierIs(keys: KeyRing, presented: PresentedVerifier, digest: string): boolean {
  if (digest.includes(".")) return keys.digestMatches(pinOf(presented), digest);
  return timingSafeEqual(Buffer.from(tokenDigest(presented.verifier)), Buffer.from(digest));
}

interface PresentedVerifier {
  readonly token: RequestToken;
  readonly verifier: string;
}

function pinOf({ token, verifier }: PresentedVerifier) {
  return { purpose: "pin", value: `${token}\0${verifier}` };
}
