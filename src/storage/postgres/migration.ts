/**
 * Runs the database's migrations on PostgreSQL: once, even if several nodes start at the same time and others are
 * serving.
 */
import {
  type ColumnDefinitionNode,
  type CreateTableNode,
  DataTypeNode,
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  RawNode,
} from "kysely";
import { migrate } from "../sql/migrate.ts";
import { schemaMigrations } from "../sql/schema.ts";
import type { Connection, Connections } from "./connections.ts";
import { advisoryLocks } from "./locks.ts";

/** Long enough to wait while another node migrates a large database. */
const maxMs = 600_000;

/** A table that exists while a SQLite database is being moved to this one. */
export const moveMark = "database_move";

/** Returns the names of the migrations that ran. `reject` checks what exists before anything is changed. */
export async function migratePostgres(
  connections: Connections,
  reject: (isNew: boolean) => void = () => {},
): Promise<readonly string[]> {
  const connection = await connections.take(maxMs);
  try {
    const before = await applied(connection);
    reject(before.length === 0);
    if (before.join() === schemaMigrations.join()) return [];
    await connection.run(`begin; ${migrationLock}`);
    try {
      const names = await migrateIn(connection, await applied(connection));
      await connection.run("commit");
      return names;
    } catch (error) {
      if (!connection.broken()) await connection.run("rollback");
      throw error;
    }
  } finally {
    connection.release();
  }
}

/** Makes other migrations and moves wait for the end of the transaction. */
export const migrationLock = `select pg_advisory_xact_lock(${advisoryLocks.migration})`;

/** Runs in the open transaction. */
export function migrateIn(
  { db }: Connection,
  before: readonly string[],
): Promise<readonly string[]> {
  return migrate(db.withPlugin(inPostgres) as Kysely<unknown>, before);
}

/** Throws if a move to this database has not ended. */
export async function applied(connection: Connection): Promise<readonly string[]> {
  const [[table, moving] = []] = await connection.rows<[string | null, string | null]>(
    `select to_regclass('kysely_migration')::text, to_regclass('${moveMark}')::text`,
    [],
  );
  if (typeof moving === "string") {
    throw new Error(
      "a move to this database has not ended; run the same `countersign move` again, and it continues where it stopped",
    );
  }
  return typeof table === "string" ? appliedNames(connection) : [];
}

/** The names of the migrations of an existing database. */
export async function appliedNames(connection: Connection): Promise<readonly string[]> {
  const rows = await connection.rows<[string]>(
    'select name from kysely_migration order by name collate "C"',
    [],
  );
  return rows.map(([name]) => name);
}

/**
 * Translates the migrations, which are written for SQLite: text is compared bytewise in every database, blobs
 * are bytea, and tables have no storage options.
 */
class InPostgres extends OperationNodeTransformer {
  protected override transformDataType(node: DataTypeNode): DataTypeNode {
    const type = typeNames[String(node.dataType)];
    // Kysely compiles a raw node in any place, although its types do not allow one here.
    return type === undefined ? node : (RawNode.createWithSql(type) as unknown as DataTypeNode);
  }

  protected override transformCreateTable(node: CreateTableNode): CreateTableNode {
    const { endModifiers: _withoutRowid, ...rest } = super.transformCreateTable(node);
    return rest;
  }

  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const { autoIncrement, ...column } = super.transformColumnDefinition(node);
    if (autoIncrement !== true) return { ...column };
    return { ...column, dataType: DataTypeNode.create("bigserial") };
  }
}

const typeNames: Readonly<Record<string, string>> = { text: 'text collate "C"', blob: "bytea" };

const transformer = new InPostgres();
const inPostgres: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};
