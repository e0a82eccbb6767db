/** The ledger's part for counts of usage. */

import type { Awaitable } from "../awaitable.ts";
import type { AccessToken, ApplicationId } from "../credentials.ts";
import type { UsageCount, UsageOf, UsageResolution, UsageRow } from "../usage.ts";

export interface UsageCounts {
  /** Adds to what is there: of many who count the same, nothing is lost. */
  addUsage(rows: readonly UsageRow[]): Promise<void>;
  /** In the order of time. */
  usageOf(
    of: UsageOf,
    resolution: UsageResolution,
    since: number,
  ): Awaitable<readonly UsageCount[]>;
  /**
   * How many requests each of these had, refused or not; applications without any are left out. A token that was
   * issued is a verified request too, and is not counted twice.
   */
  requestsOf(
    applications: readonly ApplicationId[],
    resolution: UsageResolution,
    since: number,
  ): Awaitable<ReadonlyMap<ApplicationId, number>>;
  /** The tokens were used on that day (days since the epoch); a later day that is known stays. */
  touchAccessTokens(tokens: readonly AccessToken[], day: number): Promise<void>;
}
