/** A PostgreSQL that lets no one in: a command says why, and what to do. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "pg";
import { scratchDirectory } from "../cli/command.ts";
import { runHere } from "../cli/run-here.ts";
import { freePort } from "../support/free-port.ts";
import { ownPostgres } from "../support/postgres-server.ts";

test("1 — why PostgreSQL gives no connection, what to do about it, and no password", async () => {
  await using server = await ownPostgres();
  const { port } = new URL(server.url);
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query("create role alice login password 'correct-horse'");
  await client.query("create database ledger owner alice");
  const rule = "host all alice 127.0.0.1/32 scram-sha-256\nhost all bob 127.0.0.1/32 trust\n";
  writeFileSync(join(server.data, "pg_hba.conf"), rule);
  await client.query("select pg_reload_conf()");
  await client.end();
  const at = `127.0.0.1:${port}`;
  for (const [url, why] of [
    [`postgres://alice:correct-horse@${at}/ledger`, undefined],
    [
      `postgres://alice:wrong-horse@${at}/ledger`,
      /28P01|password authentication failed .*\(PostgreSQL rejected the password; put/,
    ],
    [`postgres://alice@${at}/ledger`, /\(PostgreSQL rejected the password; put/],
    [
      `postgres://alice:correct-horse@${at}/lodger`,
      /"lodger" does not exist \(create the database, empty, or/,
    ],
    [`postgres://bob@${at}/ledger`, /"bob" does not exist \(create that role, or/],
    [`postgres://nobody@${at}/ledger`, /no pg_hba\.conf entry .*\(create that role, or/],
    [
      `postgres://alice:correct-horse@${at}/ledger?sslmode=require`,
      /\(turn on TLS in PostgreSQL, or/,
    ],
    [
      `postgres://127.0.0.1:${await freePort()}/ledger`,
      /ECONNREFUSED .*\(connection refused; start/,
    ],
    ["postgres://nowhere.invalid/ledger?sslmode=disable", /\(host not found; check the host name/],
  ] as const) {
    using directory = scratchDirectory();
    const settings = { DATABASE_URL: url, DATA_DIR: directory.path };
    const { status, stderr } = await runHere(["migrate"], { settings });
    if (why === undefined) assert.equal(status, 0, stderr);
    else {
      assert.equal(status, 1, stderr);
      assert.match(stderr, /^countersign: COUNTERSIGN_DATABASE_URL: no connection to postgres:/);
      assert.match(stderr, why);
      assert.doesNotMatch(stderr, /horse/);
    }
  }
});
