import type { GivenKeyRing } from "../given-key-ring.ts";
import { type Inspected, noLedger } from "../inspected.ts";
import { inspect } from "../sql/inspect.ts";
import type { PostgresAddress } from "./client.ts";
import { type Connection, openConnections } from "./connections.ts";
import { storeFailure } from "./failures.ts";
import { applied } from "./migration.ts";
import { rejectUnfit } from "./server-requirements.ts";

/** Throws `StoreFailure`, and an Error that explains why this server cannot be used. */
export async function inspectPostgres(
  address: PostgresAddress,
  boundMs: number,
  offered: GivenKeyRing,
): Promise<Inspected> {
  await using connections = openConnections(address, boundMs, 1);
  try {
    await rejectUnfit(connections, boundMs);
    const connection = await connections.take(maxMs);
    try {
      const names = await applied(connection);
      const clock = await clockOf(connection);
      if (names.length === 0) return { ...noLedger, clock };
      const found = await inspect(connection.db, address.name, names, offered);
      return { ...found, movedProblem: undefined, clock };
    } finally {
      connection.release();
    }
  } catch (error) {
    throw storeFailure(error, address.name);
  }
}

/** If the ring lacks a key, every encrypted row is searched for it. */
const maxMs = 60_000;

async function clockOf(connection: Connection): Promise<number> {
  const text = "select (extract(epoch from clock_timestamp()) * 1000)::bigint";
  const [[clock] = []] = await connection.rows<[number]>(text, []);
  return Number(clock);
}
