import { abilitiesOf } from "../abilities.ts";
import { type Case, severities } from "../case.ts";
import type { Provider } from "../config.ts";
import { needsOf } from "../needs.ts";
import { countOf, type Report, type Result } from "./result.ts";

export function listed(cases: readonly Case[]): readonly string[] {
  return [
    ...cases.map(
      ({ id, severity, section, shows }) => `${severity.padEnd(8)} §${section} ${id}: ${shows}`,
    ),
    `${cases.length} cases`,
  ];
}

/** What would be tried at this provider, where, and how fast. */
export function planned(provider: Provider, cases: readonly Case[]): readonly string[] {
  const abilities = abilitiesOf(provider);
  const missing = (one: Case) => needsOf(one).filter((need) => !abilities.has(need));
  const tried = cases.filter((one) => missing(one).length === 0);
  const requests = tried.reduce(
    (sum, { steps }) =>
      sum + steps.reduce((all, step) => all + ("together" in step ? step.times : 1), 0),
    0,
  );
  const left = new Map<string, number>();
  for (const one of cases) {
    const needs = missing(one).join(", ");
    if (needs !== "") left.set(needs, (left.get(needs) ?? 0) + 1);
  }
  const seconds = Math.ceil(requests / provider.requestsPerSecond);
  return [
    ...listed(tried).slice(0, -1),
    "",
    ...[...left].map(([needs, count]) => `${count} cases are left out, because they need ${needs}`),
    `${tried.length} of ${cases.length} cases would be tried at ${provider.name}, with ${requests} requests or a few more in ${seconds} seconds or longer.`,
    `Only these hosts are asked: ${[...provider.hosts].join(", ")}`,
  ];
}

export function lineOf({
  outcome,
  severity,
  section,
  id,
  shows,
  because = "",
}: Result): string | undefined {
  if (outcome === "passed" || outcome === "skipped") return undefined;
  const word = outcome === "failed" ? `FAILED ${severity}` : "not tried";
  return `${word} §${section} ${id}\n  ${shows}\n  ${because}`;
}

export function summary(report: Report): readonly string[] {
  const rows = severities.map((severity) => {
    const of = (outcome: Result["outcome"]) => countOf(report, outcome, severity);
    return `${severity.padEnd(9)}${String(of("passed")).padStart(5)} passed${String(of("failed")).padStart(5)} failed${String(of("untried")).padStart(5)} not tried${String(of("skipped")).padStart(5)} do not apply`;
  });
  return [
    ...rows,
    ...report.stopped.map(
      (kind) =>
        `Accepted at first and rejected in the end: ${kind}. What was rejected in between may show nothing.`,
    ),
    `${report.provider}: ${report.results.length} cases, ${report.requests} requests, ${report.seconds} s`,
  ];
}
