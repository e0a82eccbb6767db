/**
 * Writes as serializable transactions (docs/adr/0028-the-postgresql-engine.md). One that meets another is tried
 * again while there is time; one whose COMMIT got no answer is `OutcomeUnknown`.
 */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { AuditEvent } from "../../domain/audit.ts";
import { OutcomeUnknown, StoreFailure } from "../../domain/refusals.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import type { Write, WriteName, WriteResult } from "../sql/write.ts";
import { perform } from "../sql/writes.ts";
import type { Connection, Connections } from "./connections.ts";
import { connectionStands, isConflict, mayBeOurs, storeFailure } from "./failures.ts";
import { advisoryLocks } from "./locks.ts";

export interface Writing {
  readonly connections: Connections;
  readonly ring: KeyRing;
  readonly slots: ReturnType<typeof openSlots>;
  readonly boundMs: number;
}

export interface Written<Name extends WriteName> {
  readonly value: WriteResult<Name>;
  /** To be passed on: they are committed. */
  readonly events: readonly AuditEvent[];
}

/** Numbers that several hold, each another one; the lowest that is free, so that few are ever used. */
export function openSlots(): { take(): number; release(slot: number): void } {
  // Nodes begin at different places.
  const first = 1000 * randomInt(100);
  const taken = new Set<number>();
  return {
    take() {
      let slot = first;
      while (taken.has(slot)) slot += 1;
      taken.add(slot);
      return slot;
    },
    release: (slot) => taken.delete(slot),
  };
}

/** Performs a write; durable once it resolves. Throws `StoreFailure` within `boundMs`, and what the write throws. */
export async function transact<Name extends WriteName>(
  { connections, ring, slots, boundMs }: Writing,
  write: Write<Name>,
): Promise<Written<Name>> {
  const until = performance.now() + boundMs;
  const left = () => until - performance.now();
  for (let tries = 1; ; tries++) {
    const connection = await connections.take(left());
    const slot = slots.take();
    let failure: unknown;
    try {
      return await once(connection, ring, write, { slot, boundMs });
    } catch (error) {
      failure = error;
    } finally {
      slots.release(slot);
      connection.release();
    }
    const again = await mayTryAgain(failure, connection.broken(), tries, left);
    if (!again) throw storeFailure(failure, `the ledger's ${write.name}`);
  }
}

async function once<Name extends WriteName>(
  connection: Connection,
  ring: KeyRing,
  write: Write<Name>,
  { slot, boundMs }: { slot: number; boundMs: number },
): Promise<Written<Name>> {
  const events: AuditEvent[] = [];
  let value: WriteResult<Name>;
  try {
    const begun = await connection.run(beginning(write.name, boundMs));
    const [sealing] = firstRowOf(begun);
    if (write.name === "sweep" && !(await isOnlySweep(connection))) {
      value = 0 as WriteResult<Name>;
    } else {
      const keys = ring.sealingWith(sealing);
      value = await perform(write, { db: connection.db, keys, events, slot });
    }
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
  // Late before the COMMIT is a failure like another; after it nobody knows.
  if (connection.left() <= 0) {
    await rollBack(connection);
    throw new StoreFailure("the database did not answer in time");
  }
  connection.extend(Math.max(connection.left(), leastCommitMs));
  await commit(connection);
  return { value, events };
}

/**
 * The lock of the table comes before the first look at the data, so a change of the key that seals waits for every
 * write that seals with the one before, and no write sees the one before after it.
 */
function beginning(name: WriteName, boundMs: number): string {
  const level = alone.has(name) ? "read committed" : "serializable";
  const lock = name === "sealUnder" ? "exclusive" : "row share";
  return `begin isolation level ${level};
    set local statement_timeout = ${boundMs + leastCommitMs};
    set local idle_in_transaction_session_timeout = 10000;
    lock table ring_key in ${lock} mode;
    select id from ring_key where seals = 1`;
}

/** They read nothing to act on: each of their statements is right by itself, whatever commits beside it. */
const alone: ReadonlySet<WriteName> = new Set<WriteName>([
  "addUse",
  "touchAccessTokens",
  "touchSession",
  "sweep",
]);

/** A COMMIT that was sent gets at least so long, in milliseconds. */
const leastCommitMs = 250;

/** A transaction must not stay open on a connection that the next write gets. */
async function rollBack(connection: Connection): Promise<void> {
  if (connection.broken()) return;
  connection.extend(Math.max(connection.left(), leastCommitMs));
  await connection.run("rollback").catch(() => connection.discard());
}

async function isOnlySweep(connection: Connection): Promise<boolean> {
  const [row] = await connection.rows<[boolean]>("select pg_try_advisory_xact_lock($1)", [
    advisoryLocks.sweep,
  ]);
  return row?.[0] === true;
}

/** The first column of the only row that several statements returned. */
function firstRowOf(results: unknown): readonly (string | undefined)[] {
  if (!Array.isArray(results)) return [];
  const last: { rows?: readonly { id: string }[] } | undefined = results.at(-1);
  return [last?.rows?.[0]?.id];
}

async function commit(connection: Connection): Promise<void> {
  let unsure = false;
  connection.onNotice((code) => {
    // Not answered by a standby in time: whether it survives a failover is open.
    if (code === "01000" || code === "57P01" || code === "57014") unsure = true;
  });
  let answer: unknown;
  try {
    answer = await connection.run("commit");
  } catch (error) {
    // What the server refuses is rolled back. Without its word nobody knows.
    if (connectionStands(error)) throw error;
    throw new OutcomeUnknown(`the ledger's commit: ${String(error)}`, { cause: error });
  }
  if (unsure) throw new OutcomeUnknown("the ledger's commit is not confirmed by a standby");
  if ((answer as { command?: string }).command !== "COMMIT") {
    throw new StoreFailure("the ledger's transaction was rolled back");
  }
}

async function mayTryAgain(
  failure: unknown,
  broken: boolean,
  tries: number,
  left: () => number,
): Promise<boolean> {
  if (failure instanceof OutcomeUnknown) return false;
  // A connection that ended before the COMMIT changed nothing; the next one may lead elsewhere.
  if (!isConflict(failure)) return broken && tries === 1 && left() > 0;
  // Where the constraint fails by itself, it fails each time.
  if (mayBeOurs(failure) && tries > 3) return false;
  const pause = randomInt(Math.min(100, 4 * 2 ** tries) + 1);
  if (left() <= pause) return false;
  await wait(pause);
  return true;
}
