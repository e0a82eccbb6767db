/** The part of the database that counts usage. */

import type { Awaitable } from "../awaitable.ts";
import type { AccessToken, ApplicationId, ConsumerKey } from "../credentials.ts";
import type { UsageCount, UsageOf, UsageResolution, UsageRow } from "../usage.ts";

export interface UsageCounts {
  /** Adds to the existing counts. Concurrent calls lose nothing. */
  addUsage(rows: readonly UsageRow[]): Promise<void>;
  /** The periods are in chronological order. */
  usageOf(
    of: UsageOf,
    resolution: UsageResolution,
    since: number,
  ): Awaitable<readonly UsageCount[]>;
  /**
   * How many requests each of these applications made, rejected ones included. Applications without requests are
   * left out. Issuing a token is also a verified request and is not counted twice.
   */
  requestsOf(
    applications: readonly ApplicationId[],
    resolution: UsageResolution,
    since: number,
  ): Awaitable<ReadonlyMap<ApplicationId, number>>;
  /** The applications with these consumer keys, by key. Unknown keys are left out. */
  applicationIds(
    consumerKeys: readonly ConsumerKey[],
  ): Awaitable<ReadonlyMap<ConsumerKey, ApplicationId>>;
  /** Records that the tokens were used on that day (days since the epoch), unless a later day is already stored. */
  touchAccessTokens(tokens: readonly AccessToken[], day: number): Promise<void>;
}
