/**
 * One-time links: whoever holds the secret in one may do one thing, once. The ledger keeps the
 * secret's digest alone.
 */
import type { AuditEvent } from "./audit.ts";
import type { Secret, TokenDigest, UserId } from "./credentials.ts";
import type { Answer, Page } from "./page.ts";
import type { NewUser } from "./user.ts";

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
  /** For whom an invitation is, in its maker's words; the address that a link proves. */
  readonly note: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** The ledger's part that keeps links. Of all who use one link exactly one succeeds. */
export interface OneTimeLinks {
  createLink(link: OneTimeLink, event: AuditEvent): Promise<void>;
  /** Undefined unless it is unused and alive. Looking uses nothing up. */
  linkFor(
    link: { digest: TokenDigest; purpose: LinkPurpose },
    now: number,
  ): Answer<OneTimeLink | undefined>;
  /** Those that are alive, in the order of their digests. */
  links(purpose: LinkPurpose, now: number, page: Page): Answer<readonly OneTimeLink[]>;
  /** False if there was none. */
  withdrawLink(
    link: { digest: TokenDigest; purpose: LinkPurpose },
    event: AuditEvent,
  ): Promise<boolean>;
  /** Makes the user and uses the link up, or does neither: a taken screen name costs no link. */
  createUserByLink(
    link: { digest: TokenDigest; purpose: "invitation" | "operator" },
    user: NewUser,
    event: AuditEvent,
  ): Promise<"created" | "screen-name-taken" | "gone">;
  /**
   * Sets the password of the link's user; every session of theirs ends, and every other reset link.
   * Undefined where the link is gone, or its user is suspended.
   */
  resetPassword(
    reset: { digest: TokenDigest; passwordHash: string; now: number },
    event: AuditEvent,
  ): Promise<UserId | undefined>;
  /**
   * The link's user has the address that it went to: proven from now on, and every other such link ends.
   * Undefined where the link is gone, its user is suspended, or the address is another by now.
   */
  proveEmail(
    proof: { digest: TokenDigest; now: number },
    event: AuditEvent,
  ): Promise<UserId | undefined>;
}
