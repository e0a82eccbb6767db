import type { Ledger } from "../../domain/ports/ledger.ts";

export interface Health {
  readonly status: "ok" | "failing";
  readonly problems?: readonly string[];
}

export type Problem = () => string | undefined;

export interface HealthChecks {
  /** If one of these fails, the service should get no requests: 503. */
  readonly failures: readonly Problem[];
  /** The administrator should act, but the service works as usual: 200. */
  readonly warnings: readonly Problem[];
}

export async function healthOf(
  ledger: Pick<Ledger, "ping" | "problems">,
  { failures, warnings }: HealthChecks,
): Promise<Health> {
  const inStore = ledger.problems();
  const reasons = (stopsWrites: boolean) =>
    inStore.filter((one) => one.stopsWrites === stopsWrites).map(({ reason }) => reason);
  const failing = [...(await ledgerProblem(ledger)), ...reasons(true), ...said(failures)];
  const problems = [...failing, ...reasons(false), ...said(warnings)];
  return {
    status: failing.length > 0 ? "failing" : "ok",
    ...(problems.length > 0 && { problems }),
  };
}

function said(problems: readonly Problem[]): readonly string[] {
  return problems.map((problem) => problem()).filter((text) => text !== undefined);
}

async function ledgerProblem(ledger: Pick<Ledger, "ping">): Promise<readonly string[]> {
  try {
    await ledger.ping();
    return [];
  } catch {
    return ["the database cannot be read"];
  }
}
