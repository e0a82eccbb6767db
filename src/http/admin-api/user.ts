import type { UserId } from "../../domain/credentials.ts";
import type { Users } from "../../domain/ports/users.ts";
import { type User, withoutAt } from "../../domain/user.ts";
import { AdminProblem } from "../../verification/admin-problem.ts";

/** Throws 422, because the name is part of what was sent. */
export async function userNamed(
  ledger: Pick<Users, "userByScreenName">,
  screenName: string,
): Promise<User> {
  const user = await ledger.userByScreenName(withoutAt(screenName));
  if (user === undefined) throw new AdminProblem("rejected", "No user has this screen name.");
  return user;
}

/** Throws 404. */
export async function userAt(ledger: Pick<Users, "userById">, id: UserId): Promise<User> {
  const user = await ledger.userById(id);
  if (user === undefined) throw new AdminProblem("not-found", "There is no such user.");
  return user;
}
