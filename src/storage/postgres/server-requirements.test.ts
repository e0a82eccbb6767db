import assert from "node:assert/strict";
import { test } from "node:test";
import { pgBouncer, withoutPgBouncer } from "../../../test/support/pgbouncer.ts";
import {
  addressOf,
  freshDatabase,
  sharedPostgres,
  type TestDatabase,
} from "../../../test/support/postgres.ts";
import { openConnections } from "./connections.ts";
import { rejectUnfit } from "./server-requirements.ts";
import { onConnection } from "./statements.ts";

const boundMs = 30_000;

async function ask(url: string, ...statements: readonly string[]): Promise<void> {
  await using connections = openConnections(addressOf(url), boundMs);
  await onConnection(connections, boundMs, "test", async (one) => {
    for (const statement of statements) await one.run(statement);
  });
}

async function judged(url: string): Promise<void> {
  await using connections = openConnections(addressOf(url), boundMs, 1);
  await rejectUnfit(connections, boundMs);
}

/** A server whose `current_setting` says this of itself: statements find the function of this database first. */
async function saying(database: TestDatabase, name: string, value: string): Promise<void> {
  await ask(
    database.url,
    `create schema if not exists said; create or replace function said.current_setting(asked text) returns text language sql
      as $$ select case when asked = '${name}' then '${value}' else pg_catalog.current_setting(asked) end $$`,
    `alter database ${database.address.name} set search_path = said, pg_catalog, public`,
  );
}

test("a server that will do keeps its connection, in no transaction", async () => {
  await using database = await freshDatabase();
  await using connections = openConnections(database.address, boundMs, 1);
  await rejectUnfit(connections, boundMs);
  const codes: unknown[] = [];
  await onConnection(connections, boundMs, "test", async (one) => {
    one.onNotice((code) => codes.push(code));
    await one.run("begin");
    await one.run("rollback");
  });
  assert.deepEqual(codes, [], "the server warns of a transaction in a transaction");
});

test("a server that is older than 15 is rejected", async () => {
  await using database = await freshDatabase();
  for (const [version, isOld] of [
    ["90624", /^it is PostgreSQL 9, which isn't supported; 15 or newer/],
    ["149999", /^it is PostgreSQL 14, which isn't supported; 15 or newer/],
    ["150000", undefined],
    ["180004", undefined],
  ] as const) {
    await saying(database, "server_version_num", version);
    if (isOld === undefined) await judged(database.url);
    else await assert.rejects(judged(database.url), { message: isOld });
  }
});

test("a server whose commits would not survive a crash is rejected", async () => {
  await using database = await freshDatabase();
  const { name } = database.address;
  await ask(database.url, `alter database ${name} set synchronous_commit = off`);
  await assert.rejects(judged(database.url), { message: /^synchronous_commit is off/ });
  await ask(database.url, `alter database ${name} set synchronous_commit = local`);
  await judged(database.url);
});

test("a database in another encoding is rejected", async () => {
  const server = await sharedPostgres();
  await using beside = await freshDatabase();
  const name = `${beside.address.name}_latin`;
  await ask(
    server,
    `create database ${name} encoding latin1 template template0 locale_provider libc`,
  );
  try {
    const url = new URL(server);
    url.pathname = name;
    await assert.rejects(judged(url.href), { message: /^its encoding is LATIN1/ });
  } finally {
    await ask(server, `drop database ${name} with (force)`);
  }
});

test("a pooler that gives each statement to another session is rejected", {
  skip: withoutPgBouncer,
}, async () => {
  await using database = await freshDatabase();
  await using pooler = await pgBouncer(await sharedPostgres(), "statement", 1);
  await assert.rejects(judged(pooler.through(database.url)));
});
