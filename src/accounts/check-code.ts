import { networkOf } from "../domain/address.ts";
import { typedCode } from "../domain/ascii-digits.ts";
import { byAnonymous } from "../domain/audit-context.ts";
import type { UserId } from "../domain/credentials.ts";
import { OutcomeUnknown, StoreFailure } from "../domain/errors.ts";
import { recoveryCodeDigest, type SecondFactorEvent, totpIdentity } from "../domain/factors.ts";
import { type LimitName, type RemainingQuota, secondsUntilReset } from "../domain/limits.ts";
import type { Session } from "../domain/session.ts";
import { totpStep } from "../tools/totp/totp.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { type BrowserCall, ownBrowser } from "./browser-session.ts";
import type { Spent } from "./check-passkey.ts";

export type CodeChecked<Outcome> =
  | {
      readonly result: "right";
      readonly kind: SecondFactorEvent["kind"];
      readonly outcome: Outcome;
    }
  | { readonly result: "wrong" | "used" }
  | { readonly result: "too-many"; readonly retryAfterSeconds: number };

/**
 * Every try is counted before the code is looked at. Codes of an app count by account: someone who knows the
 * password has five guesses in 15 minutes and ten a day, from all networks together. The account's own browsers have
 * five each, and ten a day together, so that a guesser does not keep the user out. Each guess is right with a chance
 * of 3 in a million, so ten a day succeed within a year with 1.1 %, and the user gets an email on each of these days.
 * Recovery codes have 80 bits, so they count by network or own browser, and only if well-formed. Passkeys are not
 * counted. `spend` returns "spent" if someone else was faster. `rejected` tells when the last try was rejected.
 */
export async function checkCode<Outcome extends Spent>(
  call: BrowserCall,
  { userId, screenName }: Pick<Session, "userId" | "screenName">,
  code: string,
  spend: (authEvent: SecondFactorEvent) => Promise<Outcome | "spent">,
): Promise<CodeChecked<Outcome>> {
  const { incoming, dependencies } = call;
  const { rateLimiter, clock, ledger } = dependencies;
  const now = clock();
  const input = typedCode(code);
  const isTotp = /^\d{6}$/.test(input);
  const recovery = isTotp ? undefined : recoveryEvent(userId, input, now);
  if (!isTotp && recovery === undefined) return { result: "wrong" };
  const { passwordHash } = (await ledger.passwordOf(screenName)) ?? {};
  const own = passwordHash && ownBrowser(call, { userId, passwordHash });
  const counted = (isTotp ? codesBy : recoveryCodesBy)(userId, own, networkOf(incoming.address));
  const quotas: RemainingQuota[] = [];
  for (const [limit, key] of counted) {
    const quota = await rateLimiter.hit(limit, key, now);
    if (quota?.admitted === false) {
      return { result: "too-many", retryAfterSeconds: secondsUntilReset(quota, now) };
    }
    if (quota !== undefined) quotas.push(quota);
  }
  const forgive = async () => {
    for (const [limit, key] of counted) await rateLimiter.forgive(limit, key, now);
  };
  let authEvent: SecondFactorEvent | undefined;
  let outcome: Outcome | "spent" | undefined;
  try {
    authEvent = recovery ?? (await totpEvent(userId, input, dependencies));
    outcome = authEvent && (await spend(authEvent));
  } catch (error) {
    // The code opened nothing and can be typed again, unless it may have been spent.
    if (error instanceof StoreFailure && !(error instanceof OutcomeUnknown)) await forgive();
    throw error;
  }
  if (authEvent === undefined || outcome === undefined || outcome === "spent") {
    const [, day] = quotas;
    if (quotas.some(({ remaining }) => remaining === 0) || isHalfSpent(day)) {
      const by = byAnonymous(now, incoming.address, incoming.userAgent);
      const event = { ...by, name: "user.code-failed-repeatedly", userId } as const;
      await ledger.recordRarely(event, now - 3_600_000);
    }
    // No recovery code is kept once it is used, so it looks like one that never was.
    return { result: outcome === "spent" && isTotp ? "used" : "wrong" };
  }
  await forgive();
  return { result: "right", kind: authEvent.kind, outcome };
}

type Counted = readonly (readonly [LimitName, string])[];

function codesBy(userId: UserId, own: string | undefined): Counted {
  return [
    ["sign-in/code", own === undefined ? userId : `${userId} ${own}`],
    ["sign-in/code-day", own === undefined ? userId : `${userId} own`],
  ];
}

function recoveryCodesBy(userId: UserId, own: string | undefined, network: string): Counted {
  return [["sign-in/recovery-code", `${userId} ${own ?? network}`]];
}

/** The fifth wrong code of a day tells the user about a guesser who stays below the limits. */
function isHalfSpent(quota: RemainingQuota | undefined): boolean {
  return quota !== undefined && quota.remaining === Math.floor(quota.limit / 2);
}

async function totpEvent(
  userId: UserId,
  code: string,
  { ledger, keys, clock }: Dependencies,
): Promise<SecondFactorEvent | undefined> {
  const sealed = await ledger.sealedTotpSecret(userId);
  if (sealed === undefined) return undefined;
  const now = clock();
  const step = totpStep(keys.open(sealed, totpIdentity(userId)), code, now);
  return step === undefined ? undefined : { kind: "totp", step, at: now };
}

function recoveryEvent(userId: UserId, code: string, at: number): SecondFactorEvent | undefined {
  const digest = recoveryCodeDigest(userId, code);
  return digest && { kind: "recovery-code", digest, at };
}
