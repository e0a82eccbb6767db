/** Revocations: a list that is kept outside the database, so that restoring a backup revives nothing. */
import type { ApplicationId, PasswordHash, UserId } from "./credentials.ts";

/** `subject` and `detail` are IDs unless noted. */
export const revocationKinds = [
  /** The subject is the token. */
  "access-token",
  /** The access token (the subject) may only read from now on. */
  "write-access",
  /** The subject is the token's SHA-256. */
  "bearer-token",
  "consumer-secret",
  /** The overlap of the previous secret was ended. */
  "previous-secret",
  "application",
  /** The application may only request `read` from now on. */
  "application-write",
  /** It was suspended; the detail is the reason. */
  "application-service",
  /** Its approval was withdrawn; the detail is the reason. */
  "approval",
  /** The detail is the new owner. */
  "ownership",
  /** The subject is the application, the detail the user. */
  "collaborator",
  "user",
  /** It was suspended; the detail is the reason. */
  "user-service",
  "admin",
  "password",
  "email",
  /** The subject is the user, the detail the code's digest. */
  "recovery-code",
  /** The subject is the user, the detail the issuer and subject of the unlinked identity, with a space between them. */
  "identity",
  /** The subject is the user, the detail the credential ID. */
  "passkey",
  /** The subject is the user. An import may not bring this app back; a restored backup may have it. */
  "authenticator-app",
  /** The subject is the key's SHA-256. */
  "api-key",
] as const;
export type RevocationKind = (typeof revocationKinds)[number];

export interface Revocation {
  /** A random value that identifies the row in a backup and in a copy of the list. */
  readonly mark: string;
  readonly at: number;
  readonly kind: RevocationKind;
  readonly subject: string;
  readonly detail: string | undefined;
}

/** These replace values that can't be deleted. */
export interface Replacements {
  /** 64 hexadecimal digits from which new consumer secrets are derived. They are used once and not stored. */
  readonly seed: string;
  /** The hash of a password that no one knows. */
  readonly passwordHash: PasswordHash;
}

export interface RevokedAgain {
  readonly applied: number;
  readonly withoutSecret: readonly ApplicationId[];
  /** These users need a link to set a new password. */
  readonly withoutPassword: readonly UserId[];
}

/** These were ended because no one can know whether they should still work. */
export interface Settled {
  readonly sessions: number;
  readonly links: number;
  readonly accessTokens: number;
  readonly bearerTokens: number;
  readonly withoutSecret: readonly ApplicationId[];
}
