/** Collaborators: who may work on an application besides its owner. */
import type { ApplicationId, UserId } from "./credentials.ts";
import { dayMs } from "./day.ts";

/**
 * Roles of collaborators. An admin may do everything except what is reserved for the owner; a viewer only sees
 * figures.
 */
export const collaboratorRoles = ["admin", "viewer"] as const;
export type CollaboratorRole = (typeof collaboratorRoles)[number];

export type ApplicationRole = "owner" | CollaboratorRole;

/** Includes open invitations, so that nobody can fill the table with them. */
export const mostCollaborators = 20;

/** How long an invitation or an offer stays open, in milliseconds. */
export const applicationInvitationMs = 14 * dayMs;

/**
 * How many invitations and offers from one owner can be open for one person, so that they cannot hide those
 * from others.
 */
export const mostFromOneOwner = 5;

export interface Collaborator {
  readonly userId: UserId;
  readonly screenName: string;
  readonly role: CollaboratorRole;
  /** False while the invitation is open. */
  readonly accepted: boolean;
  /** When the invitation was made, in milliseconds since the epoch. */
  readonly invitedAt: number;
}

/** A person who was offered an application and has not answered. */
export interface OwnershipOffer {
  readonly userId: UserId;
  readonly screenName: string;
  readonly offeredAt: number;
}

/** Everyone besides the owner, ordered by screen name. */
export interface Collaborators {
  readonly people: readonly Collaborator[];
  readonly offer: OwnershipOffer | undefined;
}

/** The paging key of an invitation in the list of its person: the `after` of the next page. */
export function invitationPlace({ at, applicationId, role }: ApplicationInvitation): string {
  return `${at}-${applicationId}-${role}`;
}

/** Undefined if the text is not such a key. */
export function readInvitationPlace(text: string | undefined) {
  const [, at, applicationId, role] =
    /^(\d{1,15})-(\d{1,16})-([a-z]{1,10})$/.exec(text ?? "") ?? [];
  return at === undefined || role === undefined
    ? undefined
    : { at: Number(at), applicationId: Number(applicationId), role };
}

/** An invitation to work on an application, or (`owner`) an offer to take it over. */
export interface ApplicationInvitation {
  readonly applicationId: ApplicationId;
  readonly applicationName: string;
  /** See `Application`. */
  readonly icon: string | undefined;
  readonly ownerScreenName: string;
  readonly role: ApplicationRole;
  readonly at: number;
}

export function isCollaboratorRole(text: string): text is CollaboratorRole {
  return collaboratorRoles.some((one) => one === text);
}

/** Whether a role includes the needed one. */
export function roleCovers(role: ApplicationRole, needed: ApplicationRole): boolean {
  return ranks[role] >= ranks[needed];
}

const ranks: Readonly<Record<ApplicationRole, number>> = { viewer: 0, admin: 1, owner: 2 };
