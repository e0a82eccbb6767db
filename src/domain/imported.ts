/** What comes from another system, record by record: accounts with what opens them, applications and their tokens, as their clients know them. */
import { createHash } from "node:crypto";
import type { AccessLevel } from "./access.ts";
import type { ApplicationIcon, ApplicationLinks } from "./application.ts";
import type { CollaboratorRole } from "./collaborator.ts";
import type {
  AccessToken,
  ApplicationId,
  BearerToken,
  ConsumerKey,
  Secret,
  TokenDigest,
  UserId,
} from "./credentials.ts";
import type { IdentityKey } from "./identity.ts";
import type { LimitChanges } from "./limits.ts";
import type { NotificationKind } from "./notification.ts";
import type { NewPasskey } from "./passkey.ts";
import type { PasswordHash } from "./password-hash.ts";

/** Times are milliseconds since the epoch. */
export interface ImportedUser {
  readonly kind: "user";
  readonly id: UserId;
  readonly screenName: string;
  readonly name: string;
  readonly email: string;
  readonly emailConfirmed: boolean;
  /** As the ledger keeps it. */
  readonly passwordHash: PasswordHash;
  /** Undefined: it is not asked, and a new account is no operator's. */
  readonly isOperator: boolean | undefined;
  /** What they chose themselves: given to a new account, and not compared. */
  readonly notificationsOff: readonly NotificationKind[];
  readonly language: string | undefined;
  readonly createdAt: number;
  readonly suspendedBecause: string | undefined;
}

export interface ImportedApplication {
  readonly kind: "application";
  readonly id: ApplicationId;
  readonly owner: ImportedPerson;
  readonly name: string;
  readonly description: string;
  readonly website: string;
  readonly links: ApplicationLinks;
  readonly access: AccessLevel;
  readonly signIn: boolean;
  readonly requestEmail: boolean;
  readonly callbacks: readonly string[];
  readonly confirmedSchemes: readonly string[];
  readonly consumerKey: ConsumerKey;
  readonly consumerSecret: Secret;
  /** The secret before, while it still signs. */
  readonly oldSecret: { readonly secret: Secret; readonly until: number } | undefined;
  /** Undefined: it is not asked, and a new application has those of all. */
  readonly limits: LimitChanges | undefined;
  readonly createdAt: number;
  readonly suspendedBecause: string | undefined;
}

export interface ImportedAccessToken {
  readonly kind: "access_token";
  readonly consumerKey: ConsumerKey;
  readonly user: ImportedPerson;
  readonly access: AccessLevel;
  readonly emailGranted: boolean;
  readonly token: AccessToken;
  readonly secret: Secret;
  readonly createdAt: number;
}

export interface ImportedBearerToken {
  readonly kind: "bearer_token";
  readonly consumerKey: ConsumerKey;
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
  readonly user: ImportedPerson;
  readonly role: CollaboratorRole;
  /** False: the invitation waits for an answer. */
  readonly accepted: boolean;
  readonly createdAt: number;
}

/** What signs a person in. */
interface ImportedWayIn {
  readonly user: ImportedPerson;
  /** Left out: an operator's account gets none. A file from another hand must not open one. */
  readonly toOperators?: boolean;
}

export interface ImportedIdentity extends IdentityKey, ImportedWayIn {
  readonly kind: "identity";
  readonly createdAt: number;
}

export interface ImportedPasskey extends NewPasskey, ImportedWayIn {
  readonly kind: "passkey";
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
}

export interface ImportedTotp extends ImportedWayIn {
  readonly kind: "totp";
  /** In base32. */
  readonly secret: Secret;
  /** The time step of the latest code that was used: it is not taken again. */
  readonly lastStep: number;
  readonly createdAt: number;
}

export interface ImportedRecoveryCode extends ImportedWayIn {
  readonly kind: "recovery_code";
  /** See `recoveryCodeDigest`: it has the person's id in it. */
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

/** Both have to be the account's: two systems may have given one id, or one name, to two people. */
export interface ImportedPerson {
  readonly id: UserId;
  readonly screenName: string;
}

/** In the order in which they refer to one another. */
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

/** What becomes of a record. `there`: it was there before, just so. What conflicts stays as it is in the ledger. */
export type ImportOutcome =
  | { readonly is: "new" | "there" }
  | { readonly is: "conflict"; readonly why: string }
  | {
      readonly is: "refused";
      readonly why: string;
      /** What it refers to, and the ledger does not have. */
      readonly lacks?: "user" | "application";
    };

/** For an application that comes without an id: the same one at each import, so that what was deleted is known again. */
export function importedApplicationId(consumerKey: string): ApplicationId {
  const digest = createHash("sha256").update(`imported application\0${consumerKey}`).digest();
  const span = BigInt(Number.MAX_SAFE_INTEGER) - lowestId;
  return String(lowestId + (digest.readBigUInt64BE(0) % span)) as ApplicationId;
}

const lowestId = 10n ** 15n;
