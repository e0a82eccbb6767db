import { idFrom, type UserId } from "../../domain/credentials.ts";
import type { Users } from "../../domain/ports/users.ts";
import { type User, withoutAt } from "../../domain/user.ts";

/**
 * The user with this ID or screen name. Digits alone are an ID: anyone could take another user's ID as a screen name,
 * and would get what was meant for that user. With an @ before them, they are a screen name.
 */
export async function userGiven(
  ledger: Pick<Users, "userByScreenName" | "userById">,
  given: string,
): Promise<User | undefined> {
  const id = idFrom<UserId>(given.trim());
  return id === undefined ? ledger.userByScreenName(withoutAt(given)) : ledger.userById(id);
}

/** The screen name as `userGiven` takes it. */
export function screenNameToGive(screenName: string): string {
  return idFrom(screenName) === undefined ? screenName : `@${screenName}`;
}
