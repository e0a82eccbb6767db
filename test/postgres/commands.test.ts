/** The command line with a ledger on PostgreSQL. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { run, scratchDirectory } from "../cli/command.ts";
import { verifyCredentials } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { freshDatabase } from "../support/postgres.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";

const newKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;

test("exit 0 — keys rotate: under the first key of a ring that all servers have, while one of them serves", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const [first, second] = [newKey("k1"), newKey("k2")];
  const shared = { DATABASE_URL: database.url, DATABASE_TIMEOUT: "20000" };
  await using service = await startTestService({ ...shared, KEYS: `${first},${second}` });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const access = await makeAccessToken(ledger, application, alice);
  const settings = { ...shared, DATA_DIR: directory.path };
  const rotated = await run(["keys", "rotate", "--json"], {
    settings: { ...settings, KEYS: `${second},${first}` },
  });
  assert.equal(rotated.status, 0, rotated.stderr);
  assert.deepEqual(JSON.parse(rotated.stdout), { key_id: "k2", resealed: 2 });
  assert.equal((await verifyCredentials(service.baseUrl, application, access)).status, 200);
  // The server also seals with the new key: a server without the old key can open it.
  const later = await makeAccessToken(ledger, application, alice, "write");
  await using other = await startTestService({ ...shared, KEYS: second });
  assert.equal((await verifyCredentials(other.baseUrl, application, later)).status, 200);
});

test("exit 1 — keys rotate with a ring that one server has alone", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const settings = { DATABASE_URL: database.url, DATA_DIR: directory.path };
  const { status, stderr } = await run(["keys", "rotate"], { settings });
  assert.equal(status, 1);
  assert.match(stderr, /the ring of every server .* COUNTERSIGN_KEYS_FILE/);
});

test("exit 1 — serve without its PostgreSQL: the setting and the host, and not the password", async () => {
  using directory = scratchDirectory();
  const port = await freePort();
  const { status, stderr } = await run(["serve"], {
    settings: {
      DATABASE_URL: `postgres://svc:hunter22@127.0.0.1:${port}/ledger`,
      DATA_DIR: directory.path,
    },
  });
  assert.equal(status, 1);
  assert.match(
    stderr,
    new RegExp(`COUNTERSIGN_DATABASE_URL: .*postgres://127.0.0.1:${port}/ledger: .*ECONNREFUSED`),
  );
  assert.ok(!/hunter22|svc/.test(stderr));
});

test("exit 0 — migrate names what ran, once", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const options = { settings: { DATABASE_URL: database.url, DATA_DIR: directory.path } };
  const [one, other] = await Promise.all([
    run(["migrate", "--json"], options),
    run(["migrate", "--json"], options),
  ]);
  assert.deepEqual([one.status, other.status], [0, 0], one.stderr + other.stderr);
  const applied = [one, other].flatMap(({ stdout }) => JSON.parse(stdout).applied);
  assert.equal(applied.filter((name) => name === "0001-initial").length, 1);
  assert.equal(new Set(applied).size, applied.length);
  const created = [one, other].filter(({ stdout }) => JSON.parse(stdout).created);
  assert.equal(created.length, 1);
});

test("exit 2 — a command that creates no tables, in an empty database: nothing is made there, nor beside it", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const settings = { DATABASE_URL: database.url, DATA_DIR: join(directory.path, "typo") };
  for (const args of [
    ["user", "list"],
    ["user", "create", "--screen-name", "bob", "--password", "a long password of his"],
    ["audit", "export"],
    ["export", join(directory.path, "out"), "--with-secrets"],
  ]) {
    const { status, stderr } = await run(args, { settings });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /COUNTERSIGN_DATABASE_URL: there is no database /);
  }
  assert.deepEqual(readdirSync(directory.path), []);
  const look = "select relname from pg_class where relnamespace = current_schema()::regnamespace";
  assert.deepEqual(await database.query(look), []);
});
