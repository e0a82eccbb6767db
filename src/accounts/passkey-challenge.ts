/**
 * A passkey challenge (WebAuthn §13.4.3) contains its time and a keyed digest that binds it to its
 * purpose and the browser's session id. No table stores challenges, so anonymous callers cannot fill one,
 * and every node recognizes them. The shared nonce store remembers those that were used.
 */

import { mintSessionId, type SessionId, type UserId } from "../domain/credentials.ts";
import { oneTimeLifeMs, oneTimeNonce } from "../domain/one-time-value.ts";
import type { Dependencies } from "../verification/dependencies.ts";

export interface ChallengeFor {
  readonly sessionId: SessionId;
  readonly purpose: "add" | "sign-in" | "second-step" | "again";
  /** If undefined, any passkey counts, and its owner signs in. */
  readonly userId: UserId | undefined;
}

/** The challenge is in base64url. */
export function newChallenge(
  binding: ChallengeFor,
  { keys, clock, random }: Pick<Dependencies, "keys" | "clock" | "random">,
): string {
  const said = `${clock()}.${mintSessionId(random)}`;
  return Buffer.from(`${said}.${keys.digest(boundTo(binding, said))}`).toString("base64url");
}

/** A "wrong" challenge was not made for this; a "late" one was, but has expired. */
export function judgeChallenge(
  challenge: string,
  binding: ChallengeFor,
  { keys, clock }: Pick<Dependencies, "keys" | "clock">,
): "right" | "late" | "wrong" {
  const { said, at, digest } = readChallenge(challenge);
  if (!keys.digestMatches(boundTo(binding, said), digest)) return "wrong";
  const now = clock();
  return now < at || now >= at + oneTimeLifeMs ? "late" : "right";
}

/**
 * Returns whether this is the first use on any node. Call it after the signature was verified, so
 * that no one fills the nonce store without a passkey. Throws `StoreFailure` if the store fails.
 */
export async function spendChallenge(
  challenge: string,
  { nonceStore }: Pick<Dependencies, "nonceStore">,
): Promise<boolean> {
  const { said, at } = readChallenge(challenge);
  return (await nonceStore.remember(oneTimeNonce("passkey", said, at))) === "first";
}

function boundTo({ sessionId, purpose, userId }: ChallengeFor, said: string) {
  const value = [purpose, userId ?? "", sessionId, said].join(" ");
  return { purpose: "passkey challenge", value };
}

function readChallenge(challenge: string) {
  const text = Buffer.from(challenge.slice(0, 400), "base64url").toString("latin1");
  const [at = "", nonce = "", ...digest] = text.split(".");
  return { said: `${at}.${nonce}`, at: Number(at), digest: digest.join(".") };
}
