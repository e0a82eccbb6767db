import type { AuditEvent } from "../domain/audit.ts";
import type { KeyRing } from "../tools/keys/key-ring.ts";
import type { KeysFrom } from "../tools/keys/key-sources.ts";

/** The options with which every engine opens a database. */
export interface LedgerOptions {
  readonly keys: KeyRing;
  /** How a thread of the engine opens the same ring. */
  readonly keysFrom: KeysFrom;
  /**
   * True if the caller can wait for the disk, as a command can. A thread of its own would then cost more than
   * the writes.
   */
  readonly mayBlock?: boolean;
  /**
   * Called with each event once it is on disk. Errors that it throws go to `troubled`, because the write has
   * already been made.
   */
  readonly committed: (event: AuditEvent) => void;
  /** Called with the number of writes that shared each commit. */
  readonly grouped?: (writes: number) => void;
  /** Called when a problem of the store begins; `problems` lists the current ones. */
  readonly onProblem?: (reason: string) => void;
}

/** Passes an event on that is committed. */
export function tell({ committed, onProblem }: LedgerOptions, event: AuditEvent): void {
  try {
    committed(event);
  } catch (error) {
    onProblem?.(`an event was committed, but could not be forwarded: ${String(error)}`);
  }
}
