import type { AuditEventName } from "../domain/audit.ts";
import type { InspectedReceiver } from "../domain/delivery.ts";

/** Events that hold state of the service. */
export type InspectedEvent = Extract<
  AuditEventName,
  "backup.created" | "backup.verified" | "keys.rotated"
>;

/** The result of inspecting a database without changing it. */
export interface Inspected {
  /** Whether there is a database. */
  readonly exists: boolean;
  /** Migrations of this version that have not run. */
  readonly missing: readonly string[];
  /** Migrations that this version does not know: a later version ran them. */
  readonly unknown: readonly string[];
  /** Why the key ring does not belong to the database. It is undefined if it does, or if nothing could be compared. */
  readonly ringProblem: string | undefined;
  /** Why a SQLite database must not be used: it was moved to PostgreSQL. */
  readonly movedProblem: string | undefined;
  /**
   * The database server's clock in milliseconds since the epoch. Undefined if the engine has no clock of its
   * own.
   */
  readonly clock: number | undefined;
  /** When the latest event was recorded (milliseconds since the epoch). It is undefined if there is no event. */
  readonly latestEvent: number | undefined;
  /**
   * When these were recorded last (milliseconds since the epoch); undefined if they never were. For
   * `backup.verified`, it is the time of the latest event in that backup.
   */
  readonly lastOf: Readonly<Record<InspectedEvent, number | undefined>>;
  /** Undefined if there is no database. */
  readonly receivers: readonly InspectedReceiver[] | undefined;
}

export const noLedger: Inspected = {
  exists: false,
  missing: [],
  unknown: [],
  ringProblem: undefined,
  movedProblem: undefined,
  clock: undefined,
  latestEvent: undefined,
  lastOf: { "backup.created": undefined, "backup.verified": undefined, "keys.rotated": undefined },
  receivers: undefined,
};
