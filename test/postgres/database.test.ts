/** The PostgreSQL that tests run on. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { ask, freshDatabase } from "../support/postgres.ts";
import { ownPostgres } from "../support/postgres-server.ts";
import { tcpProxy } from "../support/tcp-proxy.ts";

test("each test has an empty database of its own", async () => {
  await using one = await freshDatabase();
  await using other = await freshDatabase();
  await ask(one.url, "create table kept (a integer)");
  const tables = "select count(*)::integer as tables from pg_tables where schemaname = 'public'";
  assert.deepEqual(await ask(one.url, tables), [{ tables: 1 }]);
  assert.deepEqual(await ask(other.url, tables), [{ tables: 0 }]);
});

test("a server of a test's own is not asked on a connection that it may have lost", {
  timeout: 60_000,
}, async () => {
  await using server = await ownPostgres();
  const way = new URL(server.url);
  await using proxy = await tcpProxy(Number(way.port));
  way.port = String(proxy.port);
  await using _before = await freshDatabase(way.href);
  proxy.hang();
  await using _after = await freshDatabase(way.href);
});

test("a server of a test's own keeps its data through a crash", async () => {
  await using server = await ownPostgres();
  await ask(server.url, "create table kept (a integer)");
  for (const signal of ["SIGKILL", "SIGQUIT", "SIGINT"] as const) {
    await server.stop(signal);
    await assert.rejects(ask(server.url, "select 1"), /ECONNREFUSED/);
    await server.start();
    assert.deepEqual(await ask(server.url, "select * from kept"), []);
  }
});

test("a server that has ended rejects connections, also where it ended while it took some", async () => {
  await using server = await ownPostgres();
  const port = Number(new URL(server.url).port);
  for (let round = 0; round < 10; round += 1) {
    const knocking = Array.from({ length: 40 }, () => connect(port, "127.0.0.1"));
    for (const socket of knocking) socket.on("error", () => {});
    await Promise.all(knocking.map((socket) => once(socket, "connect")));
    await server.stop("SIGKILL");
    await assert.rejects(ask(server.url, "select 1"), /ECONNREFUSED/);
    for (const socket of knocking) socket.destroy();
    await server.start();
  }
});
