/** Rate limits of the administrator's own APIs: configured by name, counted when a verification request names one. */
import { dayMs } from "./day.ts";

/** The prefix keeps these names apart from this service's own limits. */
export type ApiLimitName = `api/${string}`;

export interface ApiLimit {
  readonly name: ApiLimitName;
  readonly per: "application" | "user and application";
  readonly limit: number;
  readonly windowMs: number;
}

export const maxApiWindowMs = dayMs;

export function apiLimitName(name: string): ApiLimitName {
  return `api/${name}`;
}

export function isApiLimitName(name: string): name is ApiLimitName {
  return /^api\/[a-z0-9][a-z0-9_-]{0,39}$/.test(name);
}
