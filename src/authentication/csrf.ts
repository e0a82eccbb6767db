/**
 * Forms come from the pages that we showed to this browser, and from nowhere else: a token bound to
 * the session, and Fetch Metadata or Origin where a browser sends them.
 */
import type { SessionId } from "../domain/credentials.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Incoming } from "./incoming.ts";

const purpose = "csrf";

export function csrfToken(sessionId: SessionId, { keys }: Surroundings): string {
  return keys.digest(purpose, sessionId);
}

/**
 * Browsers send `Origin: null` from a page with `Referrer-Policy: no-referrer`, even to its own
 * site: null and absent prove nothing either way, and the token decides.
 */
export function formIsOurs(
  incoming: Incoming,
  token: string | undefined,
  sessionId: SessionId,
  { keys, origins }: Surroundings,
): boolean {
  const { origin } = incoming.headers;
  const site = incoming.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  if (
    site === undefined &&
    origin !== undefined &&
    origin !== "null" &&
    !origins.includes(origin)
  ) {
    return false;
  }
  return token !== undefined && keys.digestMatches(purpose, sessionId, token);
}
