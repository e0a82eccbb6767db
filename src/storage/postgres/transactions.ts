/**
 * Writes as serializable transactions (docs/adr/0028-the-postgresql-engine.md). One that meets another is tried
 * again while there is time; one whose COMMIT got no answer is `OutcomeUnknown`.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { AuditEvent } from "../../domain/audit.ts";
import { OutcomeUnknown, StoreFailure } from "../../domain/refusals.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import type { Write, WriteName, WriteResult } from "../sql/write.ts";
import { perform } from "../sql/writes.ts";
import type { Connection, Connections } from "./connections.ts";
import { connectionStands, isConflict, mayBeOurs, storeFailure } from "./failures.ts";
import { advisoryLocks } from "./locks.ts";

export interface Written<Name extends WriteName> {
  readonly value: WriteResult<Name>;
  /** To be passed on: they are committed. */
  readonly events: readonly AuditEvent[];
}

/** Performs a write; durable once it resolves. Throws `StoreFailure` within `boundMs`, and what the write throws. */
export async function transact<Name extends WriteName>(
  connections: Connections,
  ring: KeyRing,
  write: Write<Name>,
  boundMs: number,
): Promise<Written<Name>> {
  const until = performance.now() + boundMs;
  const left = () => until - performance.now();
  for (let tries = 1; ; tries++) {
    const connection = await connections.take(left());
    let failure: unknown;
    try {
      return await once(connection, ring, write);
    } catch (error) {
      failure = error;
    } finally {
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
): Promise<Written<Name>> {
  const events: AuditEvent[] = [];
  let value: WriteResult<Name>;
  try {
    const begun = await connection.run(beginning(write.name));
    const [sealing] = firstRowOf(begun);
    if (write.name === "sweep" && !(await isOnlySweep(connection))) {
      value = 0 as WriteResult<Name>;
    } else {
      const keys = ring.sealingWith(sealing);
      value = await perform(write, { db: connection.db, keys, events });
    }
  } catch (error) {
    if (!connection.broken()) await connection.run("rollback").catch(() => {});
    throw error;
  }
  await commit(connection);
  return { value, events };
}

/**
 * The lock of the table comes before the first look at the data, so a change of the key that seals waits for every
 * write that seals with the one before, and no write sees the one before after it.
 */
function beginning(name: WriteName): string {
  const level = alone.has(name) ? "read committed" : "serializable";
  const lock = name === "sealUnder" ? "exclusive" : "row share";
  return `begin isolation level ${level};
    set local statement_timeout = 10000;
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
  if (broken) return tries === 1 && left() > 0;
  if (!isConflict(failure)) return false;
  // Where the constraint fails by itself, it fails each time.
  if (mayBeOurs(failure) && tries > 3) return false;
  const pause = Math.random() * Math.min(100, 4 * 2 ** tries);
  if (left() <= pause) return false;
  await wait(pause);
  return true;
}
