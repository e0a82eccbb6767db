import assert from "node:assert/strict";
import { test } from "node:test";
import { freshDatabase } from "../../../test/support/postgres.ts";
import { until } from "../../../test/support/until.ts";
import { schemaMigrations } from "../sql/schema.ts";
import { openConnections } from "./connections.ts";
import { migratePostgres, migrationLock } from "./migration.ts";
import { onConnection } from "./statements.ts";

const boundMs = 60_000;

test("a migration that fails leaves nothing", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(database.address, boundMs);
  const run = (text: string) =>
    onConnection(connections, boundMs, "test", (connection) => connection.run(text));
  const tables = () =>
    onConnection(connections, boundMs, "test", (connection) =>
      connection.rows("select tablename from pg_tables where schemaname = 'public'", []),
    );
  // The migration creates a table with this name after others.
  await run("create table application_icon (something text)");
  await assert.rejects(migratePostgres(connections), /application_icon/);
  assert.deepEqual(await tables(), [["application_icon"]]);
  await run("drop table application_icon");
  assert.deepEqual(await migratePostgres(connections), schemaMigrations);
});

/** A database, and statements of someone else in it. */
async function openDatabase() {
  await using all = new AsyncDisposableStack();
  const { address } = all.use(await freshDatabase());
  const connections = all.use(openConnections(address, boundMs));
  const run = (text: string) =>
    onConnection(connections, boundMs, "test", (connection) => connection.run(text));
  const kept = all.move();
  return { address, connections, run, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

test("who waited while another one migrated finds its tables", async () => {
  await using world = await openDatabase();
  await using waiting = openConnections(world.address, boundMs, 1);
  const rows = schemaMigrations.map((name) => `('${name}')`).join();
  let migrated: Promise<readonly string[]> | undefined;
  await onConnection(world.connections, boundMs, "test", async (one) => {
    await one.run(`begin; ${migrationLock}`);
    migrated = migratePostgres(waiting);
    await until(async () => {
      const blocked = "select from pg_locks where locktype = 'advisory' and not granted";
      return (await one.rows(blocked, [])).length > 0;
    });
    await one.run("create table migration (name text primary key)");
    await one.run(`insert into migration values ${rows}; commit`);
  });
  assert.deepEqual(await migrated, []);
});

test("who starts at the same time migrates once, and waits for the other", async () => {
  await using world = await openDatabase();
  const { connections } = world;
  const ran = await Promise.all([1, 2, 3].map(() => migratePostgres(connections)));
  assert.deepEqual(ran.flat(), schemaMigrations);
});

test("before anything is changed, the caller may reject a database that would be new", async () => {
  await using world = await openDatabase();
  const { connections } = world;
  const isNew: boolean[] = [];
  const reject = (one: boolean) => {
    isNew.push(one);
    if (isNew.length === 1) throw new Error("rejected");
  };
  await assert.rejects(migratePostgres(connections, reject), /^Error: rejected$/);
  await migratePostgres(connections, reject);
  assert.deepEqual(await migratePostgres(connections, reject), []);
  assert.deepEqual(isNew, [true, true, false]);
});

test("a database that is up to date is opened without waiting for a migration or a move", async () => {
  await using world = await openDatabase();
  const { address, connections, run } = world;
  await migratePostgres(connections);
  await run(`alter database ${address.name} set lock_timeout = 500`);
  await using later = openConnections(address, boundMs);
  await onConnection(connections, boundMs, "test", async (one) => {
    await one.run(`begin; ${migrationLock}`);
    assert.deepEqual(await migratePostgres(later), []);
    await one.run("rollback");
  });
});

test("a database is rejected until the move to it has ended", async () => {
  await using world = await openDatabase();
  const { connections, run } = world;
  await run("create table database_move (something text)");
  await assert.rejects(migratePostgres(connections), /a move to this database has not ended/);
  await run("drop table database_move");
  assert.deepEqual(await migratePostgres(connections), schemaMigrations);
});

test("a connection that ends during a migration: the failure says so, and nothing has changed", async () => {
  await using world = await openDatabase();
  const { connections, run } = world;
  await run(`create function ends() returns event_trigger language plpgsql as
    $$ begin
      if to_regclass('application') is not null then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
    end $$`);
  await run(
    "create event trigger ends on ddl_command_start when tag in ('CREATE TABLE') execute function ends()",
  );
  await assert.rejects(migratePostgres(connections), /terminating connection/);
  await run("drop event trigger ends");
  assert.deepEqual(await migratePostgres(connections), schemaMigrations);
});
