/** An engine's part of the backups that the service makes itself. */
import type { KeyRing } from "../tools/keys/key-ring.ts";
import type { BackedUp } from "./backup-files.ts";
import type { OpenableSecrets } from "./sql/openable-secrets.ts";

export interface Backups {
  /**
   * Copies the database to `file`, while a server may be running. Throws an Error that names the failure; nothing is
   * left behind then. `sealedKeys`: the encrypted key ring. Returns undefined if it is kept elsewhere.
   */
  backUp(file: string, sealedKeys?: () => Promise<Uint8Array>): Promise<BackedUp>;
  /** Does the same without the key ring, in a way that disturbs this process least. `signal` ends it. */
  backUpBeside(file: string, signal: AbortSignal): Promise<BackedUp>;
  /** Whether the database has this version's schema. Throws `StoreFailure`. */
  isCurrent(): boolean;
  /**
   * Copies a backup next to the database's place and migrates it. Throws an Error if a database exists there or a later
   * version made the backup. `acceptReplays`: whether a server accepts signed requests at once whose nonces no one
   * knows.
   */
  stage(file: string, now: number, acceptReplays: boolean): Promise<Staged>;
  /** Until when (milliseconds) a start at `now` rejects signed requests, after a restore. */
  restoredRejectsUntil(now: number): number;
  /** Opens every encrypted secret of the database. Throws `StoreFailure`. */
  openSecrets(keys: KeyRing): Promise<OpenableSecrets>;
}

export interface Staged extends Disposable {
  /** The path of the database that is being restored. */
  readonly path: string;
  /** The migrations that ran. */
  readonly applied: readonly string[];
  /** Makes it the database. Throws if a database exists. */
  finish(): void;
}
