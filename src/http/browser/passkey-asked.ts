import type { Browser } from "../../accounts/browser-session.ts";
import { relyingPartyAt } from "../../accounts/offered-methods.ts";
import { type ChallengeFor, newChallenge } from "../../accounts/passkey-challenge.ts";
import type { UserId } from "../../domain/credentials.ts";
import type { Passkey } from "../../domain/passkey.ts";
import { requestOptions } from "../../tools/passkeys/options.ts";
import type { Call } from "../operation/endpoint.ts";

/** The options are the same for everyone, and undefined if passkeys do not work here. */
export function passkeyForSignIn(
  call: Pick<Call<Browser>, "incoming" | "caller" | "dependencies">,
): string | undefined {
  // If providers are the only sign-in method, passkeys only serve as a second step.
  if (call.dependencies.config.signInMethods !== "all") return undefined;
  return challengeOptions(call, signInChallenge(call), []);
}

/** Returns undefined if the user has no passkey, too. */
export function passkeyOf(
  call: Pick<Call<Browser>, "incoming" | "caller" | "dependencies">,
  purpose: "second-step" | "again",
  user: { readonly userId: UserId; readonly passkeys: readonly Passkey[] },
): string | undefined {
  if (user.passkeys.length === 0) return undefined;
  return challengeOptions(call, challengeOf(call, purpose, user.userId), user.passkeys);
}

export function signInChallenge({ caller }: Pick<Call<Browser>, "caller">): ChallengeFor {
  return { sessionId: caller.sessionId, purpose: "sign-in", userId: undefined };
}

export function challengeOf(
  { caller }: Pick<Call<Browser>, "caller">,
  purpose: Exclude<ChallengeFor["purpose"], "sign-in">,
  userId: UserId,
): ChallengeFor {
  return { sessionId: caller.sessionId, purpose, userId };
}

function challengeOptions(
  { incoming, dependencies }: Pick<Call<Browser>, "incoming" | "dependencies">,
  challengeFor: ChallengeFor,
  passkeys: readonly Passkey[],
): string | undefined {
  const relyingParty = relyingPartyAt(incoming, dependencies);
  if (relyingParty === undefined) return undefined;
  const challenge = newChallenge(challengeFor, dependencies);
  return requestOptions({ relyingParty, challenge, passkeys });
}
