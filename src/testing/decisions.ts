/** What a person does on the consent page, without a browser. */
import type { Dependencies } from "../dependencies.ts";
import { mintPin, mintVerifier, type UserId } from "../domain/credentials.ts";
import { outOfBand } from "../domain/request-token.ts";
import { accessApproved, accessCancelled } from "../events/access.ts";
import { byCommandLine } from "../events/context.ts";
import { Misuse } from "./misuse.ts";

/** Returns the verifier, or the PIN. Throws `Misuse` if the person could not approve on the page. */
export async function approve(
  { ledger, clock, random }: Dependencies,
  requestToken: string,
  userId: UserId,
): Promise<string> {
  const now = clock();
  const { token, access, callback, applicationId } = await undecided({ ledger }, requestToken, now);
  const kind = callback === outOfBand ? "pin" : "verifier";
  const verifier = kind === "pin" ? mintPin(random) : mintVerifier(random);
  const event = accessApproved(byCommandLine(now), applicationId, userId, access, true);
  const outcome = await ledger.approveRequestToken({ token, userId, verifier, kind, now }, event);
  if (outcome !== "approved") throw decidedAlready();
  return verifier;
}

/** Throws `Misuse` if the person could not deny on the page. */
export async function deny(
  { ledger, clock }: Pick<Dependencies, "ledger" | "clock">,
  requestToken: string,
  userId: UserId,
): Promise<void> {
  const now = clock();
  const { token, applicationId } = await undecided({ ledger }, requestToken, now);
  const event = accessCancelled(byCommandLine(now), applicationId, userId);
  if (!(await ledger.cancelRequestToken({ token, now }, event))) throw decidedAlready();
}

async function undecided({ ledger }: Pick<Dependencies, "ledger">, token: string, now: number) {
  const found = await ledger.requestToken(token, now);
  if (found === undefined) {
    throw new Misuse("there is no such request token, or it has expired: it lives for 15 minutes");
  }
  if (found.decided) throw decidedAlready();
  const application = await ledger.applicationById(found.applicationId);
  if (application?.suspendedBecause !== undefined) {
    throw new Misuse(`${application.name} is suspended, so nobody is asked`);
  }
  return found;
}

function decidedAlready(): Misuse {
  return new Misuse("this request token was approved or denied already");
}
