/** The part of the database that holds browser sessions. */
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { PasswordHash, TokenDigest, UserId } from "../credentials.ts";
import type { SecondFactorEvent } from "../factors.ts";
import type {
  AuthenticatedSession,
  NewSession,
  OpenSession,
  ProviderLogout,
  Session,
} from "../session.ts";
import type { Slice } from "../slice.ts";

export interface Sessions {
  /**
   * Opens the new session and ends the one that it replaces. If the user has more than `maxSessions`, those
   * unused for longest end in the same step. Returns false if the password has changed since it was checked or
   * the user is suspended, so no session survives the change.
   */
  openSession(
    session: NewSession & {
      /** The hash that the password was checked against. */
      readonly passwordHash: PasswordHash;
      /**
       * Set if the user signed in at an identity provider instead. The identity must still be the user's, and
       * its sign-in must not have ended at the provider.
       */
      readonly identity?: AuthenticatedSession;
      /**
       * Set if a passkey was used. It is spent in the same transaction, which fails if its counter has not
       * advanced.
       */
      readonly passkey?: Extract<SecondFactorEvent, { kind: "passkey" }>;
    },
    by: AuditContext,
  ): Promise<boolean>;
  session(digest: TokenDigest): Awaitable<Session | undefined>;
  touchSession(digest: TokenDigest, now: number): Promise<void>;
  /** The user's open sessions, ordered by digest. */
  sessionsOf(userId: UserId, now: number, page: Slice): Awaitable<readonly OpenSession[]>;
  /**
   * Returns whether the session was open and belonged to this user. `signsOut`: the user signs out of it; otherwise
   * they chose it from the list.
   */
  endSession(
    session: { userId: UserId; digest: TokenDigest; signsOut?: boolean },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * Ends every session and waiting sign-in that came from the sign-in that ended at a provider; factors from
   * there before `now` open no more sessions. Each affected user gets an event. "used": the token was received
   * before, and nothing ends.
   */
  endSessionsFrom(ended: ProviderLogout, by: AuditContext): Promise<"ended" | "none" | "used">;
  /**
   * Ends all sessions but the current one, all sign-ins waiting for their second step, and all approvals that
   * have not been exchanged. Returns whether there were any.
   */
  endOtherSessions(
    session: { userId: UserId; digest: TokenDigest },
    by: AuditContext,
  ): Promise<boolean>;
}
