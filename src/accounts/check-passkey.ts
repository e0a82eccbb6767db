import { byAnonymous } from "../domain/audit-context.ts";
import type { SecondFactorEvent } from "../domain/factors.ts";
import { type PasskeyHolder, passkeyUserHandle } from "../domain/passkey.ts";
import { counterOf, readAssertion } from "../tools/passkeys/assertion.ts";
import type { BrowserCall } from "./browser-session.ts";
import { relyingPartyAt } from "./offered-methods.ts";
import { type ChallengeFor, judgeChallenge, spendChallenge } from "./passkey-challenge.ts";

type PasskeyEvent = Extract<SecondFactorEvent, { kind: "passkey" }>;

/** A typed text is wrapped in an object, because it could equal "spent". */
export type Spent = object | "authenticated" | "gone";

export type PasskeyChecked<Outcome> =
  | { readonly result: "right"; readonly outcome: Outcome }
  | { readonly result: "wrong" | "late" | "counter-back" };

/**
 * An unknown passkey, a removed one and another user's are "wrong" alike; "late" means that the
 * page was open too long. `spend` returns "spent" if the database rejected the passkey: a counter
 * that did not advance means that the passkey was copied or restored, and its owner is notified
 * (WebAuthn §6.1.1). No one guesses a signature, so only the page's limit counts tries.
 */
export async function checkPasskey<Outcome extends Spent>(
  call: Pick<BrowserCall, "incoming" | "dependencies">,
  binding: ChallengeFor,
  sent: string,
  spend: (holder: PasskeyHolder, authEvent: PasskeyEvent) => Promise<Outcome | "spent">,
): Promise<PasskeyChecked<Outcome>> {
  const { incoming, dependencies } = call;
  const { ledger, clock } = dependencies;
  const relyingParty = relyingPartyAt(incoming, dependencies);
  const assertion = readAssertion(sent);
  if (relyingParty === undefined || assertion === undefined) return { result: "wrong" };
  const judged = judgeChallenge(assertion.challenge, binding, dependencies);
  if (judged !== "right") return { result: judged };
  const { id, userHandle } = assertion;
  const holder = await ledger.passkeyHolder(id);
  if (holder === undefined) return { result: "wrong" };
  const owner = holder.user.id;
  const isWhose =
    binding.userId === undefined
      ? userHandle === passkeyUserHandle(owner)
      : binding.userId === owner;
  if (!isWhose) return { result: "wrong" };
  const signCount = await counterOf(assertion, holder.publicKey, relyingParty);
  if (signCount === undefined) return { result: "wrong" };
  if (!(await spendChallenge(assertion.challenge, dependencies))) return { result: "wrong" };
  const now = clock();
  const outcome = await spend(holder, { kind: "passkey", id, signCount, at: now });
  if (outcome !== "spent") return { result: "right", outcome };
  const current = await ledger.passkeyHolder(id);
  if (current === undefined || goesOn(current.signCount, signCount)) return { result: "wrong" };
  const event = {
    ...byAnonymous(now, incoming.address, incoming.userAgent),
    name: "passkey.clone-suspected",
    userId: owner,
    details: { passkey: current.name },
  } as const;
  await ledger.recordRarely(event, now - 3_600_000);
  return { result: "counter-back" };
}

/** The database decides it likewise. */
function goesOn(from: number, to: number): boolean {
  return to === 0 ? from === 0 : from < to;
}
