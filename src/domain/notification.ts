/** What the owner and the admins of an application are told by email, as far as they want to be told. */
import type { CollaboratorRole } from "./collaborator.ts";
import type { ApplicationId, UserId } from "./credentials.ts";
import type { LimitedName } from "./limits.ts";

/** What a person can turn off, one by one. */
export const notificationKinds = [
  "secrets",
  "suspensions",
  "collaborators",
  "limits",
  "old-secrets",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** What happened. People are named as they were called then; never a secret. */
export type Notice =
  /** `by`: who made it, where a person did. */
  | { readonly what: "secret-made"; readonly by?: string }
  | { readonly what: "suspended"; readonly because: string }
  | { readonly what: "restored" }
  | {
      readonly what: "collaborator-joined";
      readonly person: string;
      readonly role: CollaboratorRole;
    }
  | { readonly what: "collaborator-removed"; readonly person: string }
  | { readonly what: "collaborator-left"; readonly person: string }
  /** From one owner to another. */
  | { readonly what: "transferred"; readonly from: string; readonly to: string }
  | {
      readonly what: "limit-reached";
      readonly limit: LimitedName;
      readonly percent: LimitPercent;
      /** How many requests a window admits, of the application or of each of its users. */
      readonly allowed: number;
      readonly per: LimitCounted;
    }
  | { readonly what: "old-secret" };

export const kindOfNotice: Readonly<Record<Notice["what"], NotificationKind>> = {
  "secret-made": "secrets",
  suspended: "suspensions",
  restored: "suspensions",
  "collaborator-joined": "collaborators",
  "collaborator-removed": "collaborators",
  "collaborator-left": "collaborators",
  transferred: "collaborators",
  "limit-reached": "limits",
  "old-secret": "old-secrets",
};

export type LimitPercent = 80 | 100;
export type LimitCounted = "application" | "user and application";

/** One limit of one application is reported at most this often; 100 % also soon after 80 %. */
export const limitNoticeMs = 86_400_000;

/** A consumer secret that stands for longer is old. */
export const oldSecretMs = 365 * 86_400_000;

/** What nobody has sent by then is not sent: the service has no mail server, or could not be reached for a day. */
export const noticeLifeMs = 86_400_000;

/** Somebody who is to be told: their address is proven, and they did not turn this kind off. */
export interface NoticeRecipient {
  readonly userId: UserId;
  readonly screenName: string;
  readonly email: string;
  /** The tag of the language in which they last used the pages; undefined: not known. */
  readonly language: string | undefined;
  /** Whether the application's pages are open to them: the person whom the notice is about may have no role any more. */
  readonly hasRole: boolean;
}

/** A notice that was taken out of the ledger, to be sent once. */
export interface DueNotice {
  readonly applicationId: ApplicationId;
  readonly applicationName: string;
  readonly notice: Notice;
  readonly recipients: readonly NoticeRecipient[];
}

export function isNotificationKind(text: string): text is NotificationKind {
  return notificationKinds.some((one) => one === text);
}

/** Which part of a limit a request has just reached, by the place that it has in its window; undefined: neither. */
export function percentReached(limit: number, remaining: number): LimitPercent | undefined {
  const used = limit - remaining;
  if (limit === 0 || used < 1) return undefined;
  if (used === limit) return 100;
  return used === Math.ceil(limit * 0.8) ? 80 : undefined;
}
