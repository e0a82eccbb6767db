/** Links to a new password that an administrator creates and passes on. */
import type { Config } from "../../config/config.ts";
import { isPasswordHash } from "../../domain/identity.ts";
import type { Users } from "../../domain/ports/users.ts";
import type { User } from "../../domain/user.ts";

/**
 * Why the link would not work. `no-passwords`: users sign in with identity providers alone. `no-password`: the user
 * does, so there is no password to reset; a recovery link sets one.
 */
export type UselessLink = "no-passwords" | "suspended" | "no-password";

export async function uselessLink(
  ledger: Pick<Users, "passwordOf">,
  { signInMethods }: Pick<Config, "signInMethods">,
  user: User,
  purpose: "password-reset" | "account-recovery",
): Promise<UselessLink | undefined> {
  if (signInMethods !== "all") return "no-passwords";
  if (user.suspendedBecause !== undefined) return "suspended";
  if (purpose === "account-recovery") return undefined;
  const { passwordHash = "" } = (await ledger.passwordOf(user.screenName)) ?? {};
  return isPasswordHash(passwordHash) ? undefined : "no-password";
}
