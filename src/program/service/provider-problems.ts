import type { ProviderError } from "../../tools/identity-providers/identity-provider.ts";

export interface ProviderProblemLine {
  readonly provider: string;
  readonly problem: ProviderError["problem"];
  readonly reason: string;
}

/**
 * Each kind of problem with a provider is logged at most once a minute, because anonymous callers can cause some
 * kinds.
 */
export function providerProblems(
  clock: () => number,
  tell: (line: ProviderProblemLine) => void,
): (provider: string, problem: ProviderError) => void {
  const loggedAt = new Map<string, number>();
  return (provider, { problem, reason }) => {
    if (problem === "canceled") return;
    const now = clock();
    const kind = `${provider} ${problem}`;
    if (Math.abs(now - (loggedAt.get(kind) ?? Number.NEGATIVE_INFINITY)) < everyMs) return;
    loggedAt.set(kind, now);
    tell({ provider, problem, reason });
  };
}

const everyMs = 60_000;
