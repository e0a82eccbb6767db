/** Rate limits of the administrator's own APIs: configured by name, counted when a verification request names one. */
import type { Windows } from "./limit-windows.ts";

/** The prefix keeps these names apart from this service's own limits. */
export type ApiLimitName = `api/${string}`;

export interface ApiLimit {
  readonly name: ApiLimitName;
  readonly per: "application" | "user and application";
  readonly windows: Windows;
}

export function apiLimitName(name: string): ApiLimitName {
  return `api/${name}`;
}

export function isApiLimitName(name: string): name is ApiLimitName {
  return /^api\/[a-z0-9][a-z0-9_-]{0,39}$/.test(name);
}
