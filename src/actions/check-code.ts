import type { Dependencies } from "../dependencies.ts";
import type { UserId } from "../domain/credentials.ts";
import { recoveryCodeDigest, type SecondProof, totpIdentity } from "../domain/factors.ts";
import { type LimitName, secondsUntilReset } from "../domain/limits.ts";
import { byStranger } from "../events/context.ts";
import { codesRefused } from "../events/sign-in.ts";
import { totpStep } from "../totp/totp.ts";
import { tellOfFactors } from "./tell-of-factors.ts";

export type CodeChecked<Outcome> =
  | { readonly result: "right"; readonly kind: SecondProof["kind"]; readonly outcome: Outcome }
  | { readonly result: "wrong" | "used" }
  | { readonly result: "too-many"; readonly retryAfterSeconds: number };

/**
 * A code of an authenticator app, or a recovery code. Every try is counted before it is looked at, by
 * account: somebody who knows the password has five guesses, in however many browsers. Recovery codes, which nobody
 * can guess, are counted apart, so that guesses at the others do not keep their owner out.
 *
 * `spend` uses the proof up, and says "spent" where somebody else was faster. `refused`: when the last try was refused.
 */
export async function checkCode<Outcome>(
  call: Parameters<typeof tellOfFactors>[0],
  userId: UserId,
  typed: string,
  spend: (proof: SecondProof) => Promise<Outcome | "spent">,
): Promise<CodeChecked<Outcome>> {
  const { incoming, dependencies } = call;
  const { rateMeter, clock, ledger } = dependencies;
  const now = clock();
  const digits = typed.replace(/\s/g, "");
  const isTotp = /^\d{6}$/.test(digits);
  const limit: LimitName = isTotp ? "sign-in/code" : "sign-in/recovery-code";
  const standing = await rateMeter.hit(limit, userId, now);
  if (standing?.admitted === false) {
    return { result: "too-many", retryAfterSeconds: secondsUntilReset(standing, now) };
  }
  const proof = isTotp
    ? await totpProof(userId, digits, dependencies)
    : recoveryProof(userId, typed, now);
  const outcome = proof && (await spend(proof));
  if (proof === undefined || outcome === undefined || outcome === "spent") {
    if (standing?.remaining === 0) {
      const event = codesRefused(byStranger(now, incoming.address), userId);
      const isNews = await ledger.recordRarely(event, now - 3_600_000);
      if (isNews) await tellOfFactors(call, userId, "codesRefused");
    }
    // A recovery code that was used and one that never was are the same: neither is kept.
    return { result: outcome === "spent" && isTotp ? "used" : "wrong" };
  }
  await rateMeter.forgive(limit, userId, now);
  return { result: "right", kind: proof.kind, outcome: outcome as Outcome };
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
