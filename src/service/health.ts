import type { Ledger } from "../domain/ports/ledger.ts";

export interface Health {
  readonly status: "ok" | "failing";
  readonly troubles?: readonly string[];
}

export type Trouble = () => string | undefined;

export interface HealthChecks {
  /** If one of these fails, the service should get no requests: 503. */
  readonly failures: readonly Trouble[];
  /** The administrator should act, but the service works as usual: 200. */
  readonly warnings: readonly Trouble[];
}

export async function healthOf(
  ledger: Pick<Ledger, "ping" | "troubles">,
  { failures, warnings }: HealthChecks,
): Promise<Health> {
  const inStore = ledger.troubles();
  const reasons = (stopsWrites: boolean) =>
    inStore.filter((one) => one.stopsWrites === stopsWrites).map(({ reason }) => reason);
  const failing = [...(await ledgerTrouble(ledger)), ...reasons(true), ...said(failures)];
  const troubles = [...failing, ...reasons(false), ...said(warnings)];
  return {
    status: failing.length > 0 ? "failing" : "ok",
    ...(troubles.length > 0 && { troubles }),
  };
}

function said(troubles: readonly Trouble[]): readonly string[] {
  return troubles.map((trouble) => trouble()).filter((text) => text !== undefined);
}

async function ledgerTrouble(ledger: Pick<Ledger, "ping">): Promise<readonly string[]> {
  try {
    await ledger.ping();
    return [];
  } catch {
    return ["the ledger cannot be read"];
  }
}
