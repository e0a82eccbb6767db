/** The cookie of a sign-in that waits for its second step gives access to that step's page only. */

import { mintSessionId, type TokenDigest, tokenDigest } from "../domain/credentials.ts";
import { type WaitingSignIn, waitingSignInMs } from "../domain/factors.ts";
import { cameInBy } from "../domain/session.ts";
import type { Incoming } from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { cookieOf, isSecure, setCookie } from "./cookies.ts";
import { offeredMethods } from "./offered-methods.ts";

/** The id is new, because someone may have planted the one that the browser had before. */
export function newWaitingSignIn(dependencies: Dependencies): {
  readonly digest: TokenDigest;
  readonly cookie: string;
} {
  const id = mintSessionId(dependencies.random);
  const cookie = setCookie(cookieName(dependencies), id, waitingSignInMs, dependencies);
  return { digest: tokenDigest(id), cookie };
}

export function forgetWaitingSignIn(dependencies: Dependencies): string {
  return setCookie(cookieName(dependencies), "", 0, dependencies);
}

/** Returns nothing if no sign-in waits in this browser. */
export async function waitingSignInOf(
  incoming: Incoming,
  dependencies: Dependencies,
): Promise<(WaitingSignIn & { readonly digest: TokenDigest }) | undefined> {
  const id = cookieOf(incoming, cookieName(dependencies));
  if (id === undefined || !/^[A-Za-z0-9]{43}$/.test(id)) return undefined;
  const digest = tokenDigest(id);
  const waiting = await dependencies.ledger.waitingSignIn(digest, dependencies.clock());
  if (waiting === undefined || !cameInBy(offeredMethods(dependencies), waiting)) return undefined;
  return { ...waiting, digest };
}

function cookieName(dependencies: Dependencies): string {
  return isSecure(dependencies) ? "__Host-sign-in" : "sign-in";
}
