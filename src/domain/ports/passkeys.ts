/**
 * The part of the database that holds passkeys. Adding or removing one opens the given session and ends all
 * others, as other changes of second factors do.
 */
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { TokenDigest, UserId } from "../credentials.ts";
import type { SignInMethods } from "../identity.ts";
import type { NewPasskey, PasskeyHolder, PasskeyId } from "../passkey.ts";
import type { NewSession } from "../session.ts";

export interface Passkeys {
  passkeyHolder(id: PasskeyId): Awaitable<PasskeyHolder | undefined>;
  /**
   * "added-first": it is the user's first second factor, and the given recovery codes are stored; otherwise the
   * existing codes stay. "taken": some account already has this passkey. "gone": the user is suspended.
   */
  addPasskey(
    added: {
      readonly passkey: NewPasskey;
      readonly recoveryCodes: readonly TokenDigest[];
      readonly session: NewSession;
    },
    by: AuditContext,
  ): Promise<"added" | "added-first" | "taken" | "too-many" | "gone">;
  /** The later of two concurrent names stays. Returns false if the user has no such passkey. */
  renamePasskey(
    renamed: { readonly userId: UserId; readonly id: PasskeyId; readonly name: string },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * Removing the last second factor removes the recovery codes too. "last-sign-in-method": the user could not sign in
   * without it by any way that the service offers; of two that remove one each, the second is rejected.
   */
  removePasskey(
    removed: {
      readonly id: PasskeyId;
      readonly session: NewSession;
      readonly offered: SignInMethods;
    },
    by: AuditContext,
  ): Promise<"removed" | "last-sign-in-method" | "gone">;
}
