/** The part of the database that holds one-time links. Of concurrent uses of one link, exactly one succeeds. */
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { PasswordHash, TokenDigest, UserId } from "../credentials.ts";
import type { EmailOutcome } from "../invitation.ts";
import type { LinkPurpose, NewLink, PasswordLink, StoredLink } from "../one-time-link.ts";
import type { Slice } from "../slice.ts";
import type { NewUser } from "../user.ts";

export interface OneTimeLinks {
  /**
   * "rejected": nothing is created, because its user is suspended or was deleted. Or the link goes by mail (`userId`
   * with a `note`) to an address that is no longer the user's, or is a link to a new password and the account was
   * recovered while it had the address: someone who can read that mailbox gets no working link. Or the link that it
   * `replaces` is gone.
   * "made-before":
   * `form` has already created a link, even if that link is gone; of concurrent calls with one form exactly one
   * creates a link. A link that an administrator creates (`ofAdmin` in `by`) ends once the administrator is
   * demoted, suspended or deleted, or everything begun in their account ends. Throws `BeyondApiKey` if an API key
   * creates or replaces an invitation of an administrator.
   */
  createLink(
    link: NewLink,
    by: AuditContext,
    form?: TokenDigest,
  ): Promise<"created" | "rejected" | "made-before">;
  /** Creates all of them or none. Otherwise as `createLink`. */
  createInvitations(
    links: readonly (NewLink & { readonly purpose: "invitation"; readonly replaces?: undefined })[],
    by: AuditContext,
    form?: TokenDigest,
  ): Promise<"created" | "made-before">;
  /** Of invitations that are gone, nothing is recorded. The last call wins. */
  recordInvitationEmails(invitations: {
    readonly digests: readonly TokenDigest[];
    readonly outcome: EmailOutcome;
  }): Promise<void>;
  /** Returns undefined unless the link is unused and has not expired. Looking it up does not use it. */
  linkFor(
    link: { digest: TokenDigest; purpose: LinkPurpose },
    now: number,
  ): Awaitable<StoredLink | undefined>;
  /** The links that have not expired, ordered by digest. */
  links(purpose: LinkPurpose, now: number, page: Slice): Awaitable<readonly StoredLink[]>;
  /**
   * Its link no longer works. Returns false if there was no such invitation. Of several calls and a use of the link,
   * exactly one succeeds.
   */
  withdrawInvitation(invitation: { digest: TokenDigest }, by: AuditContext): Promise<boolean>;
  /**
   * The link works again, and expires when it would have. Returns false unless the same session withdrew it, less than
   * `undoMs` ago. Of several calls, one succeeds. It is gone if the administrator who created it was demoted meanwhile.
   */
  restoreInvitation(invitation: { digest: TokenDigest }, by: AuditContext): Promise<boolean>;
  /** The invitation that the session withdrew last, if it can still be restored. */
  withdrawnInvitation(session: TokenDigest, now: number): Awaitable<TokenDigest | undefined>;
  /**
   * Creates the user and spends the link, or does neither: a screen name that is taken does not spend the link.
   * A link for the first administrator is "gone" once there is an administrator. An invitation of an administrator
   * makes the user one; it is "gone" once its inviter is no longer one, because it ended with that.
   */
  createUserByLink(
    link: { digest: TokenDigest; purpose: "invitation" | "admin" },
    user: NewUser,
    by: AuditContext,
  ): Promise<"created" | "screen-name-taken" | "sign-up-changed" | "gone">;
  /**
   * Sets the password of the link's user, and ends everything begun in the account. A link for
   * `account-recovery` also removes their second factors and identities, and the address is not
   * trusted until it is confirmed again. Returns undefined if the link is gone or the
   * user is suspended.
   */
  resetPassword(
    reset: {
      digest: TokenDigest;
      /** Default: `password-reset`. */
      purpose?: PasswordLink;
      passwordHash: PasswordHash;
      now: number;
    },
    by: AuditContext,
  ): Promise<UserId | undefined>;
  /**
   * Marks the link's address as verified and ends the user's other links for it. Returns undefined if the link is gone,
   * the user is suspended, or their address has changed.
   */
  verifyEmail(
    authEvent: { digest: TokenDigest; now: number },
    by: AuditContext,
  ): Promise<UserId | undefined>;
}
