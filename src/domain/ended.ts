/** What has ended: a list that is kept outside the ledger, so that restoring a backup does not revive it. */
import type { ApplicationId, UserId } from "./credentials.ts";
import type { PasswordHash } from "./password-hash.ts";

/** The kinds of rows. `subject` and `detail` are ids unless noted. */
export const endedKinds = [
  /** The subject is the token. */
  "access-token",
  /** An access token (the subject) may only read from now on. */
  "write-access",
  /** The subject is the token's SHA-256. */
  "bearer-token",
  "consumer-secret",
  /** The previous secret, whose overlap was ended. */
  "old-secret",
  "application",
  /** An application may only ask for reading from now on. */
  "application-write",
  /** Suspended; the detail is the reason. */
  "application-service",
  /** The detail is the new owner. */
  "ownership",
  /** The subject is the application, the detail the person. */
  "collaborator",
  "user",
  /** Suspended; the detail is the reason. */
  "user-service",
  "operator",
  "password",
  "email",
  /** The subject is the person, the detail the code's digest. */
  "recovery-code",
  /** Unlinked from the person, who is the subject; the detail is issuer and subject, with a space between them. */
  "identity",
  /** Removed from the person, who is the subject; the detail is its credential id. */
  "passkey",
  /**
   * Turned off by the person, who is the subject. It says which app an import may not bring back; a restored backup may
   * have it.
   */
  "authenticator-app",
] as const;
export type EndedKind = (typeof endedKinds)[number];

export interface Ended {
  /** Random. It identifies the row in a backup and in a copy of the list. */
  readonly mark: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: EndedKind;
  readonly subject: string;
  readonly detail: string | undefined;
}

/** New values for what must be replaced because it cannot be deleted. */
export interface Replacements {
  /** 64 hexadecimal digits from which new consumer secrets are derived. Used once and not stored. */
  readonly seed: string;
  /** The hash of a password that nobody knows. */
  readonly passwordHash: PasswordHash;
}

/** How much of a list changed the ledger, and who must act now. */
export interface EndedAgain {
  /** Rows that the ledger did not know. */
  readonly applied: number;
  /** Applications that need a new consumer secret, which their owners get in the portal. */
  readonly withoutSecret: readonly ApplicationId[];
  /** People who need a link to set a new password. */
  readonly withoutPassword: readonly UserId[];
}

/** What was ended because nobody can know whether it should still work. */
export interface Settled {
  readonly sessions: number;
  readonly links: number;
  readonly accessTokens: number;
  readonly bearerTokens: number;
  readonly withoutSecret: readonly ApplicationId[];
}
