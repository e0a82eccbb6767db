import type { Config } from "../../../config/config.ts";
import type { Ledger } from "../../../domain/ports/ledger.ts";
import type { Difference } from "../differences.ts";

/** One change of the plan. */
export interface Step {
  readonly action: "create" | "change" | "delete";
  readonly what: string;
  readonly differences: readonly Difference[];
  /** What it ends for users, as sentences. */
  readonly ends: readonly string[];
  /** Throws `Failed`, and this step changed nothing. */
  run(now: number): Promise<void>;
}

export interface Planning {
  readonly ledger: Ledger;
  readonly config: Config;
  /** Paths in the file are relative to it. */
  readonly directory: string;
  readonly now: number;
}

export const changedSince =
  "someone else changed it at the same time; it was not changed. Run the command again to see what is left";
