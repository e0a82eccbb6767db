/**
 * An identity that no account has yet is kept encrypted in the cookie of the browser that proved
 * it, while the user chooses a new account or a link. It can be used once; a copied cookie is
 * worthless after that, even if the session ends meanwhile.
 */

import { mintSessionId, Secret, type UserId } from "../domain/credentials.ts";
import { endsOf, isWithin } from "../domain/lasting.ts";
import { oneTimeLifeMs, oneTimeNonce } from "../domain/one-time-value.ts";
import type { SpentNonce } from "../domain/ports/nonce-store.ts";
import type { ProviderSignIn } from "../tools/identity-providers/code-flow.ts";
import {
  type Claims,
  type IdentityProvider,
  isNamedAdmin,
  verifiedEmail,
} from "../tools/identity-providers/identity-provider.ts";
import type { Incoming } from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { cookieOf, isSecure, setCookie } from "./cookies.ts";

export interface VerifiedIdentity extends ProviderSignIn {
  readonly who: string;
  readonly again: boolean;
  readonly continueTo: string;
  readonly linkTo: UserId | undefined;
  /** The nonce store knows the identity by this nonce. */
  readonly mark: string;
  readonly until: number;
}

/** It only holds claims that are needed later, because a list of groups can be long. */
export function keepVerifiedIdentity(
  provider: IdentityProvider,
  verified: Omit<VerifiedIdentity, "who" | "mark" | "until">,
  dependencies: Dependencies,
): string {
  const { keys, clock, random } = dependencies;
  const { identity, claims, continueTo } = verified;
  const content = {
    ...verified,
    providerId: provider.id,
    subject: identity.subject,
    identity: undefined,
    who: whoOf(claims, identity.subject),
    claims: claimsKept(provider, claims),
    // A cookie has at most 4 kB.
    continueTo: continueTo.length > 500 ? "/account" : continueTo,
    mark: mintSessionId(random),
    until: clock() + oneTimeLifeMs,
  };
  const sealed = Buffer.from(keys.seal(new Secret(JSON.stringify(content)), purpose));
  return setCookie(
    cookieName(dependencies),
    sealed.toString("base64url"),
    oneTimeLifeMs,
    dependencies,
  );
}

export function forgetVerifiedIdentity(dependencies: Dependencies): string {
  return setCookie(cookieName(dependencies), "", 0, dependencies);
}

/**
 * Returns nothing if it was used, or its provider is no longer configured. Throws `StoreFailure` if
 * it is unknown whether it was used.
 */
export async function verifiedIdentityOf(
  incoming: Pick<Incoming, "headers">,
  dependencies: Dependencies,
): Promise<
  { readonly provider: IdentityProvider; readonly verified: VerifiedIdentity } | undefined
> {
  const found = readCookie(cookieOf(incoming, cookieName(dependencies)), dependencies);
  if (found === undefined) return undefined;
  const isUsed = await dependencies.nonceStore.knows(spentBy(found.verified));
  return isUsed ? undefined : found;
}

/** Returns whether this is its first use on any node. Throws `StoreFailure` if the store fails. */
export async function spendVerifiedIdentity(
  verified: VerifiedIdentity,
  { nonceStore }: Pick<Dependencies, "nonceStore">,
): Promise<boolean> {
  return (await nonceStore.remember(spentBy(verified))) === "first";
}

function spentBy({ mark, until }: VerifiedIdentity): SpentNonce {
  return oneTimeNonce(scope, mark, until - oneTimeLifeMs);
}

function readCookie(
  cookie: string | undefined,
  { keys, clock, identityProviders }: Dependencies,
): { readonly provider: IdentityProvider; readonly verified: VerifiedIdentity } | undefined {
  if (cookie === undefined || cookie.length > 4096 || !/^[A-Za-z0-9_-]+$/.test(cookie)) {
    return undefined;
  }
  try {
    const text = keys.open(Buffer.from(cookie, "base64url"), purpose).reveal();
    // What can be decrypted was encrypted here, so it has this shape.
    const { providerId, subject, ...verified } = JSON.parse(text);
    const provider = identityProviders.provider(providerId);
    if (provider === undefined || !verified.mark) return undefined;
    if (!isWithin(endsOf(clock(), oneTimeLifeMs), verified.until)) return undefined;
    const identity = { issuer: provider.issuer, subject };
    return { provider, verified: { ...verified, identity } };
  } catch {
    return undefined;
  }
}

const scope = "identity proved";

const purpose = "identity proved";

function claimsKept(provider: IdentityProvider, claims: Claims): Claims {
  const { screenNameClaim, firstAdmin } = provider;
  const screenName = Object.hasOwn(claims, screenNameClaim) ? claims[screenNameClaim] : undefined;
  const email = verifiedEmail(claims);
  const named = isNamedAdmin(provider, claims) ? firstAdmin : undefined;
  return {
    ...(named && { [named.claim]: named.value }),
    [screenNameClaim]: short(screenName),
    name: short(claims["name"]),
    ...(email !== undefined && { email: short(email), email_verified: true }),
  };
}

function whoOf(claims: Claims, subject: string): string {
  const { preferred_username: username, email, name } = claims;
  const known = [username, email, name].map(short).find((one) => one !== "" && one !== undefined);
  return known ?? short(subject) ?? "";
}

function short(claim: unknown): string | undefined {
  return typeof claim === "string" ? claim.slice(0, 254) : undefined;
}

function cookieName(dependencies: Dependencies): string {
  return isSecure(dependencies) ? "__Host-identity" : "identity";
}
