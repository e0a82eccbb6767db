/** What ended: a list that lives beside the ledger, so that a backup that is restored does not revive it. */
import type { ApplicationId, UserId } from "./credentials.ts";
import type { PasswordHash } from "./password-hash.ts";

/** What a row of the list is about; `subject` and `detail` are ids, unless it says otherwise. */
export const endedKinds = [
  /** Its subject is the token. */
  "access-token",
  /** An access token (the subject) may only read from now on. */
  "write-access",
  /** Its subject is the token's SHA-256. */
  "bearer-token",
  "consumer-secret",
  /** The one before, whose overlap was ended. */
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
] as const;
export type EndedKind = (typeof endedKinds)[number];

export interface Ended {
  /** Random, so that a row is the same one in a backup and in a copy of the list. */
  readonly mark: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: EndedKind;
  readonly subject: string;
  readonly detail: string | undefined;
}

/** What nobody knows yet, for what has to be replaced because it cannot be deleted. */
export interface Replacements {
  /** 64 hexadecimal digits; new consumer secrets are derived from it. It is used once, and kept nowhere. */
  readonly seed: string;
  /** Of a password that nobody has. */
  readonly passwordHash: PasswordHash;
}

/** How much of a list changed the ledger, and who has to do something now. */
export interface EndedAgain {
  /** Rows that the ledger did not know. */
  readonly applied: number;
  /** They need a new consumer secret, which the portal gives to their owners. */
  readonly withoutSecret: readonly ApplicationId[];
  /** They need a link to a new password. */
  readonly withoutPassword: readonly UserId[];
}

/** What was ended because nobody can know whether it should still stand. */
export interface Settled {
  readonly sessions: number;
  readonly links: number;
  readonly accessTokens: number;
  readonly bearerTokens: number;
  readonly withoutSecret: readonly ApplicationId[];
}
