/**
 * Challenges for passkeys (WebAuthn §13.4.3). A challenge contains the time when it was made, and a keyed
 * digest that binds it to its purpose and the browser's session id. No table stores challenges, so strangers
 * cannot fill one, and every node recognizes them. The replay book, which all nodes share, remembers those that
 * were used.
 */
import type { Dependencies } from "../dependencies.ts";
import { mintSessionId, type SessionId, type UserId } from "../domain/credentials.ts";
import { oneTimeLifeMs, oneTimeNonce } from "../domain/one-time-value.ts";

/** What a response to the challenge may be used for. */
export interface ChallengeFor {
  readonly sessionId: SessionId;
  readonly purpose: "add" | "sign-in" | "second-step" | "again";
  /** Undefined: any passkey, whose owner signs in. */
  readonly userId: UserId | undefined;
}

/** In base64url. */
export function newChallenge(
  asked: ChallengeFor,
  { keys, clock, random }: Pick<Dependencies, "keys" | "clock" | "random">,
): string {
  const said = `${clock()}.${mintSessionId(random)}`;
  return Buffer.from(`${said}.${keys.digest(boundTo(asked, said))}`).toString("base64url");
}

/** "wrong": the challenge was not made for this. "late": it was, but it has expired. */
export function judgeChallenge(
  challenge: string,
  asked: ChallengeFor,
  { keys, clock }: Pick<Dependencies, "keys" | "clock">,
): "right" | "late" | "wrong" {
  const { said, at, digest } = readChallenge(challenge);
  if (!keys.digestMatches(boundTo(asked, said), digest)) return "wrong";
  const now = clock();
  return now < at || now >= at + oneTimeLifeMs ? "late" : "right";
}

/**
 * Spends a challenge that was judged right; returns whether this is its first use on any node. Call it after
 * the signature was verified, so that nobody can fill the book without a passkey. Throws `StoreFailure` if the
 * book cannot be asked.
 */
export async function spendChallenge(
  challenge: string,
  { replayBook }: Pick<Dependencies, "replayBook">,
): Promise<boolean> {
  const { said, at } = readChallenge(challenge);
  return (await replayBook.remember(oneTimeNonce("passkey", said, at))) === "first";
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
