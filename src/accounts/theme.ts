/** The theme that a reader chose for the pages, kept in their browser. */
import { dayMs } from "../domain/day.ts";
import { isTheme, type Theme } from "../domain/theme.ts";
import type { Incoming } from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { cookieOf, setCookie } from "./cookies.ts";

export function themeOf(incoming: Pick<Incoming, "headers">): Theme | undefined {
  const chosen = cookieOf(incoming, cookie);
  return isTheme(chosen) ? chosen : undefined;
}

/** The choice is kept for a year. Without one, the cookie ends. */
export function setTheme(theme: Theme | undefined, dependencies: Dependencies): string {
  return setCookie(cookie, theme ?? "", theme === undefined ? 0 : 365 * dayMs, dependencies);
}

const cookie = "theme";
