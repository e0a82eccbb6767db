/**
 * CSRF protection: forms must come from pages that we showed to this browser. A token is bound to
 * the session; Fetch Metadata or Origin are checked if the browser sends them.
 */

import type { SessionId } from "../domain/credentials.ts";
import type { Incoming } from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";

export function csrfToken(sessionId: SessionId, { keys }: Dependencies): string {
  return keys.digest(boundTo(sessionId));
}

export function formIsOurs(
  { incoming, caller, dependencies }: FormCall,
  form: ReadonlyMap<string, string>,
): boolean {
  if (!mayBeOurs(incoming, dependencies)) return false;
  const token = form.get("csrf");
  return token !== undefined && dependencies.keys.digestMatches(boundTo(caller.sessionId), token);
}

interface FormCall {
  readonly incoming: Incoming;
  readonly caller: { readonly sessionId: SessionId };
  readonly dependencies: Dependencies;
}

function boundTo(sessionId: SessionId) {
  return { purpose: "csrf", value: sessionId };
}

/** Whether the browser states that one of our pages sent the form, for any signed-in user. */
export function comesFromUs(incoming: Incoming, dependencies: Dependencies): boolean {
  const { origin = "" } = incoming.headers;
  const isSaid =
    incoming.headers["sec-fetch-site"] === "same-origin" || dependencies.origins.includes(origin);
  return isSaid && mayBeOurs(incoming, dependencies);
}

/**
 * Either Fetch Metadata or Origin suffices to reject. Browsers send `Origin: null` from a page with `Referrer-Policy:
 * no-referrer`, even to its own site. A null or missing origin shows nothing, so the token decides.
 */
export function mayBeOurs({ headers }: Incoming, { origins }: Dependencies): boolean {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  return origin === undefined || origin === "null" || origins.includes(origin);
}

/** Whether another site's page led here. A typed URL and a bookmark are the user's own. */
export function isLedFromElsewhere({ headers }: Incoming): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}
