import type { Dependencies } from "../dependencies.ts";
import { isPasswordHash } from "../domain/identity.ts";
import type { Session } from "../domain/session.ts";

export interface OwnWaysIn {
  /** The account has a password and the service accepts passwords. */
  readonly password: boolean;
  /** The user has an identity at these configured providers. */
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

export async function ownWaysIn(
  { userId, screenName }: Pick<Session, "userId" | "screenName">,
  { ledger, identityProviders, config }: Dependencies,
): Promise<OwnWaysIn> {
  if (identityProviders.all.length === 0) return { password: true, providers: [] };
  const [found, identities] = await Promise.all([
    ledger.passwordOf(screenName),
    ledger.identitiesOf(userId),
  ]);
  return {
    password: config.waysIn === "all" && isPasswordHash(found?.passwordHash ?? ""),
    providers: identityProviders.all
      .filter(({ issuer }) => identities.some((one) => one.issuer === issuer))
      .map(({ id, name }) => ({ id, name })),
  };
}
