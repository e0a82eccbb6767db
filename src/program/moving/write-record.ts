/** Writes a record as a line of an export. `readRecord` reads it back. */

import { type ApplicationDraft, applicationFields } from "../../domain/fields/application.ts";
import { isPasswordHash } from "../../domain/identity.ts";
import type {
  ImportedAccessToken,
  ImportedApplication,
  ImportedBearerToken,
  ImportedCollaborator,
  ImportedIcon,
  ImportedIdentity,
  ImportedPasskey,
  ImportedRecord,
  ImportedRecoveryCode,
  ImportedTotp,
  ImportedUser,
  ImportedUserRecord,
} from "../../domain/imported.ts";
import { withoutMark } from "../../tools/passwords/imported-hash.ts";
import { fieldMembers } from "./field-members.ts";

/** The secrets are in plain text. The line ends with a line break. */
export function recordLine(record: ImportedRecord): string {
  return `${JSON.stringify({ type: record.kind, ...membersOf(record) })}\n`;
}

function membersOf(record: ImportedRecord): object {
  switch (record.kind) {
    case "user":
      return user(record);
    case "identity":
      return identity(record);
    case "passkey":
      return passkey(record);
    case "totp":
      return totp(record);
    case "recovery_code":
      return recoveryCode(record);
    case "application":
      return application(record);
    case "icon":
      return icon(record);
    case "collaborator":
      return collaborator(record);
    case "access_token":
      return accessToken(record);
    case "bearer_token":
      return bearerToken(record);
  }
}

function user(record: ImportedUser): object {
  return {
    id: record.id,
    screen_name: record.screenName,
    ...words({ name: record.name, email: record.email }),
    ...(record.emailConfirmed && record.email !== "" && { email_confirmed: true }),
    ...(isPasswordHash(record.passwordHash) && { password: withoutMark(record.passwordHash) }),
    ...(record.isAdmin && { admin: true }),
    ...(record.notificationsOff.length > 0 && { notifications_off: record.notificationsOff }),
    language: record.language,
    created_at: written(record.createdAt),
    suspended: record.suspendedBecause,
  };
}

function identity(record: ImportedIdentity): object {
  return {
    ...userRef(record),
    issuer: record.issuer,
    subject: record.subject,
    created_at: written(record.createdAt),
  };
}

function passkey(record: ImportedPasskey): object {
  return {
    ...userRef(record),
    id: record.id,
    name: record.name,
    public_key: Buffer.from(record.publicKey).toString("base64url"),
    sign_count: record.signCount,
    transports: record.transports,
    created_at: written(record.createdAt),
    last_used_at: record.lastUsedAt && written(record.lastUsedAt),
  };
}

function totp(record: ImportedTotp): object {
  return {
    ...userRef(record),
    secret: record.secret.reveal(),
    last_step: record.lastStep,
    created_at: written(record.createdAt),
  };
}

function recoveryCode(record: ImportedRecoveryCode): object {
  return { ...userRef(record), digest: record.digest };
}

function application(record: ImportedApplication): object {
  const { previousSecret } = record;
  return {
    id: record.id,
    owner_id: record.owner.id,
    owner: record.owner.screenName,
    ...fieldMembers<ApplicationDraft>(applicationFields, record),
    confirmed_schemes: record.confirmedSchemes,
    consumer_key: record.consumerKey,
    consumer_secret: record.consumerSecret.reveal(),
    ...(previousSecret && {
      previous_consumer_secret: previousSecret.secret.reveal(),
      previous_consumer_secret_until: written(previousSecret.until),
    }),
    limits: record.limits,
    created_at: written(record.createdAt),
    suspended: record.suspendedBecause,
  };
}

function icon(record: ImportedIcon): object {
  return {
    consumer_key: record.consumerKey,
    image: Buffer.from(record.icon.image).toString("base64"),
  };
}

function collaborator(record: ImportedCollaborator): object {
  return {
    consumer_key: record.consumerKey,
    ...userRef(record),
    role: record.role,
    ...(record.accepted && { accepted: true }),
    created_at: written(record.createdAt),
  };
}

function accessToken(record: ImportedAccessToken): object {
  return {
    consumer_key: record.consumerKey,
    ...userRef(record),
    access: record.access,
    ...(record.emailGranted && { email_granted: true }),
    token: record.token,
    secret: record.secret.reveal(),
    created_at: written(record.createdAt),
  };
}

function bearerToken(record: ImportedBearerToken): object {
  return {
    consumer_key: record.consumerKey,
    ...(record.ofPreviousSecret && { of_previous_secret: true }),
    token: record.token,
    created_at: written(record.createdAt),
  };
}

function userRef({ user }: { readonly user: ImportedUserRecord }): object {
  return { user_id: user.id, screen_name: user.screenName };
}

function written(at: number): string {
  return new Date(at).toISOString();
}

function words(members: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, text]) => text !== ""));
}
