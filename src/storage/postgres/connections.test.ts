import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { freePort } from "../../../test/support/free-port.ts";
import { pgBouncer, withoutPgBouncer } from "../../../test/support/pgbouncer.ts";
import { addressOf, freshDatabase, sharedPostgres } from "../../../test/support/postgres.ts";
import { StoreFailure } from "../../domain/refusals.ts";
import { type Connection, openConnections } from "./connections.ts";
import { onConnection } from "./statements.ts";

test("a connection that PostgreSQL ends between two statements fails the next one, and not the process", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(addressOf(database.url), 30_000);
  const uncaught = once(process, "uncaughtException");
  const taken = await connections.take(30_000);
  const [[id] = []] = await taken.rows<[number]>("select pg_backend_pid()", []);
  const other = await connections.take(30_000);
  await other.rows("select pg_terminate_backend($1, 10000)", [id]);
  const ended = assert.rejects(async () => {
    // The end of the session may not have arrived here yet, so ask until it has.
    for (;;) await taken.rows("select 1", []);
  });
  assert.equal(await Promise.race([ended, uncaught]), undefined);
  assert.equal(taken.broken(), true);
  taken.release();
  other.release();
  const next = await connections.take(30_000);
  assert.deepEqual(await next.rows("select 1", []), [[1]]);
  next.release();
});

test("of several hosts none answers: that is a failure of the store, as with one host", async () => {
  for (const hosts of [1, 2]) {
    const urls = await Promise.all(
      Array.from({ length: hosts }, async () => `postgres://127.0.0.1:${await freePort()}/none`),
    );
    const address = { hosts: urls as [string, ...string[]], name: "none" };
    await using connections = openConnections(address, 30_000);
    await assert.rejects(connections.take(30_000), (error) => {
      assert.ok(error instanceof StoreFailure, String(error));
      assert.match(error.message, /^no connection to none: .*ECONNREFUSED/);
      return true;
    });
  }
});

test("a file of the authority that cannot be read fails the next connections, and not the process", async () => {
  await using database = await freshDatabase();
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  const file = join(directory, "ca.pem");
  writeFileSync(file, "");
  const address = addressOf(`${database.url}?sslmode=disable&sslrootcert=${file}`);
  await using connections = openConnections(address, 30_000, 1);
  const uncaught = once(process, "uncaughtException");
  const refused = (error: unknown) => {
    assert.ok(error instanceof StoreFailure, String(error));
    assert.match(error.message, /ENOENT.*ca\.pem/);
    return true;
  };
  const taken = await connections.take(30_000);
  const waits = assert.rejects(connections.take(30_000), refused);
  rmSync(directory, { recursive: true });
  taken.discard();
  taken.release();
  assert.equal(await Promise.race([waits, uncaught]), undefined);
  // If the wait went on after its failure, it would be a promise that nobody handles.
  await assert.rejects(connections.take(20), refused);
  const later = new Promise((resolve) => setTimeout(resolve, 40));
  assert.equal(await Promise.race([later, uncaught]), undefined);
  mkdirSync(directory);
  writeFileSync(file, "");
  const next = await connections.take(30_000);
  assert.deepEqual(await next.rows("select 1", []), [[1]]);
  next.release();
  rmSync(directory, { recursive: true });
});

test("connections that are closed twice are closed, and give none", async () => {
  await using database = await freshDatabase();
  const connections = openConnections(addressOf(database.url), 30_000);
  (await connections.take(30_000)).release();
  await connections[Symbol.asyncDispose]();
  await connections[Symbol.asyncDispose]();
  await assert.rejects(connections.take(30_000), StoreFailure);
});

const kept = "select count(*)::integer from pg_prepared_statements where name like 'countersign_%'";
const doubled = "select 2 * $1::integer";

async function keptAfterTwo(connection: Connection): Promise<unknown> {
  for (const value of [1, 2]) {
    const rows = await connection.rows(doubled, [value], { prepared: true });
    assert.deepEqual(rows, [[2 * value]]);
  }
  return (await connection.rows(kept, []))[0]?.[0];
}

test("a statement is prepared once where the session is the connection's own", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(addressOf(database.url), 30_000);
  const count = await onConnection(connections, 30_000, "the count", keptAfterTwo);
  assert.equal(count, 1);
});

