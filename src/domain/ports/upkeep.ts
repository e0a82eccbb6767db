/** The ledger's part for its own upkeep: settings that outlive a restart, clean-up, new encryption, health. */
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { SettingName } from "../operating.ts";

export interface Upkeep {
  /** Undefined: never set, so configuration decides. */
  setting(name: SettingName): Awaitable<string | undefined>;
  changeSetting(name: SettingName, value: string, event: AuditEvent): Promise<void>;
  /** All of them or none: false, and nothing changes, once one is another than its `seen`. */
  changeSettings(changes: readonly SettingChange[]): Promise<boolean>;
  /**
   * Removes rows that have expired by `now`, at most `most` of a kind; returns how many it removed. Events of the audit
   * log from before `auditFrom` go too (undefined: none does), but for those that say how the service stands.
   */
  sweep(expired: { now: number; most: number; auditFrom?: number | undefined }): Promise<number>;
  /** Every write that commits after this one encrypts under this key of the ring, in each process that serves or changes the ledger. */
  sealUnder(keyId: string): Promise<void>;
  /**
   * Re-encrypts some secrets under the key that seals, from `position` on; `next` undefined: all done. A step that finds
   * nothing to do writes nothing, and makes no other write wait.
   */
  reseal(position: ResealPosition): Promise<ResealStep>;
  /** How much there is. It reads whole indexes, a step at a time, so ask seldom. */
  census(): Awaitable<Census>;
  /** How many bytes the ledger takes up. */
  bytes(): Awaitable<number>;
  /** Throws `StoreFailure` if the ledger cannot be read. */
  ping(): Awaitable<void>;
  /** What is wrong with the store now; empty while all is well. */
  troubles(): readonly StoreTrouble[];
}

export interface SettingChange {
  readonly name: SettingName;
  /** Undefined: it was never set. */
  readonly seen: string | undefined;
  readonly value: string;
  readonly event: AuditEvent;
}

export interface Census {
  readonly people: number;
  readonly applications: number;
  readonly accessTokens: number;
  readonly bearerTokens: number;
  /** When the first event was recorded (milliseconds since the epoch); undefined: nothing has happened yet. */
  readonly since: number | undefined;
}

export interface StoreTrouble {
  /** A sentence for the operator. */
  readonly reason: string;
  /** Every write is refused while it lasts. */
  readonly stopsWrites: boolean;
}

/** How far a walk over all sealed columns has come. */
export interface ResealPosition {
  readonly column: number;
  readonly after?: string | number;
}

export interface ResealStep {
  readonly resealed: number;
  readonly next: ResealPosition | undefined;
}
