/**
 * The ledger's part for second factors, and for sign-ins that wait for theirs. Whatever changes a factor ends every
 * other session of the user, and every sign-in that waits.
 */
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { Secret, TokenDigest, UserId } from "../credentials.ts";
import type {
  FactorKey,
  Factors,
  IdentityProof,
  NewSignIn,
  SecondProof,
  WaitingSignIn,
} from "../factors.ts";
import type { NewSession } from "../session.ts";

export interface SecondFactors {
  /** What the user has set up, never a secret. */
  factorsOf(userId: UserId): Awaitable<Factors>;
  /** The secret of the authenticator app, sealed by the key ring with the identity `totpIdentity`; undefined: there is none. */
  sealedTotpSecret(userId: UserId): Awaitable<Uint8Array | undefined>;
  /**
   * Adds an authenticator app or replaces it; its first code counts as used. Opens the session in place of all others.
   * The digests replace the recovery codes that there are. False where the user is suspended.
   */
  setTotp(
    added: {
      readonly secret: Secret;
      /** The time step of the code that proved it. */
      readonly step: number;
      readonly recoveryCodes: readonly TokenDigest[];
      readonly session: NewSession;
    },
    event: AuditEvent,
  ): Promise<boolean>;
  /** The authenticator app goes, and with the last second factor the recovery codes. False where there was none. */
  removeTotp(session: NewSession, event: AuditEvent): Promise<boolean>;
  /** Those before stop working. False where the user has no second factor to recover. */
  replaceRecoveryCodes(
    replaced: { readonly recoveryCodes: readonly TokenDigest[]; readonly session: NewSession },
    event: AuditEvent,
  ): Promise<boolean>;
  /**
   * An operator does it: one second factor goes, and with the last one the recovery codes; every session ends. It may be
   * the last way in. False where it was not there.
   */
  removeSecondFactor(
    removed: { readonly userId: UserId; readonly factor: FactorKey },
    event: AuditEvent,
  ): Promise<boolean>;
  /** An operator does it: every second factor goes, every session ends. False where there was none. */
  removeSecondFactors(userId: UserId, event: AuditEvent): Promise<boolean>;
  /**
   * False where the password that was right has changed since, or the user is suspended by now. Beyond
   * `mostWaitingSignIns` of the user, those that were begun first end.
   */
  beginSignIn(signIn: NewSignIn): Promise<boolean>;
  /** Undefined unless it waits still. */
  waitingSignIn(digest: TokenDigest, now: number): Awaitable<WaitingSignIn | undefined>;
  /**
   * Spends the proof and the sign-in that waited, and opens a session with what both proved. Of all who come with one
   * proof exactly one gets it; to the others it is "spent", and their sign-in goes on waiting. "gone": nothing waits.
   */
  finishSignIn(
    finished: {
      readonly waiting: TokenDigest;
      readonly proof: SecondProof;
      readonly session: Omit<NewSession, "userId" | "proofs" | "signedInFor">;
    },
    event: AuditEvent,
  ): Promise<"signed-in" | "spent" | "gone">;
  /**
   * Something was proved once more in a session that stands. With an identity the session is from then on the one of that
   * sign-in at the provider, and ends with it, unless it came from another identity. "gone": the session does not stand, the
   * identity is not its user's, or its sign-in has ended at the provider.
   */
  proveAgain(
    session: { readonly digest: TokenDigest; readonly userId: UserId },
    proof: { readonly kind: "password"; readonly at: number } | SecondProof | IdentityProof,
  ): Promise<"proved" | "spent" | "gone">;
}
