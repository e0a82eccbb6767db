/** Standard Webhooks 1.0.0 (https://www.standardwebhooks.com). The key is the base64 after `whsec_` in the secret. */
import { createHmac } from "node:crypto";
import type { Secret } from "../../domain/credentials.ts";

export const secretPrefix = "whsec_";

/** Receivers reject old timestamps, so a copied request can't be sent again later. */
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
