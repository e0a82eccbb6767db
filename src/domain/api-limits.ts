/** Rate limits of the operator's own APIs: configured by name, counted when a question names one. */
import { dayMs } from "./day.ts";

/** The name under which it is counted and shown. The prefix keeps it apart from this service's own limits. */
export type ApiLimitName = `api/${string}`;

export interface ApiLimit {
  readonly name: ApiLimitName;
  readonly per: "application" | "user and application";
  readonly limit: number;
  readonly windowMs: number;
}

export const longestApiWindowMs = dayMs;

export function apiLimitName(name: string): ApiLimitName {
  return `api/${name}`;
}

export function isApiLimitName(name: string): name is ApiLimitName {
  return /^api\/[a-z0-9][a-z0-9_-]{0,39}$/.test(name);
}
