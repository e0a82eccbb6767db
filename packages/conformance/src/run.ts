/** Tries cases on a provider, one after another, and reports the result of each. */
import { abilitiesOf } from "./abilities.ts";
import { activeToken } from "./active-token.ts";
import type { Case, Severity } from "./case.ts";
import type { Provider } from "./config.ts";
import { controlsOf } from "./controls.ts";
import { type ExchangeOptions, exchangeWith } from "./exchange.ts";
import { needsOf } from "./needs.ts";
import type { Report, Result } from "./report/result.ts";
import { encoded } from "./signing/percent-encoding.ts";
import { tried } from "./try-case.ts";

export interface Choice {
  /** IDs, or prefixes of IDs that end with `/` or `*`; empty for all cases. */
  readonly only: readonly string[];
  readonly severities: readonly Severity[];
}

/** `onResult` is called when a case ends. Tests pass their own transport and clock. */
export async function run(
  provider: Provider,
  cases: readonly Case[],
  onResult: (result: Result) => void = () => {},
  exchangeOptions?: ExchangeOptions,
): Promise<Report> {
  const began = Date.now();
  const exchange = exchangeWith(provider, exchangeOptions);
  const quota = activeToken(provider, exchange);
  const controls = controlsOf(provider, exchange, quota);
  const abilities = abilitiesOf(provider);
  const results: Result[] = [];
  for (const one of cases) {
    const { id, section, severity, shows } = one;
    const missing = needsOf(one).filter((need) => !abilities.has(need));
    const { secrets, ...decision } =
      missing.length > 0
        ? { outcome: "skipped" as const, because: `needs ${missing.join(", ")}`, secrets: [] }
        : await tried(one, { provider, exchange, quota, controls });
    const known = [...provider.secrets, ...quota.secrets(), ...secrets];
    const result: Result = {
      id,
      section,
      severity,
      shows,
      outcome: decision.outcome,
      ...(decision.because !== undefined && { because: redacted(decision.because, known) }),
      ...("baseString" in decision &&
        decision.baseString !== undefined && { baseString: redacted(decision.baseString, known) }),
    };
    results.push(result);
    onResult(result);
  }
  return {
    provider: provider.name,
    began: new Date(began).toISOString(),
    stopped: await controls.stopped(),
    seconds: Math.round((Date.now() - began) / 100) / 10,
    requests: exchange.sent,
    results,
  };
}

export function chosen(cases: readonly Case[], { only, severities }: Choice): readonly Case[] {
  return cases.filter(
    ({ id, severity }) =>
      severities.includes(severity) &&
      (only.length === 0 || only.some((pattern) => fits(id, pattern))),
  );
}

export function fits(id: string, pattern: string): boolean {
  if (pattern.endsWith("*")) return id.startsWith(pattern.slice(0, -1));
  return id === pattern || id.startsWith(pattern.endsWith("/") ? pattern : `${pattern}/`);
}

/** Shorter secrets protect nothing, and occur in many texts by chance. */
const shortest = 6;

/** Removes these secrets, in any encoding, and control characters that affect a terminal. */
export function redacted(text: string, secrets: Iterable<string>): string {
  let left = text;
  for (const secret of new Set(secrets)) {
    if (secret.length < shortest) continue;
    for (const form of [secret, encoded(secret), encoded(encoded(secret))]) {
      left = left.replaceAll(form, "[secret]");
    }
  }
  return left
    .replace(/(secret|password|verifier)((?:=|%3D|"\s*:\s*"))[^&"\s%[]{6,}/gi, "$1$2[secret]")
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ");
}
