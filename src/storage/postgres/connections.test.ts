import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { freePort } from "../../../test/support/free-port.ts";
import { addressOf, freshDatabase } from "../../../test/support/postgres.ts";
import { StoreFailure } from "../../domain/refusals.ts";
import { openConnections } from "./connections.ts";

test("a connection that PostgreSQL ends between two statements fails the next one, and not the process", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(addressOf(database.url), 30_000);
  const uncaught = once(process, "uncaughtException");
  const taken = await connections.take(30_000);
  const [[id] = []] = await taken.rows<[number]>("select pg_backend_pid()", []);
  const other = await connections.take(30_000);
  await other.rows("select pg_terminate_backend($1, 10000)", [id]);
  const ended = assert.rejects(async () => {
    // Until the end has come to this side; asked at once, it may not have.
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

test("connections that are closed twice are closed, and give none", async () => {
  await using database = await freshDatabase();
  const connections = openConnections(addressOf(database.url), 30_000);
  (await connections.take(30_000)).release();
  await connections[Symbol.asyncDispose]();
  await connections[Symbol.asyncDispose]();
  await assert.rejects(connections.take(30_000), StoreFailure);
});
