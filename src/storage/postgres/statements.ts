/** Single statements, each its own transaction, so that none waits for a node between two steps. */
import { DatabaseError } from "pg";
import { StoreFailure } from "../../domain/errors.ts";
import type { Connection, Connections } from "./connections.ts";
import { storeFailure } from "./failures.ts";

/** Runs `work` with a connection. Throws `StoreFailure`; bugs of ours are thrown unchanged. */
export async function onConnection<T>(
  connections: Connections,
  withinMs: number,
  doing: string,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connections.take(withinMs);
  try {
    return await use(connection);
  } catch (error) {
    throw storeFailure(error, doing);
  } finally {
    connection.release();
  }
}

/** 42P01: there is no table of this name. */
export function isMissingTable(error: unknown): boolean {
  return hasCode(error, "42P01");
}

/** 40P01: a deadlock, and PostgreSQL chose this transaction to fail. */
export function isDeadlock(error: unknown): boolean {
  return hasCode(error, "40P01");
}

function hasCode(error: unknown, code: string): boolean {
  const cause = error instanceof StoreFailure ? error.cause : error;
  return cause instanceof DatabaseError && cause.code === code;
}
