import type { ApplicationId, UserId } from "./credentials.ts";
import { dayMs } from "./day.ts";

/** An editor may do everything except what is reserved for the owner; a viewer only sees figures. */
export const collaboratorRoles = ["editor", "viewer"] as const;
export type CollaboratorRole = (typeof collaboratorRoles)[number];

export type ApplicationRole = "owner" | CollaboratorRole;

/** Open invitations count, so that no one can fill the table with them. */
export const maxCollaborators = 20;

export const applicationInvitationMs = 14 * dayMs;

/** A user can have this many open invitations and offers from one owner, so that they can't hide those from others. */
export const maxFromOneOwner = 5;

export interface Collaborator {
  readonly userId: UserId;
  readonly screenName: string;
  readonly role: CollaboratorRole;
  readonly accepted: boolean;
  readonly invitedAt: number;
}

export interface OwnershipOffer {
  readonly userId: UserId;
  readonly screenName: string;
  readonly offeredAt: number;
}

export interface Collaborators {
  readonly users: readonly Collaborator[];
  readonly offer: OwnershipOffer | undefined;
}

/** Returns the paging key of an invitation: the `after` of the next page. */
export function invitationPlace({ at, applicationId, role }: ApplicationInvitation): string {
  return `${at}-${applicationId}-${role}`;
}

export function readInvitationPlace(text: string | undefined) {
  const [, at, applicationId, role] =
    /^(\d{1,15})-(\d{1,16})-([a-z]{1,10})$/.exec(text ?? "") ?? [];
  return at === undefined || role === undefined
    ? undefined
    : { at: Number(at), applicationId: Number(applicationId), role };
}

/** An invitation with the role `owner` offers to transfer the application. */
export interface ApplicationInvitation {
  readonly applicationId: ApplicationId;
  readonly applicationName: string;
  readonly icon: string | undefined;
  readonly ownerScreenName: string;
  readonly role: ApplicationRole;
  readonly at: number;
}

export function isCollaboratorRole(text: string): text is CollaboratorRole {
  return collaboratorRoles.some((one) => one === text);
}

export function roleCovers(role: ApplicationRole, needed: ApplicationRole): boolean {
  return ranks[role] >= ranks[needed];
}

const ranks: Readonly<Record<ApplicationRole, number>> = { viewer: 0, editor: 1, owner: 2 };
