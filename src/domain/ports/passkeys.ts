/** The ledger's part for passkeys. To add and to remove one opens its session in place of all others, as changes of second factors do. */
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { TokenDigest, UserId } from "../credentials.ts";
import type { WaysIn } from "../identity.ts";
import type { NewPasskey, PasskeyHolder, PasskeyId } from "../passkey.ts";
import type { NewSession } from "../session.ts";

export interface Passkeys {
  passkeyHolder(id: PasskeyId): Awaitable<PasskeyHolder | undefined>;
  /**
   * "added-first": it is the first second factor, and the recovery codes are those that were given; otherwise the
   * recovery codes stay. "taken": an account has it already. "gone": the user is suspended.
   */
  addPasskey(
    added: {
      readonly passkey: NewPasskey;
      readonly recoveryCodes: readonly TokenDigest[];
      readonly session: NewSession;
    },
    event: AuditEvent,
  ): Promise<"added" | "added-first" | "taken" | "too-many" | "gone">;
  /** Of two names that are given at once, the later one stays. False where the user has no such passkey. */
  renamePasskey(
    renamed: { readonly userId: UserId; readonly id: PasskeyId; readonly name: string },
    event: AuditEvent,
  ): Promise<boolean>;
  /**
   * With the last second factor the recovery codes go. "last-way-in": nothing else that is offered would let the user
   * in; of two who remove one each, the last one stays.
   */
  removePasskey(
    removed: { readonly id: PasskeyId; readonly session: NewSession; readonly offered: WaysIn },
    event: AuditEvent,
  ): Promise<"removed" | "last-way-in" | "gone">;
}
