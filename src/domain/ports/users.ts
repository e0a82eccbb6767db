/** The part of the database that holds users: accounts, passwords, and who is an administrator. */
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { PasswordHash, UserId } from "../credentials.ts";
import type { UserSearch } from "../operating.ts";
import type { PersonalRow, PersonalSlice } from "../personal-data.ts";
import type { NewSession } from "../session.ts";
import type { Slice } from "../slice.ts";
import type { NewUser, ProfileOutcome, User, UserSummary } from "../user.ts";

export interface Users {
  /**
   * Of concurrent calls with the same screen name (ignoring case), exactly one creates the user. A new administrator
   * is recorded as an administrator event as well. A screen name that was given up within 30 days counts as taken.
   * With `signUpSeen`, the user is only created if the sign-up setting still has that value, so no one slips in
   * after sign-up is closed.
   */
  createUser(
    user: NewUser,
    by: AuditContext,
  ): Promise<"created" | "screen-name-taken" | "sign-up-changed">;
  /**
   * A page of what is kept about the user: no secrets, no digests, and nothing about other users. `last`: the number
   * of its last event, if there may be more.
   */
  personalData(page: PersonalSlice): Awaitable<{
    readonly rows: readonly PersonalRow[];
    readonly last: string | undefined;
  }>;
  userById(userId: UserId): Awaitable<User | undefined>;
  userByScreenName(screenName: string): Awaitable<User | undefined>;
  users(page: Slice): Awaitable<readonly User[]>;
  /** Ordered by screen name, which is also the page key; or by creation, keyed by `placeOf`. */
  searchUsers(search: UserSearch, page: Slice): Awaitable<readonly User[]>;
  /** Those of the users that exist. */
  userSummaries(userIds: readonly UserId[]): Awaitable<ReadonlyMap<UserId, UserSummary>>;
  /** At most `most`. */
  countUsers(search: UserSearch, most: number): Awaitable<number>;
  /**
   * Returns true once per user in `every` milliseconds. The process that gets true may prompt the user to change
   * a weak password.
   */
  askAboutPassword(reminder: { userId: UserId; now: number; every: number }): Promise<boolean>;
  /**
   * The user with this screen name or verified email address (both ignoring case), and the hash that a sign-in is
   * checked against. An address that several users verified finds none of them.
   */
  passwordOf(name: string): Awaitable<{ user: User; passwordHash: PasswordHash } | undefined>;
  /** Also ends everything begun in the account. False, and nothing is recorded, if the account was deleted. */
  setPassword(userId: UserId, passwordHash: PasswordHash, by: AuditContext): Promise<boolean>;
  /**
   * Of concurrent changes from the same password, exactly one succeeds and gets the new session; every other
   * session of the user ends, and every approval that has not been exchanged. `from` and `to` are hashes.
   */
  changePassword(
    change: { from: PasswordHash; to: PasswordHash; session: NewSession },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * Of concurrent calls for one screen name (ignoring case), exactly one gets it. The previous name is reserved
   * for 30 days: no one else can take it, and its former owner can take it back. "too-many-names": the user
   * already has as many reserved names as allowed. Without `name` or `email` these stay unchanged; a new
   * address is unverified. With `seen`, the change only applies if all three are still what the caller saw.
   */
  changeProfile(
    profile: {
      userId: UserId;
      seen?: Pick<User, "screenName" | "name" | "email">;
      screenName: string;
      name?: string;
      email?: string;
    },
    by: AuditContext,
  ): Promise<ProfileOutcome>;
  /** Users with this address (ignoring case), those who proved it first; at most `most`. */
  usersWithEmail(email: string, most: number): Awaitable<readonly User[]>;
  /**
   * Marks the address as verified, and trusts it again, because an administrator knows it. Returns false if the
   * user's address has changed. Nothing is recorded if it is verified already.
   */
  markEmailVerified(user: { userId: UserId; email: string }, by: AuditContext): Promise<boolean>;
  /**
   * All requests of the user fail from the next one on, and everything begun in the account ends permanently. The last
   * administrator who is not suspended cannot be suspended, however many suspensions and demotions run at once.
   * "gone": the account was deleted, and nothing was changed. "changed" without an event: the user is suspended for
   * this reason already.
   */
  suspendUser(
    userId: UserId,
    because: string,
    by: AuditContext,
  ): Promise<"changed" | "last-administrator" | "gone">;
  /**
   * What was finished before the suspension works again, such as access tokens. False, and nothing is recorded, if
   * the user is not suspended, or not any more for the reason that the caller saw, which is `seen`.
   */
  restoreUser(userId: UserId, by: AuditContext, seen?: string): Promise<boolean>;
  /**
   * Deletes the user with everything they granted and every session. Rejected while they own applications, if
   * they are the last administrator, or if the password hash is no longer `passwordHash`. Leave `passwordHash` out
   * when someone else deletes the account. "gone": there is no such user.
   */
  deleteUser(
    user: { userId: UserId; passwordHash?: PasswordHash },
    by: AuditContext,
  ): Promise<"deleted" | "owns-applications" | "last-administrator" | "password-changed" | "gone">;
  hasAdmin(): Awaitable<boolean>;
  /** Administrators only, ordered by screen name, which is also the page key. */
  administrators(page: Slice): Awaitable<readonly User[]>;
  /**
   * Making the first administrator ends the link for the first administrator. "gone": the account was deleted, and
   * nothing was changed. "changed" without an event: it is so already.
   */
  grantAdmin(userId: UserId, by: AuditContext): Promise<"changed" | "gone">;
  /** As `grantAdmin`. The last administrator who is not suspended cannot be revoked. */
  revokeAdmin(userId: UserId, by: AuditContext): Promise<"changed" | "last-administrator" | "gone">;
  /**
   * Makes the wanted users the only administrators, in one write with the event of each. Returns false and changes
   * nothing if the administrators are no longer those that the caller saw. Throws `ConfigurationRejected` if a user was
   * deleted, or no administrator who is not suspended would be left.
   */
  setAdministrators(
    change: { readonly seen: readonly UserId[]; readonly wanted: readonly UserId[] },
    by: AuditContext,
  ): Promise<boolean>;
}
