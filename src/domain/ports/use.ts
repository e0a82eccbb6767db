/** The ledger's part for counts of usage. */

import type { Awaitable } from "../awaitable.ts";
import type { AccessToken, ApplicationId } from "../credentials.ts";
import type { Use, UseOf, UseResolution, UseRow } from "../use.ts";

export interface UseCounts {
  /** Adds to what is there: of many who count the same, nothing is lost. */
  addUse(rows: readonly UseRow[]): Promise<void>;
  /** In the order of time. */
  useOf(of: UseOf, resolution: UseResolution, since: number): Awaitable<readonly Use[]>;
  /**
   * How many requests each of these had, refused or not; applications without any are left out. A token that was
   * issued is a verified request too, and is not counted twice.
   */
  requestsOf(
    applications: readonly ApplicationId[],
    resolution: UseResolution,
    since: number,
  ): Awaitable<ReadonlyMap<ApplicationId, number>>;
  /** The tokens were used on that day (days since the epoch); a later day that is known stays. */
  touchAccessTokens(tokens: readonly AccessToken[], day: number): Promise<void>;
}
