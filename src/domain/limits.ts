/** The table of rate limits: one row per operation. */
import type { ApiLimitName } from "./api-limits.ts";
import { dayMs } from "./day.ts";
import type { RequestErrorName } from "./errors.ts";
import type { WindowLength } from "./limit-windows.ts";

/**
 * What a limit counts by, whether an administrator can set it for one application, and whether anonymous callers can
 * bring any number of keys.
 */
export const countedBy = {
  application: { ownByApplication: true, keysOfAnonymous: false },
  "user and application": { ownByApplication: true, keysOfAnonymous: false },
  "client address": { ownByApplication: false, keysOfAnonymous: true },
  account: { ownByApplication: false, keysOfAnonymous: true },
  "account and client address": { ownByApplication: false, keysOfAnonymous: true },
  "mail recipient": { ownByApplication: false, keysOfAnonymous: true },
  "API key": { ownByApplication: false, keysOfAnonymous: false },
} as const;

export type Counted = keyof typeof countedBy;

export interface LimitRow {
  readonly limit: number;
  /** Length of a window in milliseconds, if not `limitWindowMs`. */
  readonly windowMs?: number;
  readonly per: Counted;
  /** The rejection beyond the limit. */
  readonly beyond: RequestErrorName;
  /**
   * The resource family in which rate_limit_status lists it. Limits without one protect pages and sign-in, and
   * are not listed.
   */
  readonly family?: "oauth" | "oauth2" | "account" | "application";
}

export const limitWindowMs = 15 * 60 * 1000;

export const limits = {
  "oauth/request_token": {
    limit: 1000,
    per: "application",
    beyond: "rateLimited",
    family: "oauth",
  },
  "oauth/authorize": { limit: 300, per: "client address", beyond: "rateLimited", family: "oauth" },
  "oauth/authenticate": {
    limit: 300,
    per: "client address",
    beyond: "rateLimited",
    family: "oauth",
  },
  "oauth/access_token": { limit: 1000, per: "application", beyond: "rateLimited", family: "oauth" },
  "oauth/invalidate_token": {
    limit: 450,
    per: "application",
    beyond: "rateLimited",
    family: "oauth",
  },
  "oauth2/token": {
    limit: 60,
    per: "application",
    beyond: "tooManyTokenRequests",
    family: "oauth2",
  },
  "oauth2/invalidate_token": {
    limit: 60,
    per: "application",
    beyond: "rateLimited",
    family: "oauth2",
  },
  "account/verify_credentials": {
    limit: 75,
    per: "user and application",
    beyond: "rateLimited",
    family: "account",
  },
  "application/rate_limit_status": {
    limit: 180,
    per: "application",
    beyond: "rateLimited",
    family: "application",
  },
  "account-pages": { limit: 300, per: "client address", beyond: "rateLimited" },
  // While a user types, a request follows each pause: so in the preview of the consent page.
  search: { limit: 1000, per: "client address", beyond: "rateLimited" },
  "portal/preview": { limit: 1000, per: "client address", beyond: "rateLimited" },
  "sign-in": { limit: 300, per: "client address", beyond: "rateLimited" },
  // All requests come from the provider's address, and it may end many users' sessions at once.
  "sign-out/from": { limit: 3000, per: "client address", beyond: "rateLimited" },
  language: { limit: 300, per: "client address", beyond: "rateLimited" },
  "sign-in/account": { limit: 10, per: "account", beyond: "rateLimited" },
  "sign-in/known-browser": { limit: 10, per: "account", beyond: "rateLimited" },
  "sign-in/known-browsers": { limit: 30, per: "account", beyond: "rateLimited" },
  "sign-in/right": { limit: 60, per: "account and client address", beyond: "rateLimited" },
  "sign-in/code": { limit: 5, per: "account", beyond: "rateLimited" },
  // The limit per window alone would allow 480 wrong codes a day.
  "sign-in/code-day": {
    limit: 10,
    windowMs: dayMs,
    per: "account",
    beyond: "rateLimited",
  },
  "sign-in/recovery-code": { limit: 10, per: "account and client address", beyond: "rateLimited" },
  "sign-in/address": { limit: 100, per: "client address", beyond: "rateLimited" },
  "password-reset": { limit: 10, per: "client address", beyond: "rateLimited" },
  "password-reset/recipient": { limit: 3, per: "mail recipient", beyond: "rateLimited" },
  "email-verification": { limit: 3, per: "account", beyond: "rateLimited" },
  // All emails to an unverified address, which may belong to an anonymous caller.
  "email-verification/recipient": {
    limit: 10,
    windowMs: dayMs,
    per: "mail recipient",
    beyond: "rateLimited",
  },
  "invitation/recipient": {
    limit: 5,
    windowMs: dayMs,
    per: "mail recipient",
    beyond: "rateLimited",
  },
  "account-changes": { limit: 10, windowMs: 3_600_000, per: "account", beyond: "rateLimited" },
  "profile-changes": { limit: 20, windowMs: 3_600_000, per: "account", beyond: "rateLimited" },
  "new-credentials": { limit: 20, windowMs: 3_600_000, per: "account", beyond: "rateLimited" },
  "sign-up": { limit: 20, per: "client address", beyond: "rateLimited" },
  "portal/check": { limit: 60, per: "account", beyond: "rateLimited" },
  // Names are not counted.
  "credential-search": { limit: 60, per: "account", beyond: "rateLimited" },
  "admin-api": { limit: 3000, per: "API key", beyond: "rateLimited" },
  "failed-credentials": { limit: 600, per: "client address", beyond: "rateLimited" },
} as const satisfies Record<string, LimitRow>;

export type LimitName = keyof typeof limits;

export function windowMsOf(name: LimitName): number {
  const row: LimitRow = limits[name];
  return row.windowMs ?? limitWindowMs;
}

/** How many requests each operation allows in a window. `off`: nothing is counted. */
export type RateLimits = "off" | Readonly<Record<LimitName, number>>;

export function defaultRateLimits(): Record<LimitName, number> {
  const names = Object.keys(limits) as LimitName[];
  return Object.fromEntries(names.map((name) => [name, limits[name].limit])) as Record<
    LimitName,
    number
  >;
}

/** The limits that can be set for one application: those that count its requests. */
export const applicationLimitNames = (Object.keys(limits) as LimitName[]).filter(
  (name) => countedBy[limits[name].per].ownByApplication,
);

/** The highest limit that an application may be given. */
export const maxLimit = 1_000_000;

export const planNameForm = "1 to 40 lower-case letters, digits, hyphens, and underscores";

export function isPlanName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,39}$/.test(text);
}

/** The highest cost of one request to an API. */
export const maxCost = 10_000;

/** The name of a limit of this service or of the administrator's APIs. */
export type LimitedName = LimitName | ApiLimitName;

/** The limits of one application that differ from the defaults. */
export type LimitChanges = Readonly<Partial<Record<LimitedName, number>>>;

/** A caller's remaining quota within a limit, after a request was counted. */
export interface RemainingQuota {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in seconds since the epoch. */
  readonly resetAt: number;
  readonly admitted: boolean;
}

export interface NamedQuota extends RemainingQuota {
  readonly name: LimitedName;
}

export interface WindowQuota extends NamedQuota {
  readonly length: WindowLength;
}

/** Seconds until the window ends, for `Retry-After`. */
export function secondsUntilReset(quota: RemainingQuota, now: number): number {
  return Math.max(1, quota.resetAt - Math.floor(now / 1000));
}
