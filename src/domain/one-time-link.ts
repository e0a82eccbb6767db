/** The secret in a link allows one action, once. The database only stores the secret's digest. */
import type { Secret, TokenDigest, UserId } from "./credentials.ts";
import { dayMs } from "./day.ts";
import type { EmailOutcome, InvitationTerms } from "./invitation.ts";
import { sessionLife } from "./session.ts";

export type LinkPurpose = "invitation" | "password-reset" | "account-recovery" | "admin" | "email";

/** The second kind also removes the second factors. */
export const passwordLinks = ["password-reset", "account-recovery"] as const;
export type PasswordLink = (typeof passwordLinks)[number];

export const linkLife: Readonly<Record<LinkPurpose, number>> = {
  invitation: 14 * dayMs,
  "password-reset": 3_600_000,
  "account-recovery": 3_600_000,
  admin: 7 * dayMs,
  email: dayMs,
};

/** A form that created a link is remembered this long: no session with that form lasts longer. */
export const formLife = sessionLife.wholeMs;

export function linkPath(purpose: LinkPurpose, secret: Secret): string {
  return `${paths[purpose]}=${secret.reveal()}`;
}

const paths: Readonly<Record<LinkPurpose, string>> = {
  invitation: "/sign-up?invitation",
  "password-reset": "/reset/password?token",
  "account-recovery": "/reset/password?token",
  admin: "/sign-up?invitation",
  email: "/account/email?token",
};

export interface OneTimeLink {
  readonly digest: TokenDigest;
  readonly purpose: LinkPurpose;
  /** The user whose password a reset link sets, or whose email address a link verifies. */
  readonly userId: UserId | undefined;
  /** For an invitation, whom it is for, in the words of its creator. For an emailed link, where it went. */
  readonly note: string;
  /** The address to which an invitation was emailed. An account that is created with it has a verified address. */
  readonly mailedTo?: string | undefined;
  /** Only of an invitation. */
  readonly terms?: InvitationTerms | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type StoredLink = OneTimeLink & {
  /** The screen name of the administrator who created it on a page. */
  readonly inviter?: string | undefined;
  /** What came of the email of an invitation, once that is known. */
  readonly emailOutcome?: EmailOutcome | undefined;
};

/** `because` is the reason that an administrator gives for a recovery. */
export type NewLink =
  | (OneTimeLink & {
      readonly purpose: Exclude<LinkPurpose, "account-recovery">;
      /** This link ends with it. */
      readonly replaces?: TokenDigest | undefined;
    })
  | (OneTimeLink & { readonly purpose: "account-recovery"; readonly because: string });
