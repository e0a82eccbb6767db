/** The part of the database that counts usage. */

import type { Awaitable } from "../awaitable.ts";
import type { AccessToken, ApplicationId, ConsumerKey } from "../credentials.ts";
import type {
  IntervalResolution,
  UsageCount,
  UsageOf,
  UsageRange,
  UsageResolution,
  UsageRow,
} from "../usage.ts";

export interface UsageCounts {
  /** Adds to the existing counts; of peaks, the greater stays. Concurrent calls lose nothing. */
  addUsage(rows: readonly UsageRow[]): Promise<void>;
  /** In chronological order. Hours that are no longer kept are left out. */
  usageOf(
    of: UsageOf,
    resolution: UsageResolution,
    range: UsageRange,
  ): Awaitable<readonly UsageCount[]>;
  /** The counts by hour of each of these applications. Those without any are left out. */
  hoursOf(
    applications: readonly ApplicationId[],
    since: number,
  ): Awaitable<ReadonlyMap<ApplicationId, readonly UsageCount[]>>;
  /**
   * How many requests each of these applications made, rejected ones included. Applications without requests are
   * left out. Issuing a token is also a verified request and is not counted twice.
   */
  requestsOf(
    applications: readonly ApplicationId[],
    resolution: IntervalResolution,
    since: number,
  ): Awaitable<ReadonlyMap<ApplicationId, number>>;
  /** The applications with these consumer keys, by key. Unknown keys are left out. */
  applicationIds(
    consumerKeys: readonly ConsumerKey[],
  ): Awaitable<ReadonlyMap<ConsumerKey, ApplicationId>>;
  /**
   * Records that the tokens were used on that day (days since the epoch), unless a later day is already stored, and
   * counts each user who had not used the application that day.
   */
  touchAccessTokens(tokens: readonly AccessToken[], day: number): Promise<void>;
}
