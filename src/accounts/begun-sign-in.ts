/**
 * A sign-in that was begun at an identity provider is kept encrypted in a cookie, so that its
 * response counts only in that browser: no one can be signed in to someone else's account by a URL.
 */

import { Secret, type UserId } from "../domain/credentials.ts";
import { oneTimeLifeMs, oneTimeNonce } from "../domain/one-time-value.ts";
import type { AuthorizationSecrets } from "../tools/identity-providers/code-flow.ts";
import type { Incoming } from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { cookieOf, isSecure, setCookie } from "./cookies.ts";

export interface BegunSignIn {
  readonly secrets: AuthorizationSecrets;
  readonly continueTo: string;
  /** The provider must ask for credentials even if the user is signed in there. */
  readonly again: boolean;
  /** The identity will be linked to this account. If undefined, its owner signs in. */
  readonly linkTo: UserId | undefined;
  /** This user's session must authenticate again. It is undefined for a sign-in. */
  readonly authenticates: UserId | undefined;
}

/** A response may take this many milliseconds. */
export const begunSignInMs = oneTimeLifeMs;

/** Returns the Set-Cookie line. A browser holds only the latest sign-in. */
export function keepBegunSignIn(
  providerId: string,
  signIn: BegunSignIn,
  dependencies: Dependencies,
): string {
  const { keys, clock } = dependencies;
  const kept = new Secret(JSON.stringify({ ...signIn, at: clock() }));
  const sealed = Buffer.from(keys.seal(kept, purpose(providerId))).toString("base64url");
  return setCookie(cookieName(dependencies), sealed, begunSignInMs, dependencies);
}

export function forgetBegunSignIn(dependencies: Dependencies): string {
  return setCookie(cookieName(dependencies), "", 0, dependencies);
}

/**
 * Of concurrent calls on all nodes, the first gets the sign-in. It is encrypted for its provider, so another
 * provider's response finds nothing (RFC 9700 §4.4). Throws `StoreFailure` if it is unknown whether it was used.
 */
export async function takeBegunSignIn(
  incoming: Pick<Incoming, "headers">,
  { providerId, state }: { readonly providerId: string; readonly state: string | null },
  dependencies: Dependencies,
): Promise<BegunSignIn | undefined> {
  const found = readCookie(cookieOf(incoming, cookieName(dependencies)), providerId, dependencies);
  if (found === undefined || found.secrets.state !== state) return undefined;
  const { at, ...signIn } = found;
  const now = dependencies.clock();
  if (now < at || now >= at + begunSignInMs) return undefined;
  const remembered = await dependencies.nonceStore.remember(oneTimeNonce(scope, state, at));
  return remembered === "first" ? signIn : undefined;
}

const scope = "identity provider";

function purpose(providerId: string): string {
  return `sign-in begun at:${providerId}`;
}

function readCookie(
  cookie: string | undefined,
  providerId: string,
  { keys }: Dependencies,
): (BegunSignIn & { readonly at: number }) | undefined {
  if (cookie === undefined || cookie.length > 4000 || !/^[A-Za-z0-9_-]+$/.test(cookie)) {
    return undefined;
  }
  try {
    // What can be decrypted was encrypted here, so it has this shape.
    return JSON.parse(keys.open(Buffer.from(cookie, "base64url"), purpose(providerId)).reveal());
  } catch {
    return undefined;
  }
}

function cookieName(dependencies: Dependencies): string {
  return isSecure(dependencies) ? "__Host-provider" : "provider";
}
