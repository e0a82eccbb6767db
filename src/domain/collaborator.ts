/** Who may work on an application beside its owner. */
import type { ApplicationId, UserId } from "./credentials.ts";

/** What a collaborator may do: an admin everything but what is the owner's alone, a viewer only look at figures. */
export const collaboratorRoles = ["admin", "viewer"] as const;
export type CollaboratorRole = (typeof collaboratorRoles)[number];

export type ApplicationRole = "owner" | CollaboratorRole;

/** Includes invitations that wait for an answer, so that nobody fills a table. */
export const mostCollaborators = 20;

/** How long an invitation or an offer waits for its answer, in milliseconds. */
export const applicationInvitationMs = 14 * 86_400_000;

/** So many invitations and offers of one owner may wait for one person: they must not hide those of others. */
export const mostFromOneOwner = 5;

export interface Collaborator {
  readonly userId: UserId;
  readonly screenName: string;
  readonly role: CollaboratorRole;
  /** False: the invitation waits for an answer. */
  readonly accepted: boolean;
  /** When the invitation was made, in milliseconds since the epoch. */
  readonly invitedAt: number;
}

/** Who was offered an application and has not answered. */
export interface OwnershipOffer {
  readonly userId: UserId;
  readonly screenName: string;
  readonly offeredAt: number;
}

/** Everybody beside the owner, in the order of screen names. */
export interface Collaborators {
  readonly people: readonly Collaborator[];
  readonly offer: OwnershipOffer | undefined;
}

/** The place of one in the list of its person, as `after` of a page. */
export function invitationPlace({ at, applicationId, role }: ApplicationInvitation): string {
  return `${at}-${applicationId}-${role}`;
}

/** Undefined for what is no such place. */
export function readInvitationPlace(text: string | undefined) {
  const [, at, applicationId, role] =
    /^(\d{1,15})-(\d{1,16})-([a-z]{1,10})$/.exec(text ?? "") ?? [];
  return at === undefined || role === undefined
    ? undefined
    : { at: Number(at), applicationId: Number(applicationId), role };
}

/** What a person is asked: to work on an application, or (`owner`) to take it over. */
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

/** Whether a role is enough where another one is asked for. */
export function roleCovers(role: ApplicationRole, needed: ApplicationRole): boolean {
  return ranks[role] >= ranks[needed];
}

const ranks: Readonly<Record<ApplicationRole, number>> = { viewer: 0, admin: 1, owner: 2 };
