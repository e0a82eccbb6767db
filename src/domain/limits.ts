/** THE rate table: one row per operation. `docs/reference/limits.md` is printed from it. */
import type { RefusalName } from "./refusals.ts";

export interface LimitRow {
  readonly limit: number;
  readonly per:
    | "application"
    | "user and application"
    | "client address"
    | "account"
    | "mail recipient";
  /** What is answered beyond the limit. */
  readonly beyond: RefusalName;
}

export const limitWindowMs = 15 * 60 * 1000;

export const limits = {
  "oauth/request_token": { limit: 1000, per: "application", beyond: "rateLimited" },
  "oauth/authorize": { limit: 300, per: "client address", beyond: "rateLimited" },
  "oauth/authenticate": { limit: 300, per: "client address", beyond: "rateLimited" },
  "oauth/access_token": { limit: 1000, per: "application", beyond: "rateLimited" },
  "oauth/invalidate_token": { limit: 450, per: "application", beyond: "rateLimited" },
  "oauth2/token": { limit: 60, per: "application", beyond: "tooManyTokenRequests" },
  "oauth2/invalidate_token": { limit: 60, per: "application", beyond: "rateLimited" },
  "account/verify_credentials": { limit: 75, per: "user and application", beyond: "rateLimited" },
  "application/rate_limit_status": { limit: 180, per: "application", beyond: "rateLimited" },
  "account-pages": { limit: 300, per: "client address", beyond: "rateLimited" },
  "sign-in/account": { limit: 10, per: "account", beyond: "rateLimited" },
  "sign-in/known-browser": { limit: 10, per: "account", beyond: "rateLimited" },
  "sign-in/address": { limit: 100, per: "client address", beyond: "rateLimited" },
  "password-reset": { limit: 10, per: "client address", beyond: "rateLimited" },
  "password-reset/recipient": { limit: 3, per: "mail recipient", beyond: "rateLimited" },
  "email-confirmation": { limit: 3, per: "account", beyond: "rateLimited" },
  "email-confirmation/recipient": { limit: 5, per: "mail recipient", beyond: "rateLimited" },
  "sign-up": { limit: 20, per: "client address", beyond: "rateLimited" },
  "failed-credentials": { limit: 600, per: "client address", beyond: "rateLimited" },
} as const satisfies Record<string, LimitRow>;

export type LimitName = keyof typeof limits;

/** How many requests each operation allows in a window; `off` counts nothing. */
export type RateLimits = "off" | Readonly<Record<LimitName, number>>;

export function defaultRateLimits(): Record<LimitName, number> {
  const names = Object.keys(limits) as LimitName[];
  return Object.fromEntries(names.map((name) => [name, limits[name].limit])) as Record<
    LimitName,
    number
  >;
}

/** The limits that an application may have of its own: those that count its requests. */
export const applicationLimitNames = (Object.keys(limits) as LimitName[]).filter((name) =>
  /application$/.test(limits[name].per),
);

/** The highest limit that an application may be given. */
export const mostLimit = 1_000_000;

/** Limits of one application that differ from the table's. */
export type LimitChanges = Readonly<Partial<Record<LimitName, number>>>;

/** How a caller stands against a limit after a request was counted. */
export interface Standing {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in seconds since the epoch. */
  readonly resetAt: number;
  readonly admitted: boolean;
}

export interface NamedStanding extends Standing {
  readonly name: LimitName;
}

/** How long to wait until the window ends: what `Retry-After` says. */
export function secondsUntilReset(standing: Standing, now: number): number {
  return Math.max(1, standing.resetAt - Math.floor(now / 1000));
}
