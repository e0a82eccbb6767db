import type { KeyRing } from "../tools/keys/key-ring.ts";

/** The ring that a process is given, before it is known to be the database's. */
export interface GivenKeyRing {
  /** The place of the ring, for messages. */
  readonly name: string;
  /** Whether the service creates a missing ring. It never creates one that the administrator provides. */
  readonly own: boolean;
  readonly exists: () => boolean;
  /** Writes a new ring to disk. */
  readonly make: () => unknown;
  readonly open: () => KeyRing;
  /** A server encrypts with the first key of its ring, a command with the key that the database names. */
  readonly serving: boolean;
  /** Whether to create a database if none exists. */
  readonly begins: boolean;
  /** Whether to open a SQLite database although it was moved to PostgreSQL. */
  readonly evenMoved?: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Thrown if there is no database and the caller must not create one. The message contains the solution. */
export class LedgerMissing extends Error {}

/** Thrown if the database was moved to PostgreSQL. The message contains the solution. */
export class LedgerMoved extends Error {}

/** Thrown if the ring and the database do not belong together. The message contains the solution. */
export class RingMismatch extends Error {}
