/** The ledger's part for identities at other services. */
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { UserId } from "../credentials.ts";
import type { Identity, IdentityHolder, IdentityKey, WaysIn } from "../identity.ts";
import type { NewSession } from "../session.ts";
import type { NewUser } from "../user.ts";

export interface Identities {
  identityHolder(identity: IdentityKey): Awaitable<IdentityHolder | undefined>;
  /** In the order in which they were linked. */
  identitiesOf(userId: UserId): Awaitable<readonly Identity[]>;
  /**
   * Makes the user and links the identity, or does neither. Of two who come with one identity, or want one screen name,
   * exactly one makes the user. `isOperator` counts while there is no operator: of two who come at once one becomes it.
   */
  createUserWithIdentity(
    user: NewUser,
    identity: IdentityKey,
    event: AuditEvent,
  ): Promise<"created" | "screen-name-taken" | "sign-up-changed" | "identity-taken">;
  /**
   * The session opens in place of all others. "taken": it is somebody's already, of two who link one identity the later
   * one's. "theirs": it was linked to this user before, and nothing is written. "gone": the user is suspended.
   */
  linkIdentity(
    linked: { readonly identity: IdentityKey; readonly session: NewSession },
    event: AuditEvent,
  ): Promise<"linked" | "theirs" | "taken" | "too-many" | "gone">;
  /**
   * The session opens in place of all others. An identity without which nothing that is offered would let the user in
   * stays. Of two who remove one each, the last one stays.
   */
  unlinkIdentity(
    unlinked: {
      readonly identity: IdentityKey;
      readonly session: NewSession;
      readonly offered: WaysIn;
    },
    event: AuditEvent,
  ): Promise<"unlinked" | "last-way-in" | "gone">;
  /** An operator does it: the last way in may go, and every session ends. False if it was not the user's. */
  removeIdentity(
    removed: { readonly userId: UserId; readonly identity: IdentityKey },
    event: AuditEvent,
  ): Promise<boolean>;
}
