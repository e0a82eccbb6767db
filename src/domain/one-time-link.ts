/**
 * One-time links: the secret in a link allows one thing, once. The ledger keeps only the secret's digest.
 */
import type { Secret, TokenDigest, UserId } from "./credentials.ts";

/**
 * To make an account where sign-up is by invitation, to set a forgotten password, to become the first
 * operator, to prove that an address is one's own.
 */
export type LinkPurpose = "invitation" | "password-reset" | "operator" | "email";

/** How long a link of each purpose works, in milliseconds. */
export const linkLife: Readonly<Record<LinkPurpose, number>> = {
  invitation: 14 * 86_400_000,
  "password-reset": 3_600_000,
  operator: 7 * 86_400_000,
  email: 86_400_000,
};

/** Where a link leads, behind the base URL. */
export function linkPath(purpose: LinkPurpose, secret: Secret): string {
  return `${paths[purpose]}=${secret.reveal()}`;
}

const paths: Readonly<Record<LinkPurpose, string>> = {
  invitation: "/sign-up?invitation",
  "password-reset": "/reset/password?token",
  operator: "/sign-up?invitation",
  email: "/account/email?token",
};

export interface OneTimeLink {
  readonly digest: TokenDigest;
  readonly purpose: LinkPurpose;
  /** Whose password a reset link sets, whose address a link proves. */
  readonly userId: UserId | undefined;
  /** For whom an invitation is, in its maker's words; the address that a link of a user was mailed to, if it was. */
  readonly note: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}
