/** Emails to the owner and the editors of an application, and to administrators. Most kinds can be turned off. */
import type { CollaboratorRole } from "./collaborator.ts";
import type { ApplicationId, UserId } from "./credentials.ts";
import { dayMs } from "./day.ts";
import { type WindowLength, windowText } from "./limit-windows.ts";
import type { LimitedName } from "./limits.ts";
import type { User } from "./user.ts";

export const notificationKinds = [
  "secrets",
  "suspensions",
  "collaborators",
  "limits",
  "old-secrets",
  "sunsets",
  "api-keys",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Only administrators get, and choose, these. */
const administratorsOwn: ReadonlySet<NotificationKind> = new Set(["api-keys"]);

export function kindsFor({ isAdmin }: { readonly isAdmin: boolean }): readonly NotificationKind[] {
  return notificationKinds.filter((kind) => isAdmin || !administratorsOwn.has(kind));
}

/** Names are those of that time. A notice never holds a secret. */
export type Notice =
  | { readonly what: "secret-made"; readonly by?: string }
  | { readonly what: "secret-revoked" }
  | { readonly what: "from-administrator"; readonly text: string }
  | { readonly what: "suspended"; readonly because: string }
  | { readonly what: "restored" }
  | { readonly what: "approved" | "change-approved" }
  | { readonly what: "approval-asked"; readonly question: string }
  | { readonly what: "declined" | "change-declined"; readonly because: string }
  | {
      readonly what: "collaborator-joined";
      readonly user: string;
      readonly role: CollaboratorRole;
    }
  | { readonly what: "collaborator-removed"; readonly user: string }
  | { readonly what: "collaborator-left"; readonly user: string }
  /** The owner, or an intruder in their account, offers the application to this user. Only the owner gets an email. */
  | { readonly what: "ownership-offered"; readonly user: string }
  | { readonly what: "transferred"; readonly from: string; readonly to: string }
  | {
      readonly what: "limit-reached";
      readonly limit: LimitedName;
      readonly percent: LimitPercent;
      /** How many requests a window allows, for the application or for each of its users. */
      readonly allowed: number;
      readonly per: LimitCounted;
      /** Undefined if the limit has one window, of up to a day. */
      readonly window?: WindowLength;
    }
  | { readonly what: "old-secret" };

/**
 * Notices without a kind are always emailed: an intruder who gives an application away could turn it off first, and
 * nothing works until the owner replaces an ended secret. An owner who asked for something gets a reply.
 */
export const kindOfNotice: Readonly<Record<Notice["what"], NotificationKind | undefined>> = {
  "secret-made": "secrets",
  "secret-revoked": undefined,
  "from-administrator": undefined,
  suspended: "suspensions",
  restored: "suspensions",
  approved: undefined,
  "change-approved": undefined,
  "approval-asked": undefined,
  declined: undefined,
  "change-declined": undefined,
  "collaborator-joined": "collaborators",
  "collaborator-removed": "collaborators",
  "collaborator-left": "collaborators",
  "ownership-offered": undefined,
  transferred: undefined,
  "limit-reached": "limits",
  "old-secret": "old-secrets",
};

export type LimitPercent = 80 | 100;
export type LimitCounted = "application" | "user and application";

/** Each limit of an application is reported at most this often, but 100 % can follow soon after 80 %. */
export const limitNoticeMs = dayMs;

export const oldSecretMs = 365 * dayMs;

/** A notice is dropped after this time, if there was no mail server or it could not be reached. */
export const noticeLifeMs = dayMs;

/** The user's address is verified, and they did not turn this kind off. */
export interface NoticeRecipient {
  readonly userId: UserId;
  readonly screenName: string;
  readonly email: string;
  readonly language: string | undefined;
  /** Whether they can open its pages. The user whom the notice is about may no longer have a role. */
  readonly hasRole: boolean;
}

/** Whether a user with a role is emailed notices that can't be turned off. */
export function getsNotices(
  user: Pick<User, "email" | "emailVerified" | "suspendedBecause"> | undefined,
): boolean {
  return Boolean(user?.email && user.emailVerified && user.suspendedBecause === undefined);
}

/** A notice that was taken out of the database and is sent once. */
export interface DueNotice {
  readonly applicationId: ApplicationId;
  readonly applicationName: string;
  readonly notice: Notice;
  readonly at: number;
  readonly recipients: readonly NoticeRecipient[];
}

/** An API key expires soon. It was taken out of the database, and is sent once to every administrator who wants it. */
export interface DueKeyNotice {
  readonly key: string;
  readonly expiresAt: number;
  readonly recipients: readonly NoticeRecipient[];
}

export function isNotificationKind(text: string): text is NotificationKind {
  return notificationKinds.some((one) => one === text);
}

/** A limit and, if it has several, which of its windows. */
export function limitLabel(limit: LimitedName, window: WindowLength | undefined): string {
  return window === undefined ? limit : `${limit} (${windowText(window)})`;
}

/** Returns the percentage of a limit that a request of this cost has just reached, if any. */
export function percentReached(
  limit: number,
  remaining: number,
  cost = 1,
): LimitPercent | undefined {
  const used = limit - remaining;
  if (limit === 0 || used < 1) return undefined;
  if (used === limit) return 100;
  const most = Math.ceil(limit * 0.8);
  return used >= most && used - cost < most ? 80 : undefined;
}
