/** The ledger's part for identities at other services. */
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { UserId } from "../credentials.ts";
import type { Identity, IdentityHolder, IdentityKey } from "../identity.ts";
import type { NewSession } from "../session.ts";
import type { NewUser } from "../user.ts";

export interface Identities {
  identityHolder(identity: IdentityKey): Awaitable<IdentityHolder | undefined>;
  /** In the order in which they were linked. */
  identitiesOf(userId: UserId): Awaitable<readonly Identity[]>;
  /**
   * Makes the user and links the identity, or does neither. Of two who come with one identity, or want one screen name,
   * exactly one makes the user.
   */
  createUserWithIdentity(
    user: NewUser,
    identity: IdentityKey,
    event: AuditEvent,
  ): Promise<"created" | "screen-name-taken" | "sign-up-changed" | "identity-taken">;
  /**
   * "taken": it is somebody's already, of two who link one identity the later one's; "linked" once more to the user
   * who has it, without an event. "gone": the user is suspended, or the password that was right (`passwordHash`) has
   * changed since.
   */
  linkIdentity(
    link: {
      readonly userId: UserId;
      readonly identity: IdentityKey;
      readonly passwordHash?: string;
      readonly now: number;
    },
    event: AuditEvent,
  ): Promise<"linked" | "taken" | "too-many" | "gone">;
  /**
   * The session opens in place of all others. The last identity of a user without a password stays: nothing else
   * lets them in. Of two who remove one each, the last one stays.
   */
  unlinkIdentity(
    unlinked: { readonly identity: IdentityKey; readonly session: NewSession },
    event: AuditEvent,
  ): Promise<"unlinked" | "last-way-in" | "gone">;
  /** An operator does it: the last way in may go, and every session ends. False if it was not the user's. */
  removeIdentity(
    removed: { readonly userId: UserId; readonly identity: IdentityKey },
    event: AuditEvent,
  ): Promise<boolean>;
}
