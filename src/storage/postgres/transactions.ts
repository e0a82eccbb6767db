/**
 * Work in transactions (docs/adr/0028-the-postgresql-engine.md). One that meets another is tried again while there is
 * time; one whose COMMIT got no answer is `OutcomeUnknown`.
 */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { DatabaseError } from "pg";
import type { AuditEvent } from "../../domain/audit.ts";
import { OutcomeUnknown, StoreFailure } from "../../domain/refusals.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import type { Transaction } from "../sql/transaction.ts";
import type { Connection, Connections } from "./connections.ts";
import { connectionStands, isConflict, mayBeOurs, storeFailure } from "./failures.ts";

export interface Writing {
  readonly connections: Connections;
  readonly ring: KeyRing;
  readonly slots: ReturnType<typeof openSlots>;
  readonly boundMs: number;
}

/** What one transaction does, and does again where it met another one. */
export interface Work<Result> {
  readonly name: string;
  /** How many writes it is; undefined: one. */
  readonly writes?: number;
  /** `read committed`: what it does is right, whatever commits between its statements and while they run. */
  readonly isolation: "serializable" | "read committed";
  /** Whether it changes the key that seals. */
  readonly changesSealing?: boolean;
  /** How often it may meet others; then their error is thrown as it is. Undefined: until its time is over. */
  readonly mostTries?: number;
  readonly perform: (transaction: OpenTransaction) => Promise<Result>;
}

/** A transaction, and the connection that it has for itself. */
export interface OpenTransaction extends Transaction {
  readonly connection: Connection;
  /** Rows of the last statement, one of few texts, as arrays. COMMIT goes out with it, so what is done with the rows must not fail. */
  last<Row extends readonly unknown[]>(
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]>;
}

export interface Written<Result> {
  readonly value: Result;
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

/** Does the work; durable once it resolves. Throws `StoreFailure` within `withinMs`, and what the work throws. */
export async function transact<Result>(
  { connections, ring, slots, boundMs }: Writing,
  work: Work<Result>,
  withinMs = boundMs,
): Promise<Written<Result>> {
  const until = performance.now() + withinMs;
  const left = () => until - performance.now();
  let constrained = 0;
  for (let tries = 1; ; tries++) {
    const connection = await connections.take(left());
    const slot = slots.take();
    let failure: unknown;
    try {
      return await once(connection, ring, work, slot);
    } catch (error) {
      failure = error;
    } finally {
      slots.release(slot);
      connection.release();
    }
    if (isConflict(failure) && tries === work.mostTries) throw failure;
    constrained = mayBeOurs(failure) ? constrained + 1 : 0;
    // A constraint that fails by itself fails each time.
    if (constrained > 3) throw failure;
    const again = await mayTryAgain(failure, connection.broken(), tries, left);
    if (!again) throw gaveUp(failure, `the ledger's ${work.name}`);
  }
}

async function once<Result>(
  connection: Connection,
  ring: KeyRing,
  work: Work<Result>,
  slot: number,
): Promise<Written<Result>> {
  const events: AuditEvent[] = [];
  let value: Result;
  let committed: Promise<void> | undefined;
  try {
    const timeout = Math.max(leastCommitMs, Math.ceil(connection.left()));
    const [sealing] = firstRowOf(await connection.run(beginning(work, timeout)));
    const keys = ring.sealingWith(sealing);
    value = await work.perform({
      connection,
      db: connection.db,
      keys,
      events,
      slot,
      last<Row extends readonly unknown[]>(text: string, values: readonly unknown[]) {
        refuseLate(connection);
        // PostgreSQL ends the statement before this node stops waiting, so its end is known.
        connection.extend(timeout + leastCommitMs);
        const rows = connection.rows<Row>(text, values, { prepared: true });
        committed = commit(connection);
        committed.catch(() => {});
        return rows;
      },
    });
    if (committed === undefined) refuseLate(connection);
  } catch (error) {
    if (committed === undefined) await rollBack(connection);
    else await undone(committed, error);
    throw error;
  }
  if (committed === undefined) {
    connection.extend(Math.max(connection.left(), leastCommitMs));
    committed = commit(connection);
  }
  await committed;
  return { value, events };
}

/** Late before the COMMIT is a failure like another; after it nobody knows. */
function refuseLate(connection: Connection): void {
  if (connection.left() <= 0) throw new StoreFailure("the database did not answer in time");
}

/** Resolves where what failed with its COMMIT on the way has changed nothing. Throws `OutcomeUnknown`. */
async function undone(committed: Promise<void>, error: unknown): Promise<void> {
  const [end] = await Promise.allSettled([committed]);
  // After a statement that it has refused, PostgreSQL takes COMMIT for a rollback.
  if (error instanceof DatabaseError) return;
  if (end.status === "rejected" && !(end.reason instanceof OutcomeUnknown)) return;
  throw new OutcomeUnknown(`the ledger's commit: ${String(error)}`, { cause: error });
}

/**
 * The lock of the table comes before the first look at the data, so a change of the key that seals waits for every
 * write that seals with the one before, and no write sees the one before after it.
 */
function beginning(
  { isolation, changesSealing }: Pick<Work<unknown>, "isolation" | "changesSealing">,
  timeoutMs: number,
): string {
  const lock = changesSealing ? "exclusive" : "row share";
  return `begin isolation level ${isolation};
    set local statement_timeout = ${timeoutMs};
    set local idle_in_transaction_session_timeout = 10000;
    lock table ring_key in ${lock} mode;
    select id from ring_key where seals = 1`;
}

/** A COMMIT that was sent gets at least so long, in milliseconds. */
const leastCommitMs = 250;

/** A transaction must not stay open on a connection that the next write gets. */
async function rollBack(connection: Connection): Promise<void> {
  if (connection.broken()) return;
  connection.extend(Math.max(connection.left(), leastCommitMs));
  await connection.run("rollback").catch(() => connection.discard());
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

/** A conflict for which there was no more time is a failure of the store, also where a constraint was the first to see it. */
function gaveUp(failure: unknown, doing: string): unknown {
  if (!isConflict(failure)) return storeFailure(failure, doing);
  return new StoreFailure(`${doing}: others were in the way`, { cause: failure });
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
  const pause = randomInt(Math.min(100, 4 * 2 ** tries) + 1);
  if (left() <= pause) return false;
  await wait(pause);
  return true;
}
