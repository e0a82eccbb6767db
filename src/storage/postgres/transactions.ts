/**
 * Runs work in transactions (docs/adr/0028-the-postgresql-engine.md). A conflicting transaction is retried
 * while there is time. If COMMIT gets no response, `OutcomeUnknown` is thrown.
 */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { AuditEvent } from "../../domain/audit.ts";
import { OutcomeUnknown, StoreFailure } from "../../domain/errors.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import type { Transaction } from "../sql/write.ts";
import type { Connection, Connections } from "./connections.ts";
import {
  connectionStands,
  isConflict,
  isUnconfirmed,
  mayBeOurs,
  storeFailure,
} from "./failures.ts";

export interface Writing {
  readonly connections: Connections;
  readonly ring: KeyRing;
  readonly slots: ReturnType<typeof openSlots>;
  readonly boundMs: number;
}

/** The work of one transaction, which is repeated after a conflict. */
export interface Work<Result> {
  readonly name: string;
  /** `read committed` is for work that is correct no matter what commits between or during its statements. */
  readonly isolation: "serializable" | "read committed";
  /** Whether it changes which key encrypts. */
  readonly changesSealing?: boolean;
  readonly perform: (transaction: OpenTransaction) => Promise<Result>;
}

/** A transaction and its own connection. */
export interface OpenTransaction extends Transaction {
  readonly connection: Connection;
}

export interface Written<Result> {
  readonly value: Result;
  /** Committed events, to be passed on. */
  readonly events: readonly AuditEvent[];
}

/** Distinct numbers for concurrent holders; always the lowest free one, so that few are ever used. */
export function openSlots(): { take(): number; release(slot: number): void } {
  // Nodes start at different numbers.
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

/**
 * Runs the work; it is durable once this resolves. Throws `StoreFailure` within `boundMs`, and what the work
 * throws.
 */
export async function transact<Result>(
  { connections, ring, slots, boundMs }: Writing,
  work: Work<Result>,
): Promise<Written<Result>> {
  const until = performance.now() + boundMs;
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
    constrained = mayBeOurs(failure) ? constrained + 1 : 0;
    // A constraint violation without a conflict recurs each time.
    if (constrained > 3) throw failure;
    const again = await mayTryAgain(failure, connection.broken(), tries, left);
    if (!again) throw gaveUp(failure, `the database's ${work.name}`);
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
  try {
    const timeout = Math.max(minCommitMs, Math.ceil(connection.left()));
    const [sealing] = firstRowOf(await connection.run(beginning(work, timeout)));
    const keys = ring.sealingWith(sealing);
    value = await work.perform({ connection, db: connection.db, keys, events, slot });
    // A timeout before COMMIT is an ordinary failure. After it the outcome is unknown.
    if (connection.left() <= 0) throw new StoreFailure("the database didn't respond in time");
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
  connection.extend(Math.max(connection.left(), minCommitMs));
  await commit(connection);
  return { value, events };
}

/**
 * The table lock comes before the first read. A change of the encrypting key therefore waits for every write
 * that encrypts with the old key, and no later write sees the old key.
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

/** A COMMIT that was sent gets at least this long, in milliseconds. */
const minCommitMs = 250;

/** A transaction must not stay open on a connection that the next write gets. */
async function rollBack(connection: Connection): Promise<void> {
  connection.extend(Math.max(connection.left(), minCommitMs));
  await connection.run("rollback").catch(() => connection.discard());
}

/** The first column of the only row that several statements returned. */
function firstRowOf(results: unknown): readonly (string | undefined)[] {
  const last = (results as readonly { rows: readonly { id: string }[] }[]).at(-1);
  return [last?.rows[0]?.id];
}

async function commit(connection: Connection): Promise<void> {
  let unsure = false;
  connection.onNotice((code) => {
    unsure ||= isUnconfirmed(code);
  });
  let answer: unknown;
  try {
    answer = await connection.run("commit");
  } catch (error) {
    // What the server rejects is rolled back. Without its response the outcome is unknown.
    if (connectionStands(error)) throw error;
    throw new OutcomeUnknown(`the database's commit: ${String(error)}`, { cause: error });
  }
  if (unsure) throw new OutcomeUnknown("the database's commit is not confirmed by a standby");
  if ((answer as { command?: string }).command !== "COMMIT") {
    throw new StoreFailure("the database's transaction was rolled back");
  }
}

/** A conflict without time for another try is a store failure, even if it appeared as a constraint violation. */
function gaveUp(failure: unknown, doing: string): unknown {
  if (!isConflict(failure)) return storeFailure(failure, doing);
  return new StoreFailure(`${doing}: conflicts with other transactions`, { cause: failure });
}

async function mayTryAgain(
  failure: unknown,
  broken: boolean,
  tries: number,
  left: () => number,
): Promise<boolean> {
  if (failure instanceof OutcomeUnknown) return false;
  // A connection that ended before COMMIT changed nothing. The next one may lead to another host.
  if (!isConflict(failure)) return broken && tries === 1 && left() > 0;
  const pause = randomInt(maxPauseMs(tries) + 1);
  if (left() <= pause) return false;
  await wait(pause);
  return true;
}

/** Transactions that collided should not collide again, so each waits for its own time, and longer after each try. */
export function maxPauseMs(tries: number): number {
  return Math.min(100, 4 * 2 ** tries);
}
