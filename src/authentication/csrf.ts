/**
 * Forms come from the pages that we showed to this browser, and from nowhere else: a token bound to
 * the session, and Fetch Metadata or Origin where a browser sends them.
 */

import type { Dependencies } from "../dependencies.ts";
import type { SessionId } from "../domain/credentials.ts";
import type { Incoming } from "./incoming.ts";

export function csrfToken(sessionId: SessionId, { keys }: Dependencies): string {
  return keys.digest(boundTo(sessionId));
}

export function formIsOurs(
  incoming: Incoming,
  token: string | undefined,
  sessionId: SessionId,
  dependencies: Dependencies,
): boolean {
  if (!mayBeOurs(incoming, dependencies)) return false;
  return token !== undefined && dependencies.keys.digestMatches(boundTo(sessionId), token);
}

function boundTo(sessionId: SessionId) {
  return { purpose: "csrf", value: sessionId };
}

/** Whether the browser says itself that a page of ours sent the form, whoever was signed in when it was shown. */
export function comesFromUs(incoming: Incoming, dependencies: Dependencies): boolean {
  const { origin = "" } = incoming.headers;
  const isSaid =
    incoming.headers["sec-fetch-site"] === "same-origin" || dependencies.origins.includes(origin);
  return isSaid && mayBeOurs(incoming, dependencies);
}

/**
 * Whether neither Fetch Metadata nor Origin names another site; each refuses by itself. Browsers send
 * `Origin: null` from a page with `Referrer-Policy: no-referrer`, even to its own site: null and absent
 * prove nothing either way, and the token decides.
 */
export function mayBeOurs({ headers }: Incoming, { origins }: Dependencies): boolean {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  return origin === undefined || origin === "null" || origins.includes(origin);
}
