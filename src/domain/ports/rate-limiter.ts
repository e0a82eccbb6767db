import type { ApiLimit } from "../api-limits.ts";
import type { Awaitable } from "../awaitable.ts";
import type { WindowLength } from "../limit-windows.ts";
import type { LimitName, RemainingQuota } from "../limits.ts";

/** A limit of this service, by its name, or a limit of an API of the administrator. */
export type Metered = LimitName | ApiLimit;

/** `Unlimited` is `never` for an engine, because an engine counts everything that it is given. */
export interface RateLimiter<Unlimited = undefined> {
  /**
   * Counts one request, or as many as `weight`, and returns the remaining quota. Of concurrent requests exactly
   * `allowed` are admitted, or as many as the configuration allows. Undefined if nothing is limited here.
   */
  hit(
    limit: Metered,
    key: string,
    now: number,
    own?: OwnLimit & { readonly weight?: number },
  ): Awaitable<RemainingQuota | Unlimited>;
  /** Takes one request back, or as many as `weight`. What was never counted is no credit. */
  forgive(
    limit: Metered,
    key: string,
    now: number,
    counted?: Pick<OwnLimit, "length"> & { readonly weight?: number },
  ): Awaitable<void>;
  /** The remaining quota, without counting. Undefined if nothing is limited here. */
  quota(
    limit: Metered,
    key: string,
    now: number,
    own?: OwnLimit,
  ): Awaitable<RemainingQuota | Unlimited>;
}

/** One window. What is undefined is as the limit's first window is configured. */
export interface OwnLimit {
  readonly allowed?: number | undefined;
  readonly length?: WindowLength | undefined;
}

/** A meter for a service without limits. */
export const admitAll: RateLimiter = {
  hit: () => undefined,
  forgive: () => undefined,
  quota: () => undefined,
};
