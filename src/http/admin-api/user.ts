import { z } from "zod";
import type { UserId } from "../../domain/credentials.ts";
import type { Users } from "../../domain/ports/users.ts";
import type { User } from "../../domain/user.ts";
import { userGiven } from "../actions/user-given.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { time, timeOf } from "./shapes.ts";

/** Throws 422, because the name is part of what was sent. */
export async function userNamed(
  ledger: Pick<Users, "userByScreenName" | "userById">,
  given: string,
): Promise<User> {
  const user = await userGiven(ledger, given);
  if (user === undefined) {
    throw new AdminProblem("rejected", "No user has this screen name or ID.");
  }
  return user;
}

/** Throws 404. */
export async function userAt(ledger: Pick<Users, "userById">, id: UserId): Promise<User> {
  const user = await ledger.userById(id);
  if (user === undefined) throw new AdminProblem("not-found", "No such user.");
  return user;
}

/** Throws 404, and 409 for a user who is suspended. */
export async function activeUserAt(ledger: Pick<Users, "userById">, id: UserId): Promise<User> {
  const found = await userAt(ledger, id);
  if (found.suspendedBecause === undefined) return found;
  throw new AdminProblem("conflict", "The user is suspended. Restore the user first.");
}

export const user = z
  .strictObject({
    id: z.string(),
    screen_name: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    email_confirmed: z.boolean(),
    admin: z.boolean(),
    language: z.string().nullable(),
    suspended_because: z.string().nullable(),
    created_at: time,
  })
  .meta({ id: "User" });

export function userJson(one: User): z.input<typeof user> {
  return {
    id: one.id,
    screen_name: one.screenName,
    name: one.name,
    email: one.email || null,
    email_confirmed: one.email !== "" && one.emailVerified,
    admin: one.isAdmin,
    language: one.language ?? null,
    suspended_because: one.suspendedBecause ?? null,
    created_at: timeOf(one.createdAt),
  };
}

/** Throws the problem of an outcome that is not the wanted one. */
export function rejectUserOutcome(
  outcome: "last-administrator" | "owns-applications" | "gone" | "password-changed",
): never {
  if (outcome === "gone") throw new AdminProblem("not-found", "No such user.");
  throw new AdminProblem(
    "conflict",
    outcome === "owns-applications"
      ? "The user owns applications. Delete them, or transfer them to another owner."
      : "The user is the last administrator who isn't suspended. Make another user an administrator first.",
  );
}
