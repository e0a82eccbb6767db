import type { AuditEvent } from "../domain/audit.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import type { KeysFrom } from "../keys/key-sources.ts";

/** What every engine needs to open a ledger. */
export interface LedgerOptions {
  readonly keys: KeyRing;
  /** How a thread of the engine's own gets the same ring. */
  readonly keysFrom: KeysFrom;
  /** The caller can wait for the disk itself, as a command does: a thread of its own would cost it more than its writes. */
  readonly mayBlock?: boolean;
  /** Called with each event once it is on disk. What it throws goes to `troubled`: the write is made. */
  readonly committed: (event: AuditEvent) => void;
  /** Called with the number of writes that shared each commit. */
  readonly grouped?: (writes: number) => void;
  /** Called when something begins to be wrong with the store; `troubles` says what is wrong now. */
  readonly troubled?: (reason: string) => void;
}
