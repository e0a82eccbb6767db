import { encoded } from "./signing/percent-encoding.ts";

/** Shorter secrets protect nothing, and occur in many texts by chance. */
const shortest = 6;

/** Removes these secrets, in any encoding, and control characters that affect a terminal. */
export function redacted(text: string, secrets: Iterable<string>): string {
  let left = text;
  for (const secret of new Set(secrets)) {
    if (secret.length < shortest) continue;
    for (const form of [secret, encoded(secret), encoded(encoded(secret))]) {
      left = left.replaceAll(form, "[secret]");
    }
  }
  return left
    .replace(/(secret|password|verifier)((?:=|%3D|"\s*:\s*"))[^&"\s%[]{6,}/gi, "$1$2[secret]")
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ");
}
