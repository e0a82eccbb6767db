/** The part of the database that holds identities at identity providers. */
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { UserId } from "../credentials.ts";
import type { Identity, IdentityHolder, IdentityKey, SignInMethods } from "../identity.ts";
import type { NewSession } from "../session.ts";
import type { NewUser } from "../user.ts";

export interface Identities {
  identityHolder(identity: IdentityKey): Awaitable<IdentityHolder | undefined>;
  /** Ordered by the time at which they were linked. */
  identitiesOf(userId: UserId): Awaitable<readonly Identity[]>;
  /**
   * Creates the user and links the identity, or does neither. Of concurrent calls with one identity or one
   * screen name, exactly one creates the user. `isAdmin` only applies while there is no administrator, so of
   * concurrent calls one creates the administrator.
   */
  createUserWithIdentity(
    user: NewUser,
    identity: IdentityKey,
    by: AuditContext,
  ): Promise<"created" | "screen-name-taken" | "sign-up-changed" | "identity-taken">;
  /**
   * Opens the session and ends all others of the user. "taken": the identity belongs to another user; of
   * concurrent calls for one identity, the first wins. "theirs": it was already linked to this user, and
   * nothing is written. "gone": the user is suspended.
   */
  linkIdentity(
    linked: { readonly identity: IdentityKey; readonly session: NewSession },
    by: AuditContext,
  ): Promise<"linked" | "theirs" | "taken" | "too-many" | "gone">;
  /**
   * Opens the session and ends all others of the user. The last sign-in method that the service still offers is not
   * removed; of two that remove one each, the second is rejected.
   */
  unlinkIdentity(
    unlinked: {
      readonly identity: IdentityKey;
      readonly session: NewSession;
      readonly offered: SignInMethods;
    },
    by: AuditContext,
  ): Promise<"unlinked" | "last-sign-in-method" | "gone">;
  /**
   * For administrators: removes even the last sign-in method, and ends every session. Returns false if the identity
   * was not this user's.
   */
  removeIdentity(
    removed: { readonly userId: UserId; readonly identity: IdentityKey; readonly because: string },
    by: AuditContext,
  ): Promise<boolean>;
}
