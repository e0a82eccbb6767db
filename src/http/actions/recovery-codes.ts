import type { Random, TokenDigest, UserId } from "../../domain/credentials.ts";
import { mintRecoveryCodes, recoveryCodeDigest } from "../../domain/factors.ts";

/** New recovery codes, as they are shown once and as they are stored. */
export function newRecoveryCodes(
  userId: UserId,
  random: Random,
): { readonly shown: readonly string[]; readonly digests: readonly TokenDigest[] } {
  const shown = mintRecoveryCodes(random);
  const digests = shown.map((code) => recoveryCodeDigest(userId, code));
  return { shown, digests: digests.filter((digest) => digest !== undefined) };
}
