import { createHash } from "node:crypto";
import type { AccessLevel } from "./access.ts";
import type { ApplicationIcon } from "./application.ts";
import type { CollaboratorRole } from "./collaborator.ts";
import type {
  AccessToken,
  ApplicationId,
  BearerToken,
  ConsumerKey,
  PasswordHash,
  Secret,
  TokenDigest,
  UserId,
} from "./credentials.ts";
import type { ApplicationDraft } from "./fields/application.ts";
import type { ApprovalRequest, ApprovalStatus } from "./fields/approval.ts";
import type { IdentityKey } from "./identity.ts";
import type { LimitChanges } from "./limits.ts";
import type { NotificationKind } from "./notification.ts";
import type { NewPasskey } from "./passkey.ts";
import type { User } from "./user.ts";

export interface ImportedUser extends Omit<User, "isAdmin" | "emailDistrusted"> {
  readonly kind: "user";
  readonly passwordHash: PasswordHash;
  /** If undefined, it is not compared, and a new account is not an administrator. */
  readonly isAdmin: boolean | undefined;
  /** The user's own choice is set on a new account, and not compared. */
  readonly notificationsOff: readonly NotificationKind[];
}

export interface ImportedApplication extends ApplicationDraft, ApprovalRequest, ApprovalStatus {
  readonly kind: "application";
  readonly id: ApplicationId;
  readonly owner: ImportedUserRecord;
  readonly confirmedSchemes: readonly string[];
  readonly consumerKey: ConsumerKey;
  readonly consumerSecret: Secret;
  readonly previousSecret: { readonly secret: Secret; readonly until: number } | undefined;
  /** If undefined, they are not compared, and a new application has the default limits. */
  readonly limits: LimitChanges | undefined;
  /** If undefined, it is not compared, and a new application follows the default plan. */
  readonly plan: string | undefined;
  readonly createdAt: number;
  readonly suspendedBecause: string | undefined;
}

export interface ImportedAccessToken {
  readonly kind: "access_token";
  readonly consumerKey: ConsumerKey;
  readonly user: ImportedUserRecord;
  readonly access: AccessLevel;
  readonly emailGranted: boolean;
  readonly token: AccessToken;
  readonly secret: Secret;
  readonly createdAt: number;
}

export interface ImportedBearerToken {
  readonly kind: "bearer_token";
  readonly consumerKey: ConsumerKey;
  readonly ofPreviousSecret: boolean;
  readonly token: BearerToken;
  readonly createdAt: number;
}

export interface ImportedIcon {
  readonly kind: "icon";
  readonly consumerKey: ConsumerKey;
  readonly icon: ApplicationIcon;
}

export interface ImportedCollaborator {
  readonly kind: "collaborator";
  readonly consumerKey: ConsumerKey;
  readonly user: ImportedUserRecord;
  readonly role: CollaboratorRole;
  readonly accepted: boolean;
  readonly createdAt: number;
}

interface ImportedSignInMethod {
  readonly user: ImportedUserRecord;
  /** By default administrators get no sign-in methods, so that a file from someone else can't open their accounts. */
  readonly toAdmins?: boolean;
}

export interface ImportedIdentity extends IdentityKey, ImportedSignInMethod {
  readonly kind: "identity";
  readonly createdAt: number;
}

export interface ImportedPasskey extends NewPasskey, ImportedSignInMethod {
  readonly kind: "passkey";
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
}

export interface ImportedTotp extends ImportedSignInMethod {
  readonly kind: "totp";
  /** The secret in base32. */
  readonly secret: Secret;
  /** The time step of the last code that was used; it is not accepted again. */
  readonly lastStep: number;
  readonly createdAt: number;
}

export interface ImportedRecoveryCode extends ImportedSignInMethod {
  readonly kind: "recovery_code";
  /** See `recoveryCodeDigest`; it depends on the user's ID. */
  readonly digest: TokenDigest;
}

export type ImportedRecord =
  | ImportedUser
  | ImportedApplication
  | ImportedIcon
  | ImportedCollaborator
  | ImportedIdentity
  | ImportedPasskey
  | ImportedTotp
  | ImportedRecoveryCode
  | ImportedAccessToken
  | ImportedBearerToken;
export type ImportedKind = ImportedRecord["kind"];

/** Both must match the account, because two systems may have given one ID or one name to different users. */
export interface ImportedUserRecord {
  readonly id: UserId;
  readonly screenName: string;
}

/** Each kind refers only to kinds before it. */
export const importedKinds = [
  "user",
  "identity",
  "passkey",
  "totp",
  "recovery_code",
  "application",
  "icon",
  "collaborator",
  "access_token",
  "bearer_token",
] as const satisfies readonly ImportedKind[];

/** `there` means that an equal record exists. What conflicts keeps its value in the database. */
export type ImportOutcome =
  | { readonly is: "new" | "there" }
  | { readonly is: "conflict"; readonly why: string }
  | {
      readonly is: "rejected";
      readonly why: string;
      readonly lacks?: "user" | "application";
    };

/** The ID is equal at each import, so that a deleted application is recognized. */
export function importedApplicationId(consumerKey: string): ApplicationId {
  const digest = createHash("sha256").update(`imported application\0${consumerKey}`).digest();
  const span = BigInt(Number.MAX_SAFE_INTEGER) - lowestId;
  return String(lowestId + (digest.readBigUInt64BE(0) % span)) as ApplicationId;
}

const lowestId = 10n ** 15n;
