/** The writes of a batch in one transaction, each behind a savepoint of its own. */
import type { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import { StoreFailure } from "../../domain/errors.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { sealingKeyId } from "../sql/ring-keys.ts";
import type { Tables } from "../sql/schema.ts";
import type { Write, WriteName, WriteResult } from "../sql/write.ts";
import { perform } from "../sql/writes.ts";
import { storeFailure } from "./database.ts";
import { kyselyOver } from "./kysely-over.ts";

/** A connection, and the queries over it. */
export interface WritingConnection {
  readonly database: DatabaseSync;
  readonly db: Kysely<Tables>;
}

export type Outcome<Name extends WriteName = WriteName> =
  | {
      readonly ok: true;
      readonly value: WriteResult<Name>;
      readonly events: readonly AuditEvent[];
    }
  | { readonly ok: false; readonly error: unknown };

export function writingOn(database: DatabaseSync): WritingConnection {
  return { database, db: kyselyOver(database) };
}

/**
 * Begins a transaction and performs the writes; the caller commits it. Throws only if the whole transaction is lost, as
 * on a full disk.
 */
export async function writeBatch<Name extends WriteName>(
  batch: readonly Write<Name>[],
  connection: WritingConnection,
  keys: KeyRing,
): Promise<Outcome<Name>[]> {
  connection.database.exec("begin immediate");
  keys.sealWith(await sealingKeyId(connection.db));
  const outcomes: Outcome<Name>[] = [];
  for (const write of batch) outcomes.push(await behindSavepoint(write, connection, keys));
  return outcomes;
}

async function behindSavepoint<Name extends WriteName>(
  write: Write<Name>,
  { database, db }: WritingConnection,
  keys: KeyRing,
): Promise<Outcome<Name>> {
  const events: AuditEvent[] = [];
  database.exec("savepoint one_write");
  try {
    const value = await perform(write, { db, keys, events, slot: 0 });
    database.exec("release one_write");
    return { ok: true, value, events };
  } catch (error) {
    const failure = storeFailure(error, `the database's ${write.name}`);
    if (!database.isTransaction || failure instanceof StoreFailure) throw failure;
    database.exec("rollback to one_write; release one_write");
    return { ok: false, error: failure };
  }
}
