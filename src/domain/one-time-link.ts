/**
 * One-time links: the secret in a link allows one thing, once. The ledger keeps only the secret's digest.
 */
import type { Secret, TokenDigest, UserId } from "./credentials.ts";
import { sessionLife } from "./session.ts";

/**
 * To make an account where sign-up is by invitation, to set a forgotten password, to set up an account again after its
 * second factors were lost, to become the first
 * operator, to prove that an address is one's own.
 */
export type LinkPurpose =
  | "invitation"
  | "password-reset"
  | "account-recovery"
  | "operator"
  | "email";

/** The links of an account that set its password. The second takes away the second factors too. */
export const passwordLinks = ["password-reset", "account-recovery"] as const;
export type PasswordLink = (typeof passwordLinks)[number];

/** How long a link of each purpose works, in milliseconds. */
export const linkLife: Readonly<Record<LinkPurpose, number>> = {
  invitation: 14 * 86_400_000,
  "password-reset": 3_600_000,
  "account-recovery": 3_600_000,
  operator: 7 * 86_400_000,
  email: 86_400_000,
};

/** How long the form that made a link is remembered, in milliseconds: no session whose form it is lives longer. */
export const formLife = sessionLife.wholeMs;

/** Where a link leads, behind the base URL. */
export function linkPath(purpose: LinkPurpose, secret: Secret): string {
  return `${paths[purpose]}=${secret.reveal()}`;
}

const paths: Readonly<Record<LinkPurpose, string>> = {
  invitation: "/sign-up?invitation",
  "password-reset": "/reset/password?token",
  "account-recovery": "/reset/password?token",
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
