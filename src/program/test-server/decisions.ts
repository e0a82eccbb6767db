/** The user decides on the consent page, without a browser. */

import { byCommandLine } from "../../domain/audit-context.ts";
import type { UserId } from "../../domain/credentials.ts";
import { approveRequest, cancelRequest } from "../../http/actions/decide-request.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { UsageError } from "./usage-error.ts";

/** Returns the verifier, or the PIN. Throws `UsageError` if the user could not approve on the page. */
export async function approve(
  dependencies: Dependencies,
  requestToken: string,
  userId: UserId,
): Promise<string> {
  const now = dependencies.clock();
  const found = await undecided(dependencies, requestToken, now);
  const by = { userId, asked: true };
  const outcome = await approveRequest(dependencies, found, by, byCommandLine(now));
  if (typeof outcome === "string") throw decidedAlready();
  return outcome.verifier;
}

/** Throws `UsageError` if the user could not deny on the page. */
export async function deny(
  dependencies: Pick<Dependencies, "ledger" | "clock">,
  requestToken: string,
  userId: UserId,
): Promise<void> {
  const now = dependencies.clock();
  const found = await undecided(dependencies, requestToken, now);
  const canceled = await cancelRequest(dependencies, found, userId, byCommandLine(now));
  if (!canceled) throw decidedAlready();
}

async function undecided({ ledger }: Pick<Dependencies, "ledger">, token: string, now: number) {
  const requestToken = await ledger.requestToken(token, now);
  if (requestToken === undefined) {
    throw new UsageError("unknown request token, or it has expired: it is valid for 15 minutes");
  }
  if (requestToken.decided) throw decidedAlready();
  const application = await ledger.applicationById(requestToken.applicationId);
  if (application?.suspendedBecause !== undefined) {
    throw new UsageError(`${application.name} is suspended and can't be asked`);
  }
  return requestToken;
}

function decidedAlready(): UsageError {
  return new UsageError("this request token was already approved or denied");
}
