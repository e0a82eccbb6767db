import type { AuditContext } from "../domain/audit.ts";
import type { UserId } from "../domain/credentials.ts";
import { type FactorKey, readFactor } from "../domain/factors.ts";
import type { Reason } from "../domain/operating.ts";
import type { Ledger } from "../domain/ports/ledger.ts";
import { secondFactorRemoved } from "../events/sign-in.ts";

/** Removes one second factor of a person, for an operator. Returns undefined if the person does not have it. */
export async function removeFactor(
  ledger: Pick<Ledger, "factorsOf" | "removeSecondFactor">,
  { userId, written, because }: { userId: UserId; written: string; because: Reason },
  context: AuditContext,
): Promise<FactorKey | undefined> {
  const factor = readFactor(written);
  if (factor === undefined) return undefined;
  const { passkeys } = await ledger.factorsOf(userId);
  const passkey =
    factor.kind === "passkey" ? passkeys.find(({ id }) => id === factor.id) : undefined;
  const event = secondFactorRemoved(context, userId, passkey?.name, because);
  if (factor.kind === "passkey" && passkey === undefined) return undefined;
  return (await ledger.removeSecondFactor({ userId, factor }, event)) ? factor : undefined;
}
