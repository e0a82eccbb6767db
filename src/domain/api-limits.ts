/**
 * Rate limits of the administrator's own APIs, counted when a verification request names one. The settings name some,
 * administrators record others; of two with one name, that of the settings is in force.
 */
import { readWindows, type Windows, windowsText } from "./limit-windows.ts";

/** The prefix keeps these names apart from this service's own limits. */
export type ApiLimitName = `api/${string}`;

export interface ApiLimit {
  readonly name: ApiLimitName;
  readonly per: "application" | "user and application";
  readonly windows: Windows;
}

export interface RecordedApiLimit extends ApiLimit {
  /** It grows with each change. */
  readonly version: number;
}

/** `user` counts per user and application, and a request without a user for its application. */
export const apiLimitPers = ["application", "user"] as const;

export type ApiLimitPer = (typeof apiLimitPers)[number];

/** How many administrators can record. */
export const maxApiLimits = 100;

export function apiLimitName(name: string): ApiLimitName {
  return `api/${name}`;
}

export function isApiLimitName(name: string): name is ApiLimitName {
  return /^api\/[a-z0-9][a-z0-9_-]{0,39}$/.test(name);
}

/** As a verification request names it. */
export function shortName({ name }: Pick<ApiLimit, "name">): string {
  return name.slice("api/".length);
}

export function perText({ per }: Pick<ApiLimit, "per">): ApiLimitPer {
  return per === "application" ? "application" : "user";
}

/** Undefined if the windows can't be read. */
export function apiLimitFrom(name: string, per: ApiLimitPer, text: string): ApiLimit | undefined {
  const windows = readWindows(text);
  if (windows === undefined) return undefined;
  return {
    name: apiLimitName(name),
    per: per === "user" ? "user and application" : "application",
    windows,
  };
}

export function isSameApiLimit(one: ApiLimit, other: ApiLimit): boolean {
  return one.per === other.per && windowsText(one.windows) === windowsText(other.windows);
}

/** All that are in force, by the names in requests. */
export function apiLimitsInForce(
  configured: ReadonlyMap<string, ApiLimit>,
  recorded: readonly ApiLimit[],
): ReadonlyMap<string, ApiLimit> {
  if (recorded.length === 0) return configured;
  return new Map([...recorded.map((one) => [shortName(one), one] as const), ...configured]);
}
