/**
 * The part of the database that holds the users who work on an application. Each write checks the
 * `role` of `by` in its own transaction: if the user has lost that role, it changes nothing and throws `RoleEnded`.
 */
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type {
  ApplicationInvitation,
  ApplicationRole,
  CollaboratorRole,
  Collaborators as Users,
} from "../collaborator.ts";
import type { ApplicationId, UserId } from "../credentials.ts";
import type { Slice } from "../slice.ts";

interface One {
  readonly applicationId: ApplicationId;
  readonly userId: UserId;
}

export interface Collaborators {
  /** Returns undefined if the user is neither the owner nor a collaborator who has accepted. */
  applicationRole(
    applicationId: ApplicationId,
    userId: UserId,
  ): Awaitable<ApplicationRole | undefined>;
  /** Excludes invitations and offers that expired before `now`. */
  collaborators(applicationId: ApplicationId, now: number): Awaitable<Users>;
  /** The user's open invitations and offers, newest first. For paging, see `invitationPlace`. */
  applicationInvitations(
    userId: UserId,
    now: number,
    page: Slice,
  ): Awaitable<readonly ApplicationInvitation[]>;
  /**
   * "is-collaborator": the user is a collaborator or has an open invitation. "too-many-waiting": the user
   * already has as many open invitations from this owner as are allowed. "gone": the user or the application
   * does not exist.
   */
  inviteCollaborator(
    invitation: One & { role: CollaboratorRole; now: number },
    by: AuditContext,
  ): Promise<"invited" | "is-collaborator" | "is-owner" | "too-many" | "too-many-waiting" | "gone">;
  /** Takes effect with the next request. Returns false if the user is neither a collaborator nor invited. */
  changeCollaborator(change: One & { role: CollaboratorRole }, by: AuditContext): Promise<boolean>;
  /**
   * Also ends an open invitation, and with the role an offer of ownership to the same user. Returns false if
   * there was nothing to end.
   */
  removeCollaborator(collaborator: One, by: AuditContext): Promise<boolean>;
  /** Returns false if the invitation to this role was withdrawn or has expired. */
  acceptInvitation(
    invitation: One & { role: CollaboratorRole },
    by: AuditContext,
  ): Promise<boolean>;
  /** Replaces an earlier offer, and leaves a notice to the owner. */
  offerOwnership(
    offer: One & { now: number },
    by: AuditContext,
  ): Promise<"offered" | "is-owner" | "too-many-waiting" | "gone">;
  /** Returns false if there is no offer to this user. */
  endOwnershipOffer(offer: One, by: AuditContext): Promise<boolean>;
  /**
   * Of concurrent responses to one offer, exactly one takes over the application, and no one ends up with more
   * than `most`. The previous owner keeps no role, and open invitations end. "gone" includes an offer that has
   * expired.
   */
  acceptOwnership(
    offer: One & { most: number },
    by: AuditContext,
  ): Promise<"accepted" | "gone" | "too-many">;
  /** Moves the application without anyone's consent. For administrators. */
  transferApplication(move: One, by: AuditContext): Promise<"moved" | "is-owner" | "gone">;
}
