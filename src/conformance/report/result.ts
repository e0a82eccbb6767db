/** What a run found. No text in it has a secret: `redacted` has gone over each. */
import type { Severity } from "../case.ts";

export interface Result {
  readonly id: string;
  readonly section: string;
  readonly severity: Severity;
  readonly shows: string;
  /**
   * `skipped`: the provider does not offer what the case is about. `untried`: it could not be prepared, or a right request
   * of the same kind is refused as well, so that a refusal would show nothing.
   */
  readonly outcome: "passed" | "failed" | "skipped" | "untried";
  /** Undefined where it passed. */
  readonly because?: string;
  /** Of a failed case: the request's base string, for whom wants to compare. */
  readonly baseString?: string;
}

export interface Report {
  readonly provider: string;
  readonly began: string;
  readonly seconds: number;
  readonly requests: number;
  readonly results: readonly Result[];
  /** Right requests that were accepted at first and refused in the end: what was refused between shows little. */
  readonly stopped: readonly string[];
}

export function countOf(
  { results }: Pick<Report, "results">,
  outcome: Result["outcome"],
  severity?: Severity,
): number {
  return results.filter(
    (one) => one.outcome === outcome && (severity === undefined || one.severity === severity),
  ).length;
}
