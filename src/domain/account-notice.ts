/** What users are emailed about their own accounts. It can't be turned off. */
import type { AuditContext, AuditEvent } from "./audit.ts";
import type { UserId } from "./credentials.ts";

/** `codesRejected`: someone who knows the password guesses codes. An administrator causes the last two kinds. */
export type FactorNews =
  | "turnedOn"
  | "turnedOff"
  | "passkeyAdded"
  | "passkeyRemoved"
  | "passkeyCounterBack"
  | "newCodes"
  | "codeUsed"
  | "codesRejected"
  | "appRemoved"
  | "passkeyTaken"
  | "removed"
  | "recoveryLinkMade"
  | "recovered"
  | "identityLinked"
  | "identityUnlinked"
  | "identityRemoved";

/** `emailChanged` and `screenNameChanged` go to the previous address, and the latter uses the previous name. */
export type ChangeNews =
  | "passwordChanged"
  | "emailChanged"
  | "screenNameChanged"
  | "accountDeleted"
  | "accessExpiring";

export type AccountNews = FactorNews | ChangeNews;

/** Where it was done. Empty if someone else did it: a user learns no address of an administrator. */
export type NoticeOrigin = Pick<AuditContext, "address" | "userAgent">;

export function noticeOriginOf(
  { actor, address, userAgent }: AuditContext,
  userId: UserId,
): NoticeOrigin {
  if (actor !== `user:${userId}` && actor !== "anonymous") return {};
  return {
    ...(address !== undefined && { address }),
    ...(userAgent !== undefined && { userAgent }),
  };
}

export interface DueAccountNotice {
  readonly userId: UserId;
  readonly news: AccountNews;
  readonly at: number;
  readonly from: NoticeOrigin;
  /** The address that the account had when it happened. */
  readonly to: string;
  readonly isAuthenticated: boolean;
  readonly screenName: string;
  /** The tag of the language in which they last used the pages, if known. */
  readonly language: string | undefined;
}

/** Returns undefined if the event needs no notice to the user. */
export function accountNewsOf(event: AuditEvent): AccountNews | undefined {
  switch (event.name) {
    case "user.password-changed":
      return "passwordChanged";
    case "user.deleted":
      return "accountDeleted";
    case "user.recovered":
      return "recovered";
    case "user.recovery-link-created":
      return "recoveryLinkMade";
    case "user.code-failed-repeatedly":
      return "codesRejected";
    case "user.signed-in":
      return event.details?.authenticated === "recovery-code" ? "codeUsed" : undefined;
    case "second-factor.turned-on":
      return "turnedOn";
    case "second-factor.turned-off":
      return event.details.because === undefined ? "turnedOff" : "appRemoved";
    case "second-factor.removed":
      return "removed";
    case "recovery-codes.created":
      return "newCodes";
    case "passkey.added":
      return "passkeyAdded";
    case "passkey.removed":
      return event.details.because === undefined ? "passkeyRemoved" : "passkeyTaken";
    case "passkey.clone-suspected":
      return "passkeyCounterBack";
    case "identity.linked":
      return "identityLinked";
    case "identity.unlinked":
      return "identityUnlinked";
    case "identity.removed":
      return "identityRemoved";
    default:
      return undefined;
  }
}
