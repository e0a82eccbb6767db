/** How often what was done: counts that outlive a restart, for the charts of developers and operators. */
import type { AccessToken, ApplicationId } from "./credentials.ts";

/**
 * `verified`: the credentials held, and the request was not refused. `issued`: of these, the ones that
 * were given a token. `refused <code>`: by the error table's code. Sign-ins are no application's, so
 * only the service has them.
 */
export type UsageKind =
  | "verified"
  | "issued"
  | `refused ${number}`
  | "signed-in"
  | "failed-sign-in";

/** An application, or all there is: then also what nobody proven was refused. */
export type UsageOf = ApplicationId | "service";

const minute = 60_000;

/** How fine the counts are, whose they are, and for how long they are kept. */
export const usageResolutions = [
  { seconds: 60, of: ["service"], keptMs: 120 * minute },
  { seconds: 300, of: ["application"], keptMs: 180 * minute },
  { seconds: 3600, of: ["service", "application"], keptMs: 15 * 24 * 60 * minute },
] as const;

export type UsageResolution = (typeof usageResolutions)[number]["seconds"];

export interface UsageCount {
  /** When its time began, in milliseconds since the epoch; it lasts as long as the resolution says. */
  readonly at: number;
  readonly kind: UsageKind;
  readonly count: number;
}

/** What is added to the count that is there. */
export interface UsageRow extends UsageCount {
  readonly of: UsageOf;
  readonly resolution: UsageResolution;
}

/** Counts in memory, so that a request pays for no write; what was counted reaches the ledger a little later. */
export interface UsageCounter {
  /** `applicationId`: whose credentials held; undefined where nobody's did. */
  count(applicationId: ApplicationId | undefined, kind: UsageKind, now: number): void;
  /** The token signed a request on a day that the ledger does not have yet. */
  used(token: AccessToken, day: number): void;
  /** As the ledger's, and what has not reached it yet. */
  usageOf(of: UsageOf, resolution: UsageResolution, since: number): Promise<readonly UsageCount[]>;
  requestsOf(
    applications: readonly ApplicationId[],
    resolution: UsageResolution,
    since: number,
  ): Promise<ReadonlyMap<ApplicationId, number>>;
}
