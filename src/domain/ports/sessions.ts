/** The ledger's part for the sessions of browsers. */
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { TokenDigest, UserId } from "../credentials.ts";
import type { SecondProof } from "../factors.ts";
import type { Page } from "../page.ts";
import type { PasswordHash } from "../password-hash.ts";
import type {
  NewSession,
  OpenSession,
  ProvedSession,
  ProviderLogout,
  Session,
} from "../session.ts";

export interface Sessions {
  /**
   * Opens the new session and ends the one that it replaces; beyond `mostSessions` of the user, those
   * that were unused for longest end in the same step. False where the password that was right
   * has changed since, or the user is suspended by now: nobody gets a session behind the change.
   */
  openSession(
    session: NewSession & {
      /** The hash that the password was right for. */
      readonly passwordHash: PasswordHash;
      /** Where an identity at another service was proved, not the password: it has to be the user's still, and signed in there. */
      readonly identity?: ProvedSession;
      /** Where a passkey was proved: it is spent in the same moment, which fails where its counter did not go on. */
      readonly passkey?: Extract<SecondProof, { kind: "passkey" }>;
    },
    event: AuditEvent,
  ): Promise<boolean>;
  session(digest: TokenDigest): Awaitable<Session | undefined>;
  touchSession(digest: TokenDigest, now: number): Promise<void>;
  /** The user's living sessions, in the order of their digests. */
  sessionsOf(userId: UserId, now: number, page: Page): Awaitable<readonly OpenSession[]>;
  /** Returns whether it was this user's, and open. */
  endSession(session: { userId: UserId; digest: TokenDigest }, event: AuditEvent): Promise<boolean>;
  /**
   * Every session, and every sign-in that waits, that came from what ended at a provider; what was proved there before
   * `now` opens none any more. Each user of one gets the event. "used", and nothing ends: the token came before.
   */
  endSessionsFrom(ended: ProviderLogout, event: AuditEvent): Promise<"ended" | "none" | "used">;
  /** All but the one that asks, and every sign-in that waits for its second step; returns whether there were any. */
  endOtherSessions(
    session: { userId: UserId; digest: TokenDigest },
    event: AuditEvent,
  ): Promise<boolean>;
}
