/** The value of `oauth_body_hash`: the digest of the body's bytes, in base64 unless a case writes it in another way. */
import { createHash } from "node:crypto";
import type { HashedBody } from "./sent.ts";

export function bodyHash({ text, digest, written }: HashedBody): string {
  const bytes = createHash(digest).update(text).digest();
  const right = bytes.toString("base64");
  if (written === "hex") return bytes.toString("hex");
  if (written === "beginning") return right.slice(0, 8);
  return written === "nothing" ? "" : right;
}
