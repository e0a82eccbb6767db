/** `countersign check` with a ledger on PostgreSQL. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { run, scratchDirectory } from "../cli/command.ts";
import { freshDatabase } from "../support/postgres.ts";

const ring = () => `k1:${randomBytes(32).toString("base64")}`;

test("the database, its ring and the server's clock; an empty database stays empty; another ring and no server", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const KEYS = ring();
  const settings = {
    ...{ DATABASE_URL: database.url, DATABASE_TIMEOUT: "20000", KEYS, DATA_DIR: directory.path },
    ...{ PORT: "0", INTERNAL_PORT: "off" },
  };
  for (const _ of ["empty", "still empty"]) {
    const empty = await run(["check"], { settings });
    assert.equal(empty.status, 0, empty.stdout + empty.stderr);
    assert.match(empty.stdout, /There is no database .* yet/);
  }
  assert.equal((await run(["migrate"], { settings })).status, 0);
  assert.equal((await run(["user", "list"], { settings })).status, 0);
  const fine = await run(["check"], { settings });
  assert.equal(fine.status, 0, fine.stdout);
  assert.match(fine.stdout, /^ok +clock .*the database server agrees$/m);
  assert.match(fine.stdout, /matches this database$/m);
  const another = { settings: { ...settings, KEYS: ring() } };
  const rejected = await run(["migrate"], another);
  assert.equal(rejected.status, 2);
  assert.match(rejected.stderr, /COUNTERSIGN_KEYS and COUNTERSIGN_DATABASE_URL: the key ring that/);
  const foreign = await run(["check"], another);
  assert.equal(foreign.status, 1);
  assert.match(foreign.stdout, /^failure +key ring .*not the one that encrypted/m);
  const away = await run(["check"], {
    settings: {
      ...settings,
      DATABASE_URL: "postgres://u:secret-word@127.0.0.1:1/x?sslmode=disable",
    },
  });
  assert.equal(away.status, 1);
  assert.match(away.stdout, /^failure +database /m);
  assert.doesNotMatch(away.stdout + away.stderr, /secret-word/);
});
