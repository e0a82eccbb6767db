/** What administrators do with a user's account. How the user signs in is in `sign-in-methods.ts`. */
import type { AuditContext } from "../../domain/audit.ts";
import {
  mintUserId,
  type TokenDigest,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import type { Reason } from "../../domain/operating.ts";
import { type Profile, problemWithUser } from "../../domain/user.ts";
import { problemWithPassword } from "../../tools/passwords/new-password.ts";
import { action, otherThan } from "../operation/action.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { withoutPasswords } from "./password-link.ts";

export const noUser = ["not-found", "No such user."] as const;

const lastAdministrator = [
  "conflict",
  "The user is the last administrator who isn't suspended. Make another user an administrator first.",
] as const;

/** The administrator's word verifies the email address. Throws `AdminProblem` for what the account's rules reject. */
export const createUser = action({
  name: "createUser",
  event: "user.created",
  sensitive: true,
  async run({ ledger, random, config, passwords }, account: NewAccount, by) {
    const { password, isAdmin, ...profile } = account;
    if (config.signInMethods !== "all") return "no-passwords";
    const { serviceName } = config;
    const problem =
      problemWithUser(profile) ??
      (await problemWithPassword(password, { ...profile, serviceName }));
    if (problem !== undefined) throw new AdminProblem("rejected", problem);
    const passwordHash = await passwords.hash(password, requesterOf(by));
    const id = mintUserId(random);
    const user = { ...profile, id, emailVerified: true, passwordHash, isAdmin, now: by.at };
    return (await ledger.createUser(user, by)) === "created" ? { id } : "screen-name-taken";
  },
  rejections: {
    "no-passwords": withoutPasswords,
    "screen-name-taken": ["conflict", "The screen name is taken."],
  },
});

interface NewAccount extends Profile {
  readonly password: string;
  readonly isAdmin: boolean;
}

export function requesterOf({ address = "", actor }: AuditContext) {
  return { network: address, account: actor };
}

export const deleteUser = action({
  name: "deleteUser",
  event: "user.deleted",
  sensitive: true,
  async run({ ledger }, { userId }: { userId: UserId }, by) {
    const outcome = await ledger.deleteUser({ userId }, by);
    if (outcome === "password-changed") throw new Error("no password was compared");
    return otherThan(outcome, "deleted");
  },
  rejections: {
    gone: noUser,
    "last-administrator": lastAdministrator,
    "owns-applications": [
      "conflict",
      "The user owns applications. Delete them, or transfer them to another owner.",
    ],
  },
});

export const suspendUser = action({
  name: "suspendUser",
  event: "user.suspended",
  sensitive: true,
  run: async ({ ledger }, { userId, because }: { userId: UserId; because: Reason }, by) =>
    otherThan(await ledger.suspendUser(userId, because, by), "changed"),
  rejections: { gone: noUser, "last-administrator": lastAdministrator },
});

/** `seen`: the suspension that the administrator saw. Another one stays. */
export const restoreUser = action({
  name: "restoreUser",
  event: "user.restored",
  sensitive: true,
  run: async ({ ledger }, { userId, seen }: { userId: UserId; seen?: string }, by) =>
    (await ledger.restoreUser(userId, by, seen)) || "not-suspended",
  rejections: { "not-suspended": ["not-found", "No such suspended user."] },
});

export const grantAdmin = action({
  name: "grantAdmin",
  event: "admin.granted",
  sensitive: true,
  run: async ({ ledger }, { userId }: { userId: UserId }, by) =>
    otherThan(await ledger.grantAdmin(userId, by), "changed"),
  rejections: { gone: noUser },
});

export const revokeAdmin = action({
  name: "revokeAdmin",
  event: "admin.revoked",
  sensitive: true,
  run: async ({ ledger }, { userId }: { userId: UserId }, by) =>
    otherThan(await ledger.revokeAdmin(userId, by), "changed"),
  rejections: { gone: noUser, "last-administrator": lastAdministrator },
});

/** The address is verified unless the user has another one by now. */
export const verifyEmail = action({
  name: "verifyEmail",
  event: "user.email-verified",
  sensitive: true,
  run: async ({ ledger }, { userId, email }: { userId: UserId; email: string }, by) =>
    (email !== "" && (await ledger.markEmailVerified({ userId, email }, by))) || "other-address",
  rejections: { "other-address": ["conflict", "The user does not have this address."] },
});

/** `except`: the administrator's own session, which stays. */
export const endSessions = action({
  name: "endSessions",
  event: "user.sessions-ended",
  sensitive: false,
  async run({ ledger }, { userId, except }: { userId: UserId; except?: TokenDigest }, by) {
    // No session has the digest of this text.
    await ledger.endOtherSessions({ userId, digest: except ?? tokenDigest("") }, by);
    return undefined;
  },
  rejections: {},
});