test("behind a pooler no statement is prepared", { skip: withoutPgBouncer }, async () => {
  await using database = await freshDatabase();
  await using pooler = await pgBouncer(await sharedPostgres(), "transaction", 1);
  await using connections = openConnections(addressOf(pooler.through(database.url)), 30_000);
  await onConnection(connections, 30_000, "one", (one) =>
    onConnection(connections, 30_000, "the other", async (other) => {
      // Both run on one session of the server, which would already know the statement.
      assert.equal(await keptAfterTwo(one), 0);
      assert.equal(await keptAfterTwo(other), 0);
    }),
  );
});

test("a connection whose prepared statement is out of date is replaced, and the next one prepares its own", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(addressOf(database.url), 30_000);
  const text = "select held from example where held = any($1)";
  const one = await connections.take(30_000);
  await one.run("create table example (held integer)");
  await one.rows(text, [[1]], { prepared: true });
  await one.run("alter table example alter held type bigint");
  await assert.rejects(one.rows(text, [[1]], { prepared: true }));
  assert.equal(one.broken(), true);
  one.release();
  const next = await connections.take(30_000);
  assert.deepEqual(await next.rows(text, [[1]], { prepared: true }), []);
  assert.equal(await keptAfterTwo(next), 2);
  next.release();
});

test("once a prepared statement is out of date, other connections that prepared it do without, and are replaced", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(addressOf(database.url), 30_000);
  const text = "select held, pg_backend_pid() from example where held = any($1)";
  const both = [await connections.take(30_000), await connections.take(30_000)];
  await both[0]?.run("create table example (held integer); insert into example values (1)");
  for (const one of both) await one.rows(text, [[1]], { prepared: true });
  await both[0]?.run("alter table example alter held type bigint");
  for (const one of both) one.release();
  const ask = () =>
    onConnection(connections, 30_000, "the look-up", async (one) => {
      const [row] = await one.rows<[number, number]>(text, [[1]], { prepared: true });
      return row;
    });
  await assert.rejects(ask());
  const [held, process] = (await ask()) ?? [];
  assert.equal(held, 1);
  const [, next] = (await ask()) ?? [];
  assert.notEqual(next, process);
  assert.equal((await ask())?.[1], next);
});

test("a connection is replaced after 2,000 runs of prepared statements, so that no plan of an empty table stays", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(addressOf(database.url), 30_000);
  const text = "select pg_backend_pid(), $1::text";
  const servedBy = (prepared: boolean, times: number) =>
    onConnection(connections, 30_000, "the runs", async (one) => {
      const runs = Array.from({ length: times }, () =>
        one.rows<[number]>(text, [""], { prepared }),
      );
      return (await Promise.all(runs))[0]?.[0]?.[0];
    });
  const first = await servedBy(false, 2000);
  assert.equal(await servedBy(true, 1999), first);
  assert.equal(await servedBy(true, 1), first);
  assert.notEqual(await servedBy(true, 1), first);
});

test("once a session has lost a statement, or has one that it was not asked for, no connection prepares any more", async () => {
  await using database = await freshDatabase();
  for (const change of ["deallocate all", "the same name"]) {
    await using connections = openConnections(addressOf(database.url), 30_000);
    const one = await connections.take(30_000);
    if (change === "deallocate all") {
      await keptAfterTwo(one);
      await one.run(change);
    } else {
      const other = await connections.take(30_000);
      await keptAfterTwo(other);
      const [[name] = []] = await other.rows("select name from pg_prepared_statements", []);
      other.release();
      await one.run(`prepare ${name} as select 1`);
    }
    await assert.rejects(one.rows(doubled, [1], { prepared: true }));
    assert.equal(one.broken(), true, change);
    one.release();
    const next = await connections.take(30_000);
    const before = (await next.rows(kept, []))[0]?.[0];
    assert.equal(await keptAfterTwo(next), before, change);
    next.release();
  }
});

test("a role without the right to connect gets no connection: that is a failure of the store", async () => {
  await using database = await freshDatabase();
  const { name } = database.address;
  const role = `role_of_${name}`;
  await using owner = openConnections(database.address, 30_000);
  const run = (text: string) => onConnection(owner, 30_000, "test", (one) => one.run(text));
  await run(`create role ${role} login; revoke connect on database ${name} from public`);
  try {
    const url = new URL(database.url);
    url.username = role;
    await using connections = openConnections(addressOf(url.href), 30_000);
    await assert.rejects(connections.take(30_000), (error) => {
      assert.ok(error instanceof StoreFailure, String(error));
      assert.match(error.message, /^no connection to .*permission denied for database/);
      return true;
    });
  } finally {
    await run(`drop role ${role}`);
  }
});
