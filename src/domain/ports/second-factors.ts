/**
 * The part of the database that holds second factors and sign-ins that wait for their second step. Every change
 * of a factor ends all other sessions of the user, all waiting sign-ins, and all approvals that have not been
 * exchanged.
 */
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { Secret, TokenDigest, UserId } from "../credentials.ts";
import type {
  FactorKey,
  Factors,
  IdentityEvent,
  NewSignIn,
  SecondFactorEvent,
  WaitingSignIn,
} from "../factors.ts";
import type { NewSession } from "../session.ts";

export interface SecondFactors {
  /** The factors that the user has set up, without secrets. */
  factorsOf(userId: UserId): Awaitable<Factors>;
  /**
   * The secret of the authenticator app, encrypted by the key ring with the identity `totpIdentity`. Undefined
   * if there is none.
   */
  sealedTotpSecret(userId: UserId): Awaitable<Uint8Array | undefined>;
  /**
   * Adds or replaces the authenticator app; its first code counts as used. Opens the session and ends all
   * others. The digests replace the existing recovery codes. Returns false if the user is suspended.
   */
  setTotp(
    added: {
      readonly secret: Secret;
      /** The time step of the code that proved the app. */
      readonly step: number;
      readonly recoveryCodes: readonly TokenDigest[];
      readonly session: NewSession;
    },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * Removes the authenticator app and, if it was the last second factor, the recovery codes. Returns false if
   * there was no app.
   */
  removeTotp(session: NewSession, by: AuditContext): Promise<boolean>;
  /** The previous codes stop working. Returns false if the user has no second factor. */
  replaceRecoveryCodes(
    replaced: { readonly recoveryCodes: readonly TokenDigest[]; readonly session: NewSession },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * For administrators: removes one second factor, even the last sign-in method, and with the last factor the recovery
   * codes. Ends every session. Returns false if the factor did not exist.
   */
  removeSecondFactor(
    removed: { readonly userId: UserId; readonly factor: FactorKey; readonly because: string },
    by: AuditContext,
  ): Promise<boolean>;
  /** For administrators: removes every second factor and ends every session. Returns false if there was no factor. */
  removeSecondFactors(userId: UserId, because: string, by: AuditContext): Promise<boolean>;
  /**
   * Returns false if the password has changed since it was checked or the user is suspended. If the user has
   * more than `maxWaitingSignIns`, the oldest ones end.
   */
  beginSignIn(signIn: NewSignIn): Promise<boolean>;
  /** Returns undefined unless the sign-in is still waiting. */
  waitingSignIn(digest: TokenDigest, now: number): Awaitable<WaitingSignIn | undefined>;
  /**
   * Spends the factor and the waiting sign-in, and opens a session with both. Of concurrent calls with
   * one factor exactly one gets it; for the others it is "spent", and their sign-in keeps waiting. "gone": the
   * sign-in is no longer waiting.
   */
  finishSignIn(
    finished: {
      readonly waiting: TokenDigest;
      readonly authEvent: SecondFactorEvent;
      readonly session: Omit<NewSession, "userId" | "authEvents" | "signedInFor">;
    },
    by: AuditContext,
  ): Promise<"signed-in" | "spent" | "gone">;
  /**
   * Adds a new authentication event to an open session. With an identity, the session then belongs to that sign-in at
   * the provider and ends with it, unless it came from another identity. "gone": the session has ended, the identity is
   * not its user's, or its sign-in has ended at the provider.
   */
  reauthenticate(
    session: { readonly digest: TokenDigest; readonly userId: UserId },
    authEvent:
      | { readonly kind: "password"; readonly at: number }
      | SecondFactorEvent
      | IdentityEvent,
  ): Promise<"authenticated" | "spent" | "gone">;
}
