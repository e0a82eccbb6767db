/**
 * The part of the database for its own maintenance: settings that outlive a restart, clean-up, re-encryption and
 * health.
 */
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { SettingName } from "../operating.ts";

export interface Maintenance {
  /** Returns undefined if it was never set; the configuration then decides. */
  setting(name: SettingName): Awaitable<string | undefined>;
  changeSetting(name: SettingName, value: string, by: AuditContext): Promise<void>;
  /**
   * Changes all settings or none. Returns false if any of them no longer has its `seen` value. Nothing is recorded of
   * one that stays the same.
   */
  changeSettings(changes: readonly SettingChange[], by: AuditContext): Promise<boolean>;
  /**
   * Deletes rows that have expired by `now`, at most `most` of a kind, and returns how many. Audit events from
   * before `auditFrom` are deleted too (undefined: none are), except those that record the current state of the
   * service.
   */
  sweep(expired: { now: number; most: number; auditFrom?: number | undefined }): Promise<number>;
  /**
   * Every write that commits after this one encrypts with this key of the ring, in every process that uses the
   * database.
   */
  sealUnder(keyId: string): Promise<void>;
  /**
   * Re-encrypts some secrets with the current key, starting at `position`. `next` is undefined when all are
   * done. A step with nothing to do writes nothing and delays no other write.
   */
  reseal(position: ResealPosition): Promise<ResealStep>;
  /** Counts of everything. It reads whole indexes, a step at a time, so call it rarely. */
  recordCounts(): Awaitable<RecordCounts>;
  /** The size of the database in bytes. */
  bytes(): Awaitable<number>;
  /** Throws `StoreFailure` if the database cannot be read. */
  ping(): Awaitable<void>;
  /** The current problems of the store; empty if there are none. */
  problems(): readonly StoreProblem[];
}

export interface SettingChange {
  readonly name: SettingName;
  /** This is undefined if the setting was never set. */
  readonly seen: string | undefined;
  /** Left out if the setting stays as it was seen, because another one was decided on with it. */
  readonly value?: string;
  /** The value in the event, if it is another one. */
  readonly logged?: string;
}

export interface RecordCounts {
  readonly users: number;
  readonly applications: number;
  readonly accessTokens: number;
  readonly bearerTokens: number;
  /** When the first event was recorded (milliseconds since the epoch). It is undefined if no event was recorded yet. */
  readonly since: number | undefined;
}

export interface StoreProblem {
  /** A sentence for the administrator. */
  readonly reason: string;
  /** Whether every write is rejected while the problem lasts. */
  readonly stopsWrites: boolean;
}

/** The progress of re-encryption through the encrypted columns. */
export interface ResealPosition {
  readonly column: number;
  readonly after?: string | number;
}

export interface ResealStep {
  readonly resealed: number;
  readonly next: ResealPosition | undefined;
}
