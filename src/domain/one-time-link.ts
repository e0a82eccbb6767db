/** One-time links. The secret in a link allows one action, once. The ledger only stores the secret's digest. */
import type { Secret, TokenDigest, UserId } from "./credentials.ts";
import { dayMs } from "./day.ts";
import { sessionLife } from "./session.ts";

/**
 * Creating an account by invitation, setting a forgotten password, setting up an account again after losing its
 * second factors, becoming the first operator, and proving an address.
 */
export type LinkPurpose =
  | "invitation"
  | "password-reset"
  | "account-recovery"
  | "operator"
  | "email";

/** The links that set a password. The second kind also removes the second factors. */
export const passwordLinks = ["password-reset", "account-recovery"] as const;
export type PasswordLink = (typeof passwordLinks)[number];

/** How long a link of each purpose works, in milliseconds. */
export const linkLife: Readonly<Record<LinkPurpose, number>> = {
  invitation: 14 * dayMs,
  "password-reset": 3_600_000,
  "account-recovery": 3_600_000,
  operator: 7 * dayMs,
  email: dayMs,
};

/** How long the form that created a link is remembered, in milliseconds. No session with that form lasts longer. */
export const formLife = sessionLife.wholeMs;

/** The path of a link, below the base URL. */
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
  /** The person whose password a reset link sets, or whose address a link proves. */
  readonly userId: UserId | undefined;
  /**
   * For an invitation, whom it is for, in the words of its creator. For a mailed link, the address that it went
   * to.
   */
  readonly note: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A link that is created. `because`: the reason that an administrator gives for a recovery. */
export type NewLink =
  | (OneTimeLink & { readonly purpose: Exclude<LinkPurpose, "account-recovery"> })
  | (OneTimeLink & { readonly purpose: "account-recovery"; readonly because: string });
