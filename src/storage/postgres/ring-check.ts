/** Checks at the start that a node's key ring is the one of the database on PostgreSQL. */
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import type { GivenKeyRing } from "../given-key-ring.ts";
import {
  checkedRing,
  isSettled,
  knownKeys,
  ledgerMissing,
  rejectAnotherRing,
} from "../sql/ring-check.ts";
import type { PostgresAddress } from "./client.ts";
import { openConnections } from "./connections.ts";
import { storeFailure } from "./failures.ts";
import { migratePostgres } from "./migration.ts";

/** Enough to read all encrypted secrets the first time that a ring is offered. */
const maxMs = 600_000;

/**
 * Opens the ring, and migrates the database. Throws `LedgerMissing`, `RingMismatch`, `StoreFailure`, and what
 * `offered.open` throws.
 */
export async function ringOf(
  address: PostgresAddress,
  boundMs: number,
  offered: GivenKeyRing,
): Promise<KeyRing> {
  const ring = offered.exists() ? offered.open() : undefined;
  await using connections = openConnections(address, boundMs, 1);
  try {
    await migrateUnlessMissing();
    const connection = await connections.take(maxMs);
    try {
      const { db } = connection;
      if (ring !== undefined && isSettled(await knownKeys(db), ring, offered)) return ring;
      // No one encrypts while the keys change, and of several starting nodes one creates the ring.
      await connection.run("begin; lock table ring_key in exclusive mode");
      const checked = await checkedRing(db, address.name, offered);
      await connection.run("commit");
      return checked;
    } finally {
      // If it failed, its transaction ends with it: these connections are closed.
      connection.release();
    }
  } catch (error) {
    throw storeFailure(error, address.name);
  }

  function migrateUnlessMissing(): Promise<readonly string[]> {
    const missing = ledgerMissing(address.name, offered, ring !== undefined);
    return migratePostgres(connections, (isNew) => {
      if (missing !== undefined && isNew) throw missing;
    });
  }
}

/**
 * Migrates the database and returns the names of the migrations that ran. Does not change the ring. Throws
 * `RingMismatch` if it is not the database's.
 */
export async function migrateBeside(
  address: PostgresAddress,
  boundMs: number,
  offered: GivenKeyRing,
): Promise<readonly string[]> {
  await using connections = openConnections(address, boundMs, 1);
  const missing = ledgerMissing(address.name, offered, offered.exists());
  try {
    const applied = await migratePostgres(connections, (isNew) => {
      if (missing !== undefined && isNew) throw missing;
    });
    const connection = await connections.take(maxMs);
    try {
      await rejectAnotherRing(connection.db, address.name, offered);
    } finally {
      connection.release();
    }
    return applied;
  } catch (error) {
    throw storeFailure(error, address.name);
  }
}
