/** The time zone that a reader chose for the pages, kept in their browser. */
import { dayMs } from "../domain/day.ts";
import { isTimeZone, type TimeZone } from "../domain/time-zone.ts";
import type { Incoming } from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { cookieOf, setCookie } from "./cookies.ts";

export function timeZoneOf(incoming: Pick<Incoming, "headers">): TimeZone | undefined {
  const chosen = cookieOf(incoming, cookie);
  return isTimeZone(chosen) ? chosen : undefined;
}

/** The choice is kept for a year. Without one, the cookie ends. */
export function setTimeZone(zone: TimeZone | undefined, dependencies: Dependencies): string {
  return setCookie(cookie, zone ?? "", zone === undefined ? 0 : 365 * dayMs, dependencies);
}

const cookie = "time_zone";
