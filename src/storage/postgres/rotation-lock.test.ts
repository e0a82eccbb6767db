import assert from "node:assert/strict";
import { test } from "node:test";
import { pgBouncer, withoutPgBouncer } from "../../../test/support/pgbouncer.ts";
import {
  addressOf,
  freshDatabase,
  sharedPostgres,
  untilConnected,
} from "../../../test/support/postgres.ts";
import { openConnections } from "./connections.ts";
import { holdRotation } from "./rotation-lock.ts";
import { onConnection } from "./statements.ts";

const boundMs = 30_000;

test("one rotation at a time, and the next one after it", async () => {
  await using database = await freshDatabase();
  const { address } = database;
  for (const _ of ["first", "second"]) {
    await using held = await holdRotation(address, boundMs);
    await assert.rejects(holdRotation(address, boundMs), { message: /already being rotated/ });
    await held[Symbol.asyncDispose]();
  }
  await untilConnected(database, 0);
});

test("behind a pooler the next rotation can begin as soon as one has ended", {
  skip: withoutPgBouncer,
}, async () => {
  await using database = await freshDatabase();
  await using pooler = await pgBouncer(await sharedPostgres(), "transaction", 2);
  const address = addressOf(pooler.through(database.url));
  for (let round = 0; round < 20; round += 1) {
    await using _held = await holdRotation(address, boundMs);
  }
});

test("a rotation that is long underway keeps its lock where idle transactions end soon", async () => {
  await using database = await freshDatabase();
  const { address } = database;
  await using connections = openConnections(address, boundMs);
  const ask = (text: string) =>
    onConnection(connections, boundMs, "test", (one) => one.rows(text, []));
  await ask(`alter database ${address.name} set idle_in_transaction_session_timeout = 200`);
  await using _held = await holdRotation(address, boundMs);
  await ask("select pg_sleep(0.5)");
  await assert.rejects(holdRotation(address, boundMs), { message: /already being rotated/ });
});

test("a rotation whose connection has ended ends without an error", async () => {
  await using database = await freshDatabase();
  const { address } = database;
  const held = await holdRotation(address, boundMs);
  await using connections = openConnections(addressOf(database.url), boundMs);
  await onConnection(connections, boundMs, "test", (one) =>
    one.rows(
      `select pg_terminate_backend(pid, 10000) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      [],
    ),
  );
  await held[Symbol.asyncDispose]();
  await using _next = await holdRotation(address, boundMs);
});
