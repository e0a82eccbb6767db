/** Links to a new password that an administrator creates and passes on. */
import type { Config } from "../../config/config.ts";
import { isPasswordHash } from "../../domain/identity.ts";
import type { Users } from "../../domain/ports/users.ts";
import type { User } from "../../domain/user.ts";

export const withoutPasswords = [
  "conflict",
  "Users sign in only with identity providers, so there are no passwords.",
] as const;

/** Why there is no link, or why it would not work. */
export const uselessLinks = {
  "no-passwords": withoutPasswords,
  suspended: ["conflict", "The user is suspended. Restore the user first."],
  /** The user signs in with identity providers alone. */
  "no-password": ["conflict", "The user has no password to reset. A recovery link sets one."],
  "made-before": ["conflict", "The form has created a link already."],
  /** The user was deleted or suspended since the user was read. */
  rejected: ["conflict", "The user was changed at the same time. Try again."],
} as const;

export async function uselessLink(
  ledger: Pick<Users, "passwordOf">,
  { signInMethods }: Pick<Config, "signInMethods">,
  user: User,
  purpose: "password-reset" | "account-recovery",
): Promise<"no-passwords" | "suspended" | "no-password" | undefined> {
  if (signInMethods !== "all") return "no-passwords";
  if (user.suspendedBecause !== undefined) return "suspended";
  if (purpose === "account-recovery") return undefined;
  const { passwordHash = "" } = (await ledger.passwordOf(user.screenName)) ?? {};
  return isPasswordHash(passwordHash) ? undefined : "no-password";
}
