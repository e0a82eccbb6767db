/**
 * An identity that was proved at a provider and that no account has yet. It waits, sealed, in the browser that proved it,
 * while its person chooses: a new account, or a link to the one they have.
 */
import type { Dependencies } from "../dependencies.ts";
import { Secret, type UserId } from "../domain/credentials.ts";
import {
  type Claims,
  type IdentityProvider,
  isNamedOperator,
  provenEmail,
} from "../identity-providers/identity-provider.ts";
import type { Proved } from "../identity-providers/identity-providers.ts";
import { cookieOf, isSecure, setCookie } from "./cookies.ts";
import type { Incoming } from "./incoming.ts";

export interface ProvedIdentity extends Proved {
  /** What a person recognizes it by. */
  readonly who: string;
  readonly again: boolean;
  /** A page of ours. */
  readonly continueTo: string;
  /** The account that asked for it, to be linked with; undefined: nobody was signed in. */
  readonly linkTo: UserId | undefined;
}

/** How long it waits, in milliseconds. */
const lifeMs = 10 * 60_000;

/** The Set-Cookie line. Of the claims it has those that are looked at later: a list of groups may be long. */
export function keepProvedIdentity(
  provider: IdentityProvider,
  proved: Omit<ProvedIdentity, "who">,
  dependencies: Dependencies,
): string {
  const { keys, clock } = dependencies;
  const { identity, claims, continueTo } = proved;
  const kept = {
    ...proved,
    providerId: provider.id,
    subject: identity.subject,
    identity: undefined,
    who: whoOf(claims, identity.subject),
    claims: claimsKept(provider, claims),
    // A cookie has 4 kB.
    continueTo: continueTo.length > 500 ? "/account" : continueTo,
    until: clock() + lifeMs,
  };
  const sealed = Buffer.from(keys.seal(new Secret(JSON.stringify(kept)), purpose));
  return setCookie(cookieName(dependencies), sealed.toString("base64url"), lifeMs, dependencies);
}

/** The Set-Cookie line that takes it away. */
export function forgetProvedIdentity(dependencies: Dependencies): string {
  return setCookie(cookieName(dependencies), "", 0, dependencies);
}

/** Undefined: none waits in this browser, or its provider is none of the operator's any more. */
export function provedIdentityOf(
  incoming: Pick<Incoming, "headers">,
  dependencies: Dependencies,
): { readonly provider: IdentityProvider; readonly proved: ProvedIdentity } | undefined {
  const cookie = cookieOf(incoming, cookieName(dependencies));
  if (cookie === undefined || cookie.length > 4096 || !/^[A-Za-z0-9_-]+$/.test(cookie)) {
    return undefined;
  }
  try {
    const opened = dependencies.keys.open(Buffer.from(cookie, "base64url"), purpose).reveal();
    // What opens was sealed here, as it is read.
    const { providerId, subject, until, ...proved } = JSON.parse(opened);
    const provider = dependencies.identityProviders.provider(providerId);
    if (provider === undefined || dependencies.clock() >= until) return undefined;
    const identity = { issuer: provider.issuer, subject };
    return { provider, proved: { ...proved, identity } };
  } catch {
    return undefined;
  }
}

const purpose = "identity proved";

function claimsKept(provider: IdentityProvider, claims: Claims): Claims {
  const { screenNameClaim, firstOperator } = provider;
  const told = Object.hasOwn(claims, screenNameClaim) ? claims[screenNameClaim] : undefined;
  const email = provenEmail(claims);
  const named = isNamedOperator(provider, claims) ? firstOperator : undefined;
  return {
    ...(named && { [named.claim]: named.value }),
    [screenNameClaim]: short(told),
    name: short(claims["name"]),
    ...(email !== undefined && { email: short(email), email_verified: true }),
  };
}

function whoOf(claims: Claims, subject: string): string {
  const { preferred_username: username, email, name } = claims;
  const known = [username, email, name].map(short).find((one) => one !== "" && one !== undefined);
  return known ?? short(subject) ?? "";
}

function short(told: unknown): string | undefined {
  return typeof told === "string" ? told.slice(0, 254) : undefined;
}

function cookieName(dependencies: Dependencies): string {
  return isSecure(dependencies) ? "__Host-identity" : "identity";
}
