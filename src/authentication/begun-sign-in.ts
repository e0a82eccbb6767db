/**
 * A sign-in that was begun at an identity provider. It is kept encrypted in a cookie of the browser that began
 * it, so that the response only counts there: sending a person the URL of someone else's response signs them in
 * to nothing.
 */
import type { Dependencies } from "../dependencies.ts";
import { Secret, type UserId } from "../domain/credentials.ts";
import { oneTimeLifeMs, oneTimeNonce } from "../domain/one-time-value.ts";
import type { Asked } from "../identity-providers/code-flow.ts";
import { cookieOf, isSecure, setCookie } from "./cookies.ts";
import type { Incoming } from "./incoming.ts";

export interface BegunSignIn {
  readonly asked: Asked;
  /** A page of ours. */
  readonly continueTo: string;
  /** Whether credentials must be entered even if the person is signed in at the provider. */
  readonly again: boolean;
  /** The account to which the identity will be linked. Undefined: its owner signs in. */
  readonly linkTo: UserId | undefined;
  /** The person whose session asks for a new proof. Undefined: it is a sign-in. */
  readonly proves: UserId | undefined;
}

/** How long a response may take, in milliseconds. */
export const begunSignInMs = oneTimeLifeMs;

/** The Set-Cookie line. A browser holds only the latest one. */
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

/** The Set-Cookie line that removes it. */
export function forgetBegunSignIn(dependencies: Dependencies): string {
  return setCookie(cookieName(dependencies), "", 0, dependencies);
}

/**
 * The sign-in that this browser began at this provider with this state. Of concurrent calls on all nodes, the
 * first gets it. It is encrypted for its provider, so that another provider's response finds nothing (RFC 9700
 * §4.4). Throws `StoreFailure` if it is unknown whether it was used.
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
  const remembered = await dependencies.replayBook.remember(oneTimeNonce(scope, state, at));
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
    // What can be decrypted was encrypted here, so it has this shape.
    return JSON.parse(keys.open(Buffer.from(cookie, "base64url"), purpose(providerId)).reveal());
  } catch {
    return undefined;
  }
}

function cookieName(dependencies: Dependencies): string {
  return isSecure(dependencies) ? "__Host-provider" : "provider";
}
