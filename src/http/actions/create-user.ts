import type { AuditContext } from "../../domain/audit.ts";
import {
  mintUserId,
  type PasswordHash,
  type Random,
  type UserId,
} from "../../domain/credentials.ts";
import type { Users } from "../../domain/ports/users.ts";
import { type Profile, problemWithUser } from "../../domain/user.ts";
import { problemWithPassword } from "../../tools/passwords/new-password.ts";

interface NewAccount {
  readonly profile: Profile;
  readonly password: string;
  readonly isAdmin: boolean;
}

interface Parts {
  readonly ledger: Pick<Users, "createUser">;
  readonly random: Random;
  readonly serviceName: string;
  readonly hash: (password: string) => Promise<PasswordHash>;
}

/** For an administrator, whose word confirms the email address. `problem` is a sentence that says what to do. */
export async function createUserFor(
  { ledger, random, serviceName, hash }: Parts,
  { profile, password, isAdmin }: NewAccount,
  by: AuditContext,
): Promise<{ readonly id: UserId } | { readonly problem: string } | "screen-name-taken"> {
  const problem =
    problemWithUser(profile) ?? (await problemWithPassword(password, { ...profile, serviceName }));
  if (problem !== undefined) return { problem };
  const passwordHash = await hash(password);
  const id = mintUserId(random);
  const user = { ...profile, id, emailVerified: true, passwordHash, isAdmin, now: by.at };
  return (await ledger.createUser(user, by)) === "created" ? { id } : "screen-name-taken";
}
