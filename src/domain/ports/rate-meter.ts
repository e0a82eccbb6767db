import type { ApiLimit } from "../api-limits.ts";
import type { Awaitable } from "../awaitable.ts";
import type { LimitName, Standing } from "../limits.ts";

/** `Unlimited` is `never` for an engine, which counts everything that it is asked to count. */
export interface RateMeter<Unlimited = undefined> {
  /**
   * Counts one request and says how it stands: of `allowed` + n at once exactly `allowed` are
   * admitted, or as many as configuration says. Undefined: nothing is limited here.
   */
  hit(
    limit: LimitName | ApiLimit,
    key: string,
    now: number,
    own?: OwnLimit,
  ): Awaitable<Standing | Unlimited>;
  /** Takes one count back: what was counted turned out to be proven. */
  forgive(limit: LimitName | ApiLimit, key: string, now: number): Awaitable<void>;
  /** How it stands, counting nothing. Undefined: nothing is limited here. */
  standing(
    limit: LimitName | ApiLimit,
    key: string,
    now: number,
    own?: OwnLimit,
  ): Awaitable<Standing | Unlimited>;
}

/** What one application is allowed where that is not what configuration says; undefined: as it says. */
export interface OwnLimit {
  readonly allowed?: number | undefined;
}

/** The meter of a service that limits nothing. */
export const admitAll: RateMeter = {
  hit: () => undefined,
  forgive: () => undefined,
  standing: () => undefined,
};
