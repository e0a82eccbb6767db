import assert from "node:assert/strict";
import { test } from "node:test";
import { freshDatabase } from "../../../test/support/postgres.ts";
import { schemaMigrations } from "../sql/schema.ts";
import { openConnections } from "./connections.ts";
import { migratePostgres } from "./migration.ts";
import { onConnection } from "./statements.ts";

const boundMs = 60_000;

test("a migration that fails leaves nothing of those before it", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(database.address, boundMs);
  const run = (text: string) =>
    onConnection(connections, boundMs, "test", (connection) => connection.run(text));
  const tables = () =>
    onConnection(connections, boundMs, "test", (connection) =>
      connection.rows("select tablename from pg_tables where schemaname = 'public'", []),
    );
  // A later migration creates a table with this name.
  await run("create table application_icon (something text)");
  await assert.rejects(migratePostgres(connections), /application_icon/);
  assert.deepEqual(await tables(), [["application_icon"]]);
  await run("drop table application_icon");
  assert.deepEqual(await migratePostgres(connections), schemaMigrations);
});
