import { signaturesMatch } from "#oauth1";
import type { Secret } from "../domain/credentials.ts";
import { parseBasicCredentials } from "../domain/oauth2.ts";
import type { Alteration, Cause } from "./cause.ts";
import type { Known } from "./known.ts";

export function keyCause(sent: string, { application, others }: Known): Cause | undefined {
  const { consumerKey } = application;
  if (sent === consumerKey) return undefined;
  const how = alterationOf(sent, consumerKey);
  if (how !== undefined) return { id: "key-altered", how };
  // The result is the same for someone else's key and for a key that does not exist.
  const other = others.find((one) => one.consumerKey === sent);
  return { id: "other-key", application: other?.name };
}

function alterationOf(sent: string, key: string): Alteration | undefined {
  if (sent.trim() === key) return /[\r\n]/.test(sent) ? "line-end" : "space";
  if (sent.replace(/^["'<](.*)["'>]$/, "$1") === key) return "quotes";
  if (sent.toLowerCase() === key.toLowerCase()) return "case";
  const isMostOfIt = sent.length >= key.length - 3 && sent.length < key.length;
  return isMostOfIt && key.includes(sent) ? "cut" : undefined;
}

/** Checks the key and secret in the Basic scheme (RFC 6749 §2.3.1). */
export function basicCause(authorization: string, known: Known): Cause | undefined {
  const credentials = parseBasicCredentials(authorization);
  if (credentials === undefined) return { id: "basic-malformed" };
  const ofKey = keyCause(credentials.username, known);
  if (ofKey !== undefined) return ofKey;
  const { passwords } = credentials;
  const isOneOf = (secrets: readonly Secret[], texts: readonly string[]) =>
    secrets.some((secret) => texts.some((text) => signaturesMatch(secret.reveal(), text)));
  const { secrets, previousSecret, secretRevokedAt } = known.application;
  if (secretRevokedAt !== undefined) return { id: "secret-revoked", at: secretRevokedAt };
  if (isOneOf(secrets, passwords)) return undefined;
  const trimmed = passwords.map((one) => one.trim());
  if (isOneOf(secrets, trimmed)) {
    const how = passwords.some((one) => /[\r\n]$/.test(one)) ? "line-end" : "space";
    return { id: "consumer-secret-altered", how };
  }
  if (previousSecret !== undefined && isOneOf([previousSecret.secret], passwords)) {
    return { id: "previous-secret", until: previousSecret.until };
  }
  return { id: "basic-secret" };
}
