/** A user proved an identity at a provider (docs/adr/0038-identity-providers.md). */

import { byUser } from "../domain/audit-context.ts";
import type { Awaitable } from "../domain/awaitable.ts";
import { mintUserId } from "../domain/credentials.ts";
import type { IdentityEvent } from "../domain/factors.ts";
import { noPasswordHash } from "../domain/identity.ts";
import { type Session, sessionLife } from "../domain/session.ts";
import { typedText } from "../domain/typed-text.ts";
import { profileProblem, type User } from "../domain/user.ts";
import type { ProviderSignIn } from "../tools/identity-providers/code-flow.ts";
import {
  type Claims,
  type IdentityProvider,
  isNamedAdmin,
  verifiedEmail,
} from "../tools/identity-providers/identity-provider.ts";
import type { BrowserCall } from "./browser-session.ts";
import { continueSignIn, type NextPage } from "./open-session.ts";

/** `again`: the provider was told to require credentials. */
export interface AuthenticatedNow
  extends Pick<ProviderSignIn, "identity" | "enteredAt" | "sid" | "authenticatedAt"> {
  readonly again: boolean;
}

/** `unknown`: no account has the identity. `changed`: it was unlinked meanwhile, or its account or sign-in ended. */
export type IdentityOutcome =
  | { readonly result: "continued"; readonly next: NextPage }
  | { readonly result: "suspended"; readonly because: string }
  | { readonly result: "unknown" | "changed" };

/** Accounts are never found by email address or name. */
export async function signInWithIdentity(
  call: BrowserCall,
  provider: IdentityProvider,
  { identity, enteredAt, again, sid, authenticatedAt: here }: AuthenticatedNow,
  continueTo: string,
  destination: (user: User) => Awaitable<string> = () => continueTo,
): Promise<IdentityOutcome> {
  const holder = await call.dependencies.ledger.identityHolder(identity);
  if (holder === undefined) return { result: "unknown" };
  const { user, passwordHash } = holder;
  if (user.suspendedBecause !== undefined) {
    return { result: "suspended", because: user.suspendedBecause };
  }
  const kind = kindOf(provider);
  const at = authenticatedAt({ enteredAt }, call.dependencies.clock());
  const authenticated = { identity, kind, at, entered: again, sid, authenticatedAt: here } as const;
  const verified = { userId: user.id, passwordHash, provider: authenticated };
  const onward = { continueTo: await destination(user), askedFor: continueTo };
  const next = await continueSignIn(call, verified, onward);
  return next === undefined ? { result: "changed" } : { result: "continued", next };
}

/** "other": the identity is not the session's user's, or its sign-in has ended at the provider. */
export async function authenticateWithIdentity(
  { dependencies: { ledger, clock } }: Pick<BrowserCall, "dependencies">,
  provider: IdentityProvider,
  { identity, enteredAt, sid, authenticatedAt: here }: AuthenticatedNow,
  session: Session,
): Promise<"authenticated" | "other"> {
  const at = authenticatedAt({ enteredAt }, clock());
  const authEvent = {
    kind: kindOf(provider),
    identity: { ...identity, sid, authenticatedAt: here },
    at,
  };
  return (await ledger.reauthenticate(session, authEvent)) === "authenticated"
    ? "authenticated"
    : "other";
}

function kindOf({ secondFactor }: IdentityProvider): IdentityEvent["kind"] {
  return secondFactor ? "strong-identity-provider" : "identity-provider";
}

/** If the provider sends no time, the sign-in there may be days old, so it does not count as recent. */
function authenticatedAt({ enteredAt }: Pick<AuthenticatedNow, "enteredAt">, now: number): number {
  return Math.min(enteredAt ?? now - sessionLife.recentMs, now);
}

/**
 * The account has no password, and an address only if the provider verified it. "screen-name": the name is invalid.
 */
export async function makeAccountWithIdentity(
  { incoming, dependencies }: Pick<BrowserCall, "incoming" | "dependencies">,
  provider: IdentityProvider,
  { identity, claims }: Pick<ProviderSignIn, "identity" | "claims">,
  screenName: string,
): Promise<"created" | "screen-name" | "screen-name-taken" | "identity-taken"> {
  const { ledger, clock, random } = dependencies;
  const profile = profileOf(claims, screenName);
  if (profile === undefined) return "screen-name";
  const now = clock();
  const id = mintUserId(random);
  const outcome = await ledger.createUserWithIdentity(
    {
      id,
      ...profile,
      emailVerified: profile.email !== "",
      passwordHash: noPasswordHash(random),
      isAdmin: isNamedAdmin(provider, claims),
      now,
    },
    identity,
    byUser(id, now, incoming.address, incoming.userAgent),
  );
  // The sign-up setting does not apply: the providers' file decides who may sign up.
  if (outcome === "sign-up-changed") throw new Error("sign-up was not asked about");
  return outcome;
}

/** Claims that are not valid here are left out. */
function profileOf(claims: Claims, screenName: string) {
  const { name: claimedName } = claims;
  const bare = { screenName, name: "", email: "" };
  if (profileProblem(bare) !== undefined) return undefined;
  const named = { ...bare, name: typeof claimedName === "string" ? typedText(claimedName) : "" };
  const email = verifiedEmail(claims) ?? "";
  const name = profileProblem(named) === undefined ? named.name : "";
  return { ...bare, name, email: profileProblem({ ...bare, email }) === undefined ? email : "" };
}
