import type { AuditContext } from "../../domain/audit.ts";
import type { UserId } from "../../domain/credentials.ts";
import { type FactorKey, readFactor } from "../../domain/factors.ts";
import type { Reason } from "../../domain/operating.ts";
import type { SecondFactors } from "../../domain/ports/second-factors.ts";

/** Removes one second factor of a user, for an administrator. Returns undefined if the user does not have it. */
export async function removeFactor(
  ledger: Pick<SecondFactors, "removeSecondFactor">,
  { userId, written, because }: { userId: UserId; written: string; because: Reason },
  by: AuditContext,
): Promise<FactorKey | undefined> {
  const factor = readFactor(written);
  if (factor === undefined) return undefined;
  return (await ledger.removeSecondFactor({ userId, factor, because }, by)) ? factor : undefined;
}
