/**
 * Signed as Standard Webhooks 1.0.0 says (https://www.standardwebhooks.com): receivers find libraries for it in many
 * languages. The key is what the secret has in base64 after `whsec_`.
 */
import { createHmac } from "node:crypto";
import type { Secret } from "../domain/credentials.ts";

export const secretPrefix = "whsec_";

/** `at`: milliseconds since the epoch. The receiver refuses what is old, so a copy cannot be sent again later. */
export function signedHeaders(
  secrets: readonly Secret[],
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.reveal().slice(secretPrefix.length), "base64");
    const digest = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
    return `v1,${digest}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
