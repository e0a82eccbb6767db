/** A user proved an identity at a provider (docs/adr/0038-identity-providers.md). */
import type { Browser } from "../authentication/browser-session.ts";
import type { Awaitable } from "../domain/awaitable.ts";
import { mintUserId } from "../domain/credentials.ts";
import type { IdentityProof } from "../domain/factors.ts";
import { noPasswordHash } from "../domain/identity.ts";
import { type Session, sessionLife } from "../domain/session.ts";
import { typedText } from "../domain/typed-text.ts";
import { profileProblem, type User } from "../domain/user.ts";
import type { Call, Reply } from "../endpoint.ts";
import { byUser } from "../events/context.ts";
import type { Proved } from "../identity-providers/code-flow.ts";
import {
  type Claims,
  type IdentityProvider,
  isNamedOperator,
  provenEmail,
} from "../identity-providers/identity-provider.ts";
import { continueSignIn } from "./open-session.ts";

/** `again`: the provider was told to ask for credentials. */
export interface ProvedNow extends Pick<Proved, "identity" | "enteredAt" | "sid" | "provedAt"> {
  readonly again: boolean;
}

/** `unknown`: no account has the identity. `changed`: it was unlinked meanwhile, or its account or sign-in ended. */
export type IdentityOutcome =
  | { readonly result: "continued"; readonly reply: Reply }
  | { readonly result: "suspended"; readonly because: string }
  | { readonly result: "unknown" | "changed" };

/** Accounts are never found by email address or name. */
export async function signInWithIdentity(
  call: Call<Browser>,
  provider: IdentityProvider,
  { identity, enteredAt, again, sid, provedAt: here }: ProvedNow,
  continueTo: string,
  wayOn: (user: User) => Awaitable<string> = () => continueTo,
): Promise<IdentityOutcome> {
  const holder = await call.dependencies.ledger.identityHolder(identity);
  if (holder === undefined) return { result: "unknown" };
  const { user, passwordHash } = holder;
  if (user.suspendedBecause !== undefined) {
    return { result: "suspended", because: user.suspendedBecause };
  }
  const kind = kindOf(provider);
  const at = provedAt({ enteredAt }, call.dependencies.clock());
  const proved = { identity, kind, at, entered: again, sid, provedAt: here } as const;
  const proven = { userId: user.id, passwordHash, provider: proved };
  const onward = { continueTo: await wayOn(user), askedFor: continueTo };
  const reply = await continueSignIn(call, proven, onward);
  return reply === undefined ? { result: "changed" } : { result: "continued", reply };
}

/** "other": the identity is not the session's user's, or its sign-in has ended at the provider. */
export async function proveWithIdentity(
  { dependencies: { ledger, clock } }: Pick<Call, "dependencies">,
  provider: IdentityProvider,
  { identity, enteredAt, sid, provedAt: here }: ProvedNow,
  session: Session,
): Promise<"proved" | "other"> {
  const at = provedAt({ enteredAt }, clock());
  const proof = { kind: kindOf(provider), identity: { ...identity, sid, provedAt: here }, at };
  return (await ledger.proveAgain(session, proof)) === "proved" ? "proved" : "other";
}

function kindOf({ secondFactor }: IdentityProvider): IdentityProof["kind"] {
  return secondFactor ? "strong-identity-provider" : "identity-provider";
}

/** Without the provider's word, the sign-in there may be days old, so it does not count as recent. */
function provedAt({ enteredAt }: Pick<ProvedNow, "enteredAt">, now: number): number {
  return Math.min(enteredAt ?? now - sessionLife.recentMs, now);
}

/**
 * The account has no password, and an address only if the provider verified it. "screen-name": the name is invalid.
 */
export async function makeAccountWithIdentity(
  { incoming, dependencies }: Pick<Call, "incoming" | "dependencies">,
  provider: IdentityProvider,
  { identity, claims }: Pick<Proved, "identity" | "claims">,
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
      emailProven: profile.email !== "",
      passwordHash: noPasswordHash(random),
      isOperator: isNamedOperator(provider, claims),
      now,
    },
    identity,
    byUser(id, now, incoming.address),
  );
  // The sign-up setting does not apply: the providers' file decides who may sign up.
  if (outcome === "sign-up-changed") throw new Error("sign-up was not asked about");
  return outcome;
}

/** Claims that are not valid here are left out. */
function profileOf(claims: Claims, screenName: string) {
  const { name: told } = claims;
  const bare = { screenName, name: "", email: "" };
  if (profileProblem(bare) !== undefined) return undefined;
  const named = { ...bare, name: typeof told === "string" ? typedText(told) : "" };
  const email = provenEmail(claims) ?? "";
  const name = profileProblem(named) === undefined ? named.name : "";
  return { ...bare, name, email: profileProblem({ ...bare, email }) === undefined ? email : "" };
}
