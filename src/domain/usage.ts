/** These counts outlive a restart, for the charts of developers and administrators. */
import type { AccessToken, ApplicationId } from "./credentials.ts";

/**
 * `verified`: the credentials were valid and the request was not rejected. `issued`: it was also given a
 * token. `rejected <code>`: by the code in the table of errors. Sign-ins belong to no application, so only the
 * service has them.
 */
export type UsageKind =
  | "verified"
  | "issued"
  | `rejected ${number}`
  | "signed-in"
  | "failed-sign-in";

/** The whole service includes rejected requests that were unauthenticated. */
export type UsageOf = ApplicationId | "service";

const minute = 60_000;

/** The resolutions, whose counts they hold, and for how long they are kept. */
export const usageResolutions = [
  { seconds: 60, of: ["service"], keptMs: 120 * minute },
  { seconds: 300, of: ["application"], keptMs: 180 * minute },
  { seconds: 3600, of: ["service", "application"], keptMs: 15 * 24 * 60 * minute },
] as const;

export type UsageResolution = (typeof usageResolutions)[number]["seconds"];

export interface UsageCount {
  /** Start of its interval; the resolution is its length. */
  readonly at: number;
  readonly kind: UsageKind;
  readonly count: number;
}

export interface UsageRow extends UsageCount {
  readonly of: UsageOf;
  readonly resolution: UsageResolution;
}

/** Counts are in memory, so that a request costs no write, and reach the database a little later. */
export interface UsageCounter {
  /** `applicationId` is the application whose credentials were valid, if any were. */
  count(applicationId: ApplicationId | undefined, kind: UsageKind, now: number): void;
  /** The token signed a request on a day that the database does not have yet. */
  used(token: AccessToken, day: number): void;
  /** Includes counts that have not reached the database yet. */
  usageOf(of: UsageOf, resolution: UsageResolution, since: number): Promise<readonly UsageCount[]>;
  requestsOf(
    applications: readonly ApplicationId[],
    resolution: UsageResolution,
    since: number,
  ): Promise<ReadonlyMap<ApplicationId, number>>;
}
