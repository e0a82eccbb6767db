/**
 * A sign-in that was begun at an identity provider. It waits in the browser that began it, sealed, so that an answer
 * counts there and nowhere else: somebody who sends a person the address of their own answer signs them in to nothing.
 */
import type { Dependencies } from "../dependencies.ts";
import { Secret, type UserId } from "../domain/credentials.ts";
import { timestampWindowSeconds } from "../domain/timestamp.ts";
import type { Asked } from "../identity-providers/identity-providers.ts";
import { cookieOf, isSecure, setCookie } from "./cookies.ts";
import type { Incoming } from "./incoming.ts";

export interface BegunSignIn {
  readonly asked: Asked;
  /** A page of ours. */
  readonly continueTo: string;
  /** Credentials have to be entered, although the provider knows the person. */
  readonly again: boolean;
  /** The account that the identity is to be linked with; undefined: whose it is, signs in. */
  readonly linkTo: UserId | undefined;
  /** Whose session asked for a proof once more; undefined: it is a sign-in. */
  readonly proves: UserId | undefined;
}

/** How long an answer may take, in milliseconds: as long as the replay book remembers that it came. */
export const begunSignInMs = 2 * timestampWindowSeconds * 1000;

/** The Set-Cookie line. One waits in a browser: the latest. */
export function keepBegunSignIn(
  providerId: string,
  begun: BegunSignIn,
  dependencies: Dependencies,
): string {
  const { keys, clock } = dependencies;
  const kept = new Secret(JSON.stringify({ ...begun, at: clock() }));
  const sealed = Buffer.from(keys.seal(kept, purpose(providerId))).toString("base64url");
  return setCookie(cookieName(dependencies), sealed, begunSignInMs, dependencies);
}

/** The Set-Cookie line that takes it away. */
export function forgetBegunSignIn(dependencies: Dependencies): string {
  return setCookie(cookieName(dependencies), "", 0, dependencies);
}

/**
 * What this browser began at this provider, and is answered with this state. Of all who ask for it, on any node,
 * the first gets it. It is sealed for its provider, so that another one's answer finds nothing (RFC 9700 §4.4).
 * Throws `StoreFailure` where nobody can say whether it was used.
 */
export async function takeBegunSignIn(
  incoming: Pick<Incoming, "headers">,
  { providerId, state }: { readonly providerId: string; readonly state: string | null },
  dependencies: Dependencies,
): Promise<BegunSignIn | undefined> {
  const found = opened(cookieOf(incoming, cookieName(dependencies)), providerId, dependencies);
  if (found === undefined || found.asked.state !== state) return undefined;
  const { at, ...begun } = found;
  const now = dependencies.clock();
  if (now < at || now >= at + begunSignInMs) return undefined;
  // In the middle of its time, which is then the whole of what the book remembers.
  const timestamp = Math.floor(at / 1000) + timestampWindowSeconds;
  const remembered = await dependencies.replayBook.remember({ scope, nonce: state, timestamp });
  return remembered === "first" ? begun : undefined;
}

const scope = "identity provider";

function purpose(providerId: string): string {
  return `sign-in begun at:${providerId}`;
}

function opened(
  cookie: string | undefined,
  providerId: string,
  { keys }: Dependencies,
): (BegunSignIn & { readonly at: number }) | undefined {
  if (cookie === undefined || cookie.length > 4000 || !/^[A-Za-z0-9_-]+$/.test(cookie)) {
    return undefined;
  }
  try {
    // What opens was sealed here, as it is read.
    return JSON.parse(keys.open(Buffer.from(cookie, "base64url"), purpose(providerId)).reveal());
  } catch {
    return undefined;
  }
}

function cookieName(dependencies: Dependencies): string {
  return isSecure(dependencies) ? "__Host-provider" : "provider";
}
