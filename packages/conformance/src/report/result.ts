/** The result of a run. It contains no secrets, because every text went through `redacted`. */
import type { Severity } from "../case.ts";

export interface Result {
  readonly id: string;
  readonly section: string;
  readonly severity: Severity;
  readonly shows: string;
  /**
   * `skipped`: the provider does not offer what the case is about. `untried`: it could not be prepared, or a correct
   * request of the same kind is rejected too, so that a rejection would prove nothing.
   */
  readonly outcome: "passed" | "failed" | "skipped" | "untried";
  /** Undefined if it passed. */
  readonly because?: string;
  /** The base string of the request in a failed case, for comparison. */
  readonly baseString?: string;
}

export interface Report {
  readonly provider: string;
  readonly began: string;
  readonly seconds: number;
  readonly requests: number;
  readonly results: readonly Result[];
  /** Correct requests that were accepted at the start and rejected at the end: rejections in between prove little. */
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
