/**
 * Challenges of passkeys (WebAuthn §13.4.3). A challenge says itself when it was made and for what, and carries a digest
 * of the key ring that binds it to the browser's session id: there is no table that strangers could fill, and every
 * node knows its own. The replay book, which all nodes share, remembers each that was used.
 */
import type { Dependencies } from "../dependencies.ts";
import { mintSessionId, type SessionId, type UserId } from "../domain/credentials.ts";
import { timestampWindowSeconds } from "../domain/timestamp.ts";

/** What an answer to it may do; that of one kind does nothing else. */
export interface ChallengeFor {
  readonly sessionId: SessionId;
  readonly purpose: "add" | "sign-in" | "second-step" | "again";
  /** Undefined: whose passkey it is, says who signs in. */
  readonly userId: UserId | undefined;
}

/** How long an answer may take, in milliseconds: as long as the replay book remembers that it came. */
const challengeMs = 2 * timestampWindowSeconds * 1000;

/** In base64url. */
export function newChallenge(
  asked: ChallengeFor,
  { keys, clock, random }: Pick<Dependencies, "keys" | "clock" | "random">,
): string {
  const said = `${clock()}.${mintSessionId(random)}`;
  return Buffer.from(`${said}.${keys.digest(boundTo(asked, said))}`).toString("base64url");
}

/** "wrong": it was not made for that; "late": it was, and its time is over. */
export function judgeChallenge(
  challenge: string,
  asked: ChallengeFor,
  { keys, clock }: Pick<Dependencies, "keys" | "clock">,
): "right" | "late" | "wrong" {
  const { said, at, digest } = readChallenge(challenge);
  if (!keys.digestMatches(boundTo(asked, said), digest)) return "wrong";
  const now = clock();
  return now < at || now >= at + challengeMs ? "late" : "right";
}

/**
 * Whether a challenge that was judged right is used for the first time, on any node. Asked once the signature was
 * found right, so that nobody fills the book without a passkey. Throws `StoreFailure` where nobody can say.
 */
export async function spendChallenge(
  challenge: string,
  { replayBook }: Pick<Dependencies, "replayBook">,
): Promise<boolean> {
  const { said, at } = readChallenge(challenge);
  // In the middle of its time, which is then the whole of what the book remembers.
  const timestamp = Math.floor(at / 1000) + timestampWindowSeconds;
  return (await replayBook.remember({ scope: "passkey", nonce: said, timestamp })) === "first";
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
