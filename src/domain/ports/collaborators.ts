/**
 * The ledger's part for the people who work on an application. An event made with `asRole` is checked inside each
 * write: a person who lost the role in the meantime changes nothing, and the write throws `RoleEnded`.
 */
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type {
  ApplicationInvitation,
  ApplicationRole,
  CollaboratorRole,
  Collaborators as People,
} from "../collaborator.ts";
import type { ApplicationId, UserId } from "../credentials.ts";
import type { Page } from "../page.ts";

interface One {
  readonly applicationId: ApplicationId;
  readonly userId: UserId;
}

export interface Collaborators {
  /** Undefined: the user is neither the owner nor a collaborator who accepted. */
  applicationRole(
    applicationId: ApplicationId,
    userId: UserId,
  ): Awaitable<ApplicationRole | undefined>;
  /** Without invitations and offers that have expired by `now`. */
  collaborators(applicationId: ApplicationId, now: number): Awaitable<People>;
  /** What waits for the user's answer, the newest first; see `invitationPlace`. */
  applicationInvitations(
    userId: UserId,
    now: number,
    page: Page,
  ): Awaitable<readonly ApplicationInvitation[]>;
  /**
   * "is-collaborator": also where an invitation waits already. "too-many-waiting": as many of this owner wait for the user as
   * may. "gone": there is no such user or application.
   */
  inviteCollaborator(
    invitation: One & { role: CollaboratorRole; now: number },
    event: AuditEvent,
  ): Promise<"invited" | "is-collaborator" | "is-owner" | "too-many" | "too-many-waiting" | "gone">;
  /** From the next request on. False if the user is no collaborator and not invited. */
  changeCollaborator(change: One & { role: CollaboratorRole }, event: AuditEvent): Promise<boolean>;
  /** Ends an invitation as well, and with a role an offer of the application to the same user. False if there was nothing to end. */
  removeCollaborator(collaborator: One, event: AuditEvent): Promise<boolean>;
  /** False if nobody invites the user to that role any more, or the invitation has expired. */
  acceptInvitation(
    invitation: One & { role: CollaboratorRole },
    event: AuditEvent,
  ): Promise<boolean>;
  /** Takes the place of an earlier offer. */
  offerOwnership(
    offer: One & { now: number },
    event: AuditEvent,
  ): Promise<"offered" | "is-owner" | "too-many-waiting" | "gone">;
  /** False if the application is not offered to the user. */
  endOwnershipOffer(offer: One, event: AuditEvent): Promise<boolean>;
  /**
   * Of all who answer one offer exactly one gets the application, and nobody has more than `most` by it. The owner
   * before keeps no role, and invitations that nobody accepted end. "gone": also where the offer has expired.
   */
  acceptOwnership(
    offer: One & { most: number },
    event: AuditEvent,
  ): Promise<"accepted" | "gone" | "too-many">;
  /** Without anybody's consent, for operators. */
  moveApplication(move: One, event: AuditEvent): Promise<"moved" | "is-owner" | "gone">;
}
