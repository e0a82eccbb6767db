/**
 * What administrators do for a user who lost a password, a second factor, or everything, or whose account someone else
 * got. The reason is recorded, and the user is notified.
 */
import type { TokenDigest, UserId } from "../../domain/credentials.ts";
import { readFactor } from "../../domain/factors.ts";
import type { IdentityKey } from "../../domain/identity.ts";
import type { Reason } from "../../domain/operating.ts";
import type { User } from "../../domain/user.ts";
import { problemWithPassword } from "../../tools/passwords/new-password.ts";
import { action } from "../operation/action.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { issueLinkOnce } from "./issue-link.ts";
import { uselessLink, uselessLinks, withoutPasswords } from "./password-link.ts";
import { noUser, requesterOf } from "./users.ts";

/** The user is signed out everywhere, and everything pending in the account ends. */
export const setPassword = action({
  name: "setPassword",
  event: "user.password-changed",
  sensitive: true,
  async run(
    { ledger, config, passwords },
    { user, password }: { user: User; password: string },
    by,
  ) {
    if (config.signInMethods !== "all") return "no-passwords";
    const { screenName, name, email } = user;
    const owner = { screenName, name, email, serviceName: config.serviceName };
    const problem = await problemWithPassword(password, owner);
    if (problem !== undefined) throw new AdminProblem("rejected", problem);
    const passwordHash = await passwords.hash(password, requesterOf(by));
    return (await ledger.setPassword(user.id, passwordHash, by)) || "gone";
  },
  rejections: { "no-passwords": withoutPasswords, gone: noUser },
});

interface LinkFor {
  readonly user: User;
  /** The form that asks for the link, which gets only one. */
  readonly form?: TokenDigest;
}

export const createResetLink = action({
  name: "createResetLink",
  event: "user.password-reset-link-created",
  sensitive: true,
  async run({ ledger, random, origins, config }, { user, form }: LinkFor, by) {
    const useless = await uselessLink(ledger, config, user, "password-reset");
    if (useless !== undefined) return useless;
    const wanted = { purpose: "password-reset", userId: user.id } as const;
    return issueLinkOnce({ ledger, random, origin: origins[0] }, wanted, by, form);
  },
  rejections: uselessLinks,
});

export const createRecoveryLink = action({
  name: "createRecoveryLink",
  event: "user.recovery-link-created",
  sensitive: true,
  async run(
    { ledger, random, origins, config },
    { user, form, because }: LinkFor & { because: Reason },
    by,
  ) {
    const useless = await uselessLink(ledger, config, user, "account-recovery");
    if (useless !== undefined) return useless;
    const wanted = { purpose: "account-recovery", userId: user.id, because } as const;
    return issueLinkOnce({ ledger, random, origin: origins[0] }, wanted, by, form);
  },
  rejections: uselessLinks,
});

export const removeFactor = action({
  name: "removeFactor",
  event: "second-factor.removed",
  sensitive: true,
  async run({ ledger }, removed: { userId: UserId; factor: string; because: Reason }, by) {
    const factor = readFactor(removed.factor);
    if (factor === undefined) return "no-such-factor";
    return (await ledger.removeSecondFactor({ ...removed, factor }, by)) || "no-such-factor";
  },
  rejections: { "no-such-factor": ["not-found", "The user has no such second factor."] },
});

export const removeFactors = action({
  name: "removeFactors",
  event: "second-factor.removed",
  sensitive: true,
  run: async ({ ledger }, { userId, because }: { userId: UserId; because: Reason }, by) =>
    (await ledger.removeSecondFactors(userId, because, by)) || "no-factor",
  rejections: { "no-factor": ["not-found", "The user has no second factor."] },
});

/** The identity may be the last sign-in method. */
export const removeIdentity = action({
  name: "removeIdentity",
  event: "identity.removed",
  sensitive: true,
  run: async (
    { ledger },
    removed: { userId: UserId; identity: IdentityKey; because: Reason },
    by,
  ) => (await ledger.removeIdentity(removed, by)) || "no-such-identity",
  rejections: { "no-such-identity": ["not-found", "The user has no such identity."] },
});
