import type { InspectedReceiver } from "../domain/delivery.ts";

/** What a look at a ledger finds that changes nothing. */
export interface Inspected {
  /** False: there is no ledger yet. */
  readonly exists: boolean;
  /** Migrations of this version that have not run. */
  readonly missing: readonly string[];
  /** Migrations that this version does not know: a later version ran them. */
  readonly unknown: readonly string[];
  /** Why the key ring is not the ledger's; undefined: it is, or nothing could be compared. */
  readonly ringProblem: string | undefined;
  /** By the clock of the database server (milliseconds since the epoch); undefined: it has none of its own. */
  readonly clock: number | undefined;
  /** When the latest event was recorded (milliseconds since the epoch); undefined: none was. */
  readonly latestEvent: number | undefined;
  /** Undefined: its schema is of before there were any. */
  readonly receivers: readonly InspectedReceiver[] | undefined;
}

export const noLedger: Inspected = {
  exists: false,
  missing: [],
  unknown: [],
  ringProblem: undefined,
  clock: undefined,
  latestEvent: undefined,
  receivers: undefined,
};
