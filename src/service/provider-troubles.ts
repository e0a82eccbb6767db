import type { ProviderProblem } from "../identity-providers/identity-provider.ts";

export interface ProviderTroubleLine {
  readonly provider: string;
  readonly trouble: ProviderProblem["trouble"];
  readonly reason: string;
}

/** Each kind of problem with a provider is logged at most once a minute, because strangers can cause some kinds. */
export function providerTroubles(
  clock: () => number,
  tell: (line: ProviderTroubleLine) => void,
): (provider: string, problem: ProviderProblem) => void {
  const told = new Map<string, number>();
  return (provider, { trouble, reason }) => {
    if (trouble === "cancelled") return;
    const now = clock();
    const kind = `${provider} ${trouble}`;
    if (Math.abs(now - (told.get(kind) ?? Number.NEGATIVE_INFINITY)) < everyMs) return;
    told.set(kind, now);
    tell({ provider, trouble, reason });
  };
}

const everyMs = 60_000;
