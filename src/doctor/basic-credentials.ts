import { signaturesMatch } from "../oauth1/signature.ts";
import { parseBasicCredentials } from "../oauth2/basic-credentials.ts";
import type { Cause } from "./cause.ts";
import { keyCause } from "./keys.ts";
import type { Known } from "./known.ts";

/** What is wrong with key and secret in the scheme Basic (RFC 6749 §2.3.1); undefined: nothing. */
export function basicCause(authorization: string, known: Known): Cause | undefined {
  const credentials = parseBasicCredentials(authorization);
  if (credentials === undefined) return { id: "basic-malformed" };
  const ofKey = keyCause(credentials.username, known);
  if (ofKey !== undefined) return ofKey;
  const isSecret = (text: string) =>
    known.application.secrets.some((secret) => signaturesMatch(secret.reveal(), text));
  const { password } = credentials;
  if (isSecret(password)) return undefined;
  if (/[\r\n]$/.test(password) && isSecret(password.trim())) {
    return { id: "consumer-secret-altered", how: "line-end" };
  }
  if (isSecret(password.trim())) return { id: "consumer-secret-altered", how: "space" };
  const { oldSecret } = known.application;
  if (oldSecret !== undefined && signaturesMatch(oldSecret.secret.reveal(), password)) {
    return { id: "old-secret", until: oldSecret.until };
  }
  return { id: "basic-secret" };
}
