/** The ledger's part for one-time links. Of all who use one link exactly one succeeds. */
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { TokenDigest, UserId } from "../credentials.ts";
import type { LinkPurpose, OneTimeLink, PasswordLink } from "../one-time-link.ts";
import type { Page } from "../page.ts";
import type { PasswordHash } from "../password-hash.ts";
import type { NewUser } from "../user.ts";

export interface OneTimeLinks {
  /**
   * "refused", and nothing is made, where the link goes to an address by mail (`userId` with a `note`) that is no longer
   * the user's: someone who reads the old mailbox gets nothing that works. "made-before", where `form` made a link
   * already, even if that link is gone: of all who send one form, exactly one makes a link. One that an operator makes
   * (`ofOperator` in the event) ends once they are demoted, suspended or deleted.
   */
  createLink(
    link: OneTimeLink,
    event: AuditEvent,
    form?: TokenDigest,
  ): Promise<"created" | "refused" | "made-before">;
  /** Undefined unless it is unused and alive. Looking uses nothing up. */
  linkFor(
    link: { digest: TokenDigest; purpose: LinkPurpose },
    now: number,
  ): Awaitable<OneTimeLink | undefined>;
  /** Those that are alive, in the order of their digests. */
  links(purpose: LinkPurpose, now: number, page: Page): Awaitable<readonly OneTimeLink[]>;
  /** False if there was none. */
  withdrawLink(
    link: { digest: TokenDigest; purpose: LinkPurpose },
    event: AuditEvent,
  ): Promise<boolean>;
  /**
   * Makes the user and uses the link up, or does neither: a taken screen name costs no link. A link for the first
   * operator is "gone" once there is one.
   */
  createUserByLink(
    link: { digest: TokenDigest; purpose: "invitation" | "operator" },
    user: NewUser,
    event: AuditEvent,
  ): Promise<"created" | "screen-name-taken" | "sign-up-changed" | "gone">;
  /**
   * Sets the password of the link's user; every session of theirs ends, and every other link to set it. With a link for
   * `account-recovery` their second factors and identities go too. Undefined where the link is gone, or its user is suspended.
   */
  resetPassword(
    reset: {
      digest: TokenDigest;
      /** Left out: `password-reset`. */
      purpose?: PasswordLink;
      passwordHash: PasswordHash;
      now: number;
    },
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
