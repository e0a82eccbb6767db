import { relyingPartyAt } from "../../accounts/offered-methods.ts";
import { isPasswordHash } from "../../domain/identity.ts";
import type { Session } from "../../domain/session.ts";
import type { SignInMethods } from "../../pages/views/account/sign-in.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import type { ViewerCall } from "./viewer-call.ts";

export interface OwnSignInMethods {
  /** The account has a password and the service accepts passwords. */
  readonly password: boolean;
  /** The user has an identity at these configured providers. */
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

export async function ownSignInMethods(
  { userId, screenName }: Pick<Session, "userId" | "screenName">,
  { ledger, identityProviders, config }: Dependencies,
): Promise<OwnSignInMethods> {
  if (identityProviders.all.length === 0) return { password: true, providers: [] };
  const [account, identities] = await Promise.all([
    ledger.passwordOf(screenName),
    ledger.identitiesOf(userId),
  ]);
  return {
    password: config.signInMethods === "all" && isPasswordHash(account?.passwordHash ?? ""),
    providers: identityProviders.all
      .filter(({ issuer }) => identities.some((one) => one.issuer === issuer))
      .map(({ id, name }) => ({ id, name })),
  };
}

/** What the pages of a user's own account say of them. */
export async function shownSignInMethods({
  incoming,
  dependencies,
  session,
}: ViewerCall): Promise<SignInMethods> {
  const [ways, factors] = await Promise.all([
    ownSignInMethods(session, dependencies),
    dependencies.ledger.factorsOf(session.userId),
  ]);
  return { ...ways, factors, passkeysWork: relyingPartyAt(incoming, dependencies) !== undefined };
}
