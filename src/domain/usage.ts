/** These counts outlive a restart, for the charts of developers and administrators. */
import type { AccessToken, ApplicationId } from "./credentials.ts";
import type { DecidedRequest, DecidedRequests } from "./decided-request.ts";

/**
 * `verified`: the credentials were valid and the request was not rejected. `issued`: it was also given a
 * token. `rejected <code>`: by the code in the table of errors. `unauthenticated <code>`: rejected too, and the caller
 * did not prove who it is, so anyone can cause it. Sign-ins belong to no application, so only the service has them.
 */
export type UsageKind =
  | "verified"
  | "issued"
  | `rejected ${number}`
  | `unauthenticated ${number}`
  | "signed-in"
  | "failed-sign-in";

/** The whole service includes rejected requests that named no application. */
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
export interface UsageCounter extends DecidedRequests {
  /** Counts for the service, and for the application whose credentials were valid or that was named, if any was. */
  add(decided: DecidedRequest): void;
  count(kind: "signed-in" | "failed-sign-in", now: number): void;
  /** All rejected requests since the process started, by kind. */
  rejections(): ReadonlyMap<UsageKind, number>;
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
