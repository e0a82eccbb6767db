import type { Config } from "../../../config/config.ts";
import type { AuditContext } from "../../../domain/audit.ts";
import type { Difference } from "../../../domain/fields/field.ts";
import type { Ledger } from "../../../domain/ports/ledger.ts";
import type { Limited } from "../../../verification/rate-limits/limits-in-force.ts";
import type { ConsumerKeys } from "../../actions/create-application.ts";

/** One change of a plan, as it is shown. */
export interface PlannedChange {
  /** Which part of the configuration wants it, such as `applications[0]`. */
  readonly part: string;
  readonly action: "create" | "change" | "delete";
  readonly what: string;
  readonly differences: readonly Difference[];
  /** What it ends for users, as sentences. */
  readonly ends: readonly string[];
  /** What else it was decided on, which the tag of the change has too. */
  readonly seen?: string;
}

export interface Step extends Omit<PlannedChange, "part"> {
  /** A new application gets the keys. Throws `ConfigurationRejected`, and this step changed nothing. */
  run(by: AuditContext, keys: ConsumerKeys | undefined): Promise<unknown>;
}

export interface Planning {
  readonly ledger: Ledger;
  readonly config: Config;
  readonly now: number;
  /** Every plan that there is, or that the configuration creates. */
  readonly plans?: ReadonlySet<string> | undefined;
  /** Every limit that there is, or that the configuration creates. */
  readonly limited?: Limited | undefined;
  /**
   * Awaited between reads, because those of SQLite take no turn of the event loop. It throws to end the work. A command
   * needs none.
   */
  readonly pause?: () => Promise<void>;
}

export const changedSince =
  "someone else changed it at the same time; it was not changed. Run the command again to see what is left";
