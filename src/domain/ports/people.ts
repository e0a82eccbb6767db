/** The ledger's part for people: accounts, passwords, who is an operator. */
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { UserId } from "../credentials.ts";
import type { Search } from "../operating.ts";
import type { Page } from "../page.ts";
import type { PasswordHash } from "../password-hash.ts";
import type { NewSession } from "../session.ts";
import type { NewUser, ProfileOutcome, User } from "../user.ts";

export interface People {
  /**
   * Of two callers with the same screen name (in any case) exactly one makes the user. An operator is recorded as
   * such too. A screen name that rests is taken. With `signUpSeen`, only while the setting of sign-up is what was seen: who closes it, has closed it.
   */
  createUser(
    user: NewUser,
    event: AuditEvent,
  ): Promise<"created" | "screen-name-taken" | "sign-up-changed">;
  userById(userId: UserId): Awaitable<User | undefined>;
  userByScreenName(screenName: string): Awaitable<User | undefined>;
  users(page: Page): Awaitable<readonly User[]>;
  /** In the order of screen names, which are the keys of the pages; the newest first: ids are. */
  searchUsers(search: Search, page: Page): Awaitable<readonly User[]>;
  /** At most `most`. */
  countUsers(search: Search, most: number): Awaitable<number>;
  /** True once in `every` milliseconds for a user: the process that asks first may ask the person to change a weak password. */
  askAboutPassword(asked: { userId: UserId; now: number; every: number }): Promise<boolean>;
  /** What a sign-in is checked against. */
  passwordOf(screenName: string): Awaitable<{ user: User; passwordHash: PasswordHash } | undefined>;
  /** Other sessions of the user end with the old password. */
  setPassword(userId: UserId, passwordHash: PasswordHash, event: AuditEvent): Promise<void>;
  /**
   * Of all who change from the same password exactly one does, and gets the new session; every other
   * session of the user ends. `from` and `to` are hashes.
   */
  changePassword(
    change: { from: PasswordHash; to: PasswordHash; session: NewSession },
    event: AuditEvent,
  ): Promise<boolean>;
  /**
   * Of two who want one screen name (in any case) exactly one gets it. The one that is given up rests for 30 days:
   * nobody else gets it, and its former owner may take it back. "too-many-names" once as many rest as may.
   * Without `name` or `email` these stay as they are; a new address is not proven. With `seen`, only while the screen
   * name is the one that was looked at, and another address only in place of that one.
   */
  changeProfile(
    profile: {
      userId: UserId;
      seen?: Pick<User, "screenName" | "email">;
      screenName: string;
      name?: string;
      email?: string;
    },
    event: AuditEvent,
  ): Promise<ProfileOutcome>;
  /** Those with this address (in any case), who proved it first; at most `most`. */
  usersWithEmail(email: string, most: number): Awaitable<readonly User[]>;
  /** Somebody who may say so says that the address is the user's. False if theirs is another by now. */
  confirmEmail(user: { userId: UserId; email: string }, event: AuditEvent): Promise<boolean>;
  /**
   * From the next request on nothing of the user works. What they had begun has ended for good: sessions, sign-ins that
   * wait, links, what they approved and nobody has exchanged, and invitations to their applications that nobody has accepted. The last
   * operator who is not suspended cannot be, however many are suspended or demoted at once.
   */
  suspendUser(
    userId: UserId,
    because: string,
    event: AuditEvent,
  ): Promise<"changed" | "last-operator">;
  /** What worked before the suspension works again, except what the suspension ended. */
  restoreUser(userId: UserId, event: AuditEvent): Promise<void>;
  /**
   * The user goes, and with it everything granted and every session; not while applications are owned, not as the
   * last operator, and not where the password that was right (`passwordHash`) has changed since. Without
   * `passwordHash` somebody else deletes it. "gone": there is no such user.
   */
  deleteUser(
    user: { userId: UserId; passwordHash?: PasswordHash },
    event: AuditEvent,
  ): Promise<"deleted" | "owns-applications" | "last-operator" | "password-changed" | "gone">;
  hasOperator(): Awaitable<boolean>;
  /** The first one ends the link that was made for the first. The last who is not suspended stays one. */
  setOperator(
    userId: UserId,
    isOperator: boolean,
    event: AuditEvent,
  ): Promise<"changed" | "last-operator">;
}
