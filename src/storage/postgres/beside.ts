/**
 * The replay book and the rate meter, each with connections of its own, so that neither waits for the other or
 * for the ledger.
 */
import type { LimitName } from "../../domain/limits.ts";
import type { KeptRateMeter, KeptReplayBook } from "../kept-stores.ts";
import type { PostgresAddress } from "./address.ts";
import { type Connections, openConnections } from "./connections.ts";
import { openPostgresRateMeter } from "./rate-meter.ts";
import { openPostgresReplayBook } from "./replay-book.ts";

/** Enough for two batches at a time, the clean-up, and one in reserve. */
const mostConnections = 4;

export function openReplayBook(address: PostgresAddress, boundMs: number): Promise<KeptReplayBook> {
  return withConnections(address, boundMs, async (connections) => ({
    ...(await openPostgresReplayBook(connections, boundMs)),
    openedAfter: undefined,
    trouble: () => undefined,
  }));
}

export function openRateMeter(
  address: PostgresAddress,
  boundMs: number,
  limitOf: Readonly<Record<LimitName, number>>,
): Promise<KeptRateMeter> {
  return withConnections(address, boundMs, (connections) =>
    openPostgresRateMeter(connections, boundMs, limitOf),
  );
}

async function withConnections<Store extends object>(
  address: PostgresAddress,
  boundMs: number,
  open: (connections: Connections) => Promise<Store>,
): Promise<Store & AsyncDisposable> {
  const connections = openConnections(address, boundMs, mostConnections);
  try {
    const store = await open(connections);
    return { ...store, [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose]() };
  } catch (error) {
    await connections[Symbol.asyncDispose]();
    throw error;
  }
}
