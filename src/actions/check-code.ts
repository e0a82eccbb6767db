import type { Dependencies } from "../dependencies.ts";
import type { UserId } from "../domain/credentials.ts";
import { recoveryCodeDigest, type SecondProof, totpIdentity } from "../domain/factors.ts";
import { type LimitName, type Standing, secondsUntilReset } from "../domain/limits.ts";
import { OutcomeUnknown, StoreFailure } from "../domain/refusals.ts";
import type { Call } from "../endpoint.ts";
import { byStranger } from "../events/context.ts";
import { codesRefused } from "../events/sign-in.ts";
import { totpStep } from "../totp/totp.ts";

export type CodeChecked<Outcome> =
  | { readonly result: "right"; readonly kind: SecondProof["kind"]; readonly outcome: Outcome }
  | { readonly result: "wrong" | "used" }
  | { readonly result: "too-many"; readonly retryAfterSeconds: number };

/**
 * A code of an authenticator app, or a recovery code. Every try is counted before it is looked at, by
 * account: somebody who knows the password has five guesses in 15 minutes and ten a day, in all browsers together. A guess
 * is right with a chance of 3 in a million, so ten a day succeed within a year with a chance of 1.1 %, and the person gets
 * an email on each of these days. Recovery codes, which nobody can guess, are counted separately, and passkeys are not
 * counted, so that guesses do not keep the owner out.
 *
 * `spend` uses the proof up, and says "spent" where somebody else was faster. `refused`: when the last try was refused.
 */
export async function checkCode<Outcome>(
  call: Pick<Call, "incoming" | "dependencies">,
  userId: UserId,
  typed: string,
  spend: (proof: SecondProof) => Promise<Outcome | "spent">,
): Promise<CodeChecked<Outcome>> {
  const { incoming, dependencies } = call;
  const { rateMeter, clock, ledger } = dependencies;
  const now = clock();
  const digits = typed.replace(/\s/g, "");
  const isTotp = /^\d{6}$/.test(digits);
  const counted: readonly LimitName[] = isTotp
    ? ["sign-in/code", "sign-in/code-day"]
    : ["sign-in/recovery-code"];
  const standings: Standing[] = [];
  for (const limit of counted) {
    const standing = await rateMeter.hit(limit, userId, now);
    if (standing?.admitted === false) {
      return { result: "too-many", retryAfterSeconds: secondsUntilReset(standing, now) };
    }
    if (standing !== undefined) standings.push(standing);
  }
  const forgive = async () => {
    for (const limit of counted) await rateMeter.forgive(limit, userId, now);
  };
  let proof: SecondProof | undefined;
  let outcome: Outcome | "spent" | undefined;
  try {
    proof = isTotp
      ? await totpProof(userId, digits, dependencies)
      : recoveryProof(userId, typed, now);
    outcome = proof && (await spend(proof));
  } catch (error) {
    // It opened nothing and can be typed again, unless it may have been spent.
    if (error instanceof StoreFailure && !(error instanceof OutcomeUnknown)) await forgive();
    throw error;
  }
  if (proof === undefined || outcome === undefined || outcome === "spent") {
    const [, day] = standings;
    if (standings.some(({ remaining }) => remaining === 0) || isHalfSpent(day)) {
      const event = codesRefused(byStranger(now, incoming.address), userId);
      await ledger.recordRarely(event, now - 3_600_000);
    }
    // A recovery code that was used and one that never was are the same: neither is kept.
    return { result: outcome === "spent" && isTotp ? "used" : "wrong" };
  }
  await forgive();
  return { result: "right", kind: proof.kind, outcome: outcome as Outcome };
}

/** So that the person hears of a guesser who stays below the limits, too: from the fifth wrong code of a day. */
function isHalfSpent(standing: Standing | undefined): boolean {
  return standing !== undefined && standing.remaining === Math.floor(standing.limit / 2);
}

async function totpProof(
  userId: UserId,
  code: string,
  { ledger, keys, clock }: Dependencies,
): Promise<SecondProof | undefined> {
  const sealed = await ledger.sealedTotpSecret(userId);
  if (sealed === undefined) return undefined;
  const now = clock();
  const step = totpStep(keys.open(sealed, totpIdentity(userId)), code, now);
  return step === undefined ? undefined : { kind: "totp", step, at: now };
}

function recoveryProof(userId: UserId, typed: string, at: number): SecondProof | undefined {
  const digest = recoveryCodeDigest(userId, typed);
  return digest && { kind: "recovery-code", digest, at };
}
