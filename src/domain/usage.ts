/** These counts outlive a restart, for the charts of developers and administrators. */
import type { AccessToken, ApplicationId } from "./credentials.ts";
import type { DecidedRequest, DecidedRequests } from "./decided-request.ts";

/**
 * `verified`: the credentials were valid and the request was not rejected. `issued`: it was also given a
 * token. `rejected <code>`: by the code in the table of errors. `unauthenticated <code>`: rejected too, and the caller
 * did not prove who it is, so anyone can cause it. Sign-ins belong to no application, so only the service has them.
 * `users`: those who used the application that day; only days have them. `peak`: not a sum, but the greatest share of a
 * limit that was used, in percent.
 */
export type UsageKind =
  | "verified"
  | "issued"
  | `rejected ${number}`
  | `unauthenticated ${number}`
  | "signed-in"
  | "failed-sign-in"
  | "users"
  | "peak";

/** The whole service includes rejected requests that named no application. */
export type UsageOf = ApplicationId | "service";

const minute = 60_000;

/** The resolutions of the last hours, whose counts they hold, and for how long they are kept. */
export const usageResolutions = [
  { seconds: 60, of: ["service"], keptMs: 120 * minute },
  { seconds: 300, of: ["application"], keptMs: 180 * minute },
] as const;

/** Each day of the service and of applications has 24 counts, and later only their sum. Days are in UTC. */
export const hoursKeptDays = 91;

/** 13 months, in whole weeks and the current day. */
export const daysKept = 400;

/** In seconds. What is counted by the hour can be read by the day. */
export type IntervalResolution = (typeof usageResolutions)[number]["seconds"];
export type CountedResolution = IntervalResolution | 3600;
export type UsageResolution = CountedResolution | 86_400;

export interface UsageCount {
  /** Start of its interval; the resolution is its length. */
  readonly at: number;
  /**
   * The operation's name, or that of a limit of an administrator's API; empty for its other requests, and for sign-ins.
   * Only names in the code and in the settings: a request can't bring a new one.
   */
  readonly operation: string;
  readonly kind: UsageKind;
  readonly count: number;
}

/** Peaks can't be added up. */
export function combined(kind: UsageKind, one: number, other: number): number {
  return kind === "peak" ? Math.max(one, other) : one + other;
}

/** Of an application, all other kinds are requests. A request that was issued a token counts as verified too. */
export const kindsWithoutRequests = [
  ...(["issued", "users", "peak"] as const),
  ...(["signed-in", "failed-sign-in"] as const),
] satisfies readonly UsageKind[];

export function countsRequests(kind: UsageKind): boolean {
  return !(kindsWithoutRequests as readonly UsageKind[]).includes(kind);
}

/** As programs read it: every rejected request is called that, and `unauthenticated` follows if anyone can cause it. */
export function kindName(kind: UsageKind): string {
  return kind.replace(/^unauthenticated (\d+)$/, "rejected $1 unauthenticated");
}

export interface UsageRow extends UsageCount {
  readonly of: UsageOf;
  readonly resolution: CountedResolution;
}

/** Intervals that begin at `since` or later, and before `until`. */
export interface UsageRange {
  readonly since: number;
  readonly until?: number;
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
  usageOf(
    of: UsageOf,
    resolution: UsageResolution,
    range: UsageRange,
  ): Promise<readonly UsageCount[]>;
  hoursOf(
    applications: readonly ApplicationId[],
    since: number,
  ): Promise<ReadonlyMap<ApplicationId, readonly UsageCount[]>>;
  requestsOf(
    applications: readonly ApplicationId[],
    resolution: IntervalResolution,
    since: number,
  ): Promise<ReadonlyMap<ApplicationId, number>>;
}
