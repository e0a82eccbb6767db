/**
 * The nonce store and the rate limiter, each with connections of its own, so that neither waits for the other or
 * for the database.
 */
import type { LimitName } from "../../domain/limits.ts";
import type { ServerNonceStore, ServerRateLimiter } from "../server-stores.ts";
import type { PostgresAddress } from "./client.ts";
import { type Connections, openConnections } from "./connections.ts";
import { openPostgresNonceStore } from "./nonce-store.ts";
import { openPostgresRateLimiter } from "./rate-limiter.ts";

/** Enough for two batches at a time, the clean-up, and one in reserve. */
const maxConnections = 4;

export function openNonceStore(
  address: PostgresAddress,
  boundMs: number,
): Promise<ServerNonceStore> {
  return withConnections(address, boundMs, async (connections) => ({
    ...(await openPostgresNonceStore(connections, boundMs)),
    openedAfter: undefined,
    problem: () => undefined,
  }));
}

export function openRateLimiter(
  address: PostgresAddress,
  boundMs: number,
  limitOf: Readonly<Record<LimitName, number>>,
): Promise<ServerRateLimiter> {
  return withConnections(address, boundMs, (connections) =>
    openPostgresRateLimiter(connections, boundMs, limitOf),
  );
}

async function withConnections<Store extends object>(
  address: PostgresAddress,
  boundMs: number,
  open: (connections: Connections) => Promise<Store>,
): Promise<Store & AsyncDisposable> {
  const connections = openConnections(address, boundMs, maxConnections);
  try {
    const store = await open(connections);
    return { ...store, [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose]() };
  } catch (error) {
    await connections[Symbol.asyncDispose]();
    throw error;
  }
}
