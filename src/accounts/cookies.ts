import { parseCookie, stringifySetCookie } from "cookie";
import type { Incoming } from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";

export function cookieOf({ headers }: Pick<Incoming, "headers">, name: string): string | undefined {
  return parseCookie(headers.cookie ?? "")[name];
}

/** No script can read our cookies. */
export function setCookie(
  name: string,
  value: string,
  lifeMs: number,
  dependencies: Dependencies,
): string {
  return stringifySetCookie({
    name,
    value,
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(dependencies),
    maxAge: lifeMs / 1000,
  });
}

export function isSecure({ origins }: Dependencies): boolean {
  return origins[0].startsWith("https:");
}
