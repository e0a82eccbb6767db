/** What becomes of somebody who proved an identity at a provider: docs/adr/0038-identity-providers.md. */
import type { Browser } from "../authentication/browser-session.ts";
import { mintUserId } from "../domain/credentials.ts";
import { noPasswordHash } from "../domain/identity.ts";
import { profileProblem } from "../domain/user.ts";
import type { Call, Reply } from "../endpoint.ts";
import { byUser, userCreated } from "../events.ts";
import {
  type Claims,
  claimHas,
  type IdentityProvider,
  provenEmail,
} from "../identity-providers/identity-provider.ts";
import type { Proved } from "../identity-providers/identity-providers.ts";
import { continueSignIn } from "./open-session.ts";

/** `unknown`: no account has the identity. `changed`: it was unlinked, or its account ended, meanwhile. */
export type IdentityOutcome =
  | { readonly result: "continued"; readonly reply: Reply }
  | { readonly result: "suspended"; readonly because: string }
  | { readonly result: "unknown" | "changed" };

/** The account that has this identity goes on to the second step, or is signed in. No address or name finds an account. */
export async function signInWithIdentity(
  call: Call<Browser>,
  provider: IdentityProvider,
  { identity }: Pick<Proved, "identity">,
  continueTo: string,
): Promise<IdentityOutcome> {
  const holder = await call.dependencies.ledger.identityHolder(identity);
  if (holder === undefined) return { result: "unknown" };
  const { user, passwordHash } = holder;
  if (user.suspendedBecause !== undefined) {
    return { result: "suspended", because: user.suspendedBecause };
  }
  const kind = provider.secondFactor ? "strong-identity-provider" : "identity-provider";
  const proved = { userId: user.id, passwordHash, provider: { identity, kind } } as const;
  const reply = await continueSignIn(call, proved, continueTo);
  return reply === undefined ? { result: "changed" } : { result: "continued", reply };
}

/**
 * A new account for an identity that has none, without a password. Its address is the one that the provider has seen
 * proven, or empty. "screen-name": it cannot be one.
 */
export async function makeAccountWithIdentity(
  { incoming, dependencies }: Pick<Call, "incoming" | "dependencies">,
  provider: IdentityProvider,
  { identity, claims }: Proved,
  screenName: string,
): Promise<"created" | "screen-name" | "screen-name-taken" | "identity-taken"> {
  const { ledger, clock, random } = dependencies;
  const profile = profileOf(claims, screenName);
  if (profile === undefined) return "screen-name";
  const { firstOperator } = provider;
  const isFirst = firstOperator !== undefined && claimHas(claims, firstOperator);
  const now = clock();
  const id = mintUserId(random);
  const outcome = await ledger.createUserWithIdentity(
    {
      id,
      ...profile,
      emailProven: profile.email !== "",
      passwordHash: noPasswordHash(random),
      isOperator: isFirst && !(await ledger.hasOperator()),
      now,
    },
    identity,
    userCreated(byUser(id, now, incoming.address), id),
  );
  // Nothing was seen of the setting of sign-up: the provider's file says who may come.
  if (outcome === "sign-up-changed") throw new Error("sign-up was not asked about");
  return outcome;
}

/** What the provider says is taken over as far as it can stand here. */
function profileOf(claims: Claims, screenName: string) {
  const { name: told } = claims;
  const bare = { screenName, name: "", email: "" };
  if (profileProblem(bare) !== undefined) return undefined;
  const named = { ...bare, name: typeof told === "string" ? told.trim() : "" };
  const email = provenEmail(claims) ?? "";
  const name = profileProblem(named) === undefined ? named.name : "";
  return { ...bare, name, email: profileProblem({ ...bare, email }) === undefined ? email : "" };
}
