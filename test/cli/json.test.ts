import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { schemaMigrations } from "../../src/storage/sql/schema.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { json, makeAlice, makeApp, makeToken, password, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

test("standard output has only the value that a command creates; what is said of it goes to standard error", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path, BASE_URL: "http://127.0.0.1:8080" };
  const options = { settings };
  await makeAlice(options);
  const { consumer_key: key } = await makeApp(options);
  const regenerate = ["app", "regenerate-secret", "--consumer-key", key, "--overlap", "24h"];
  const recovery = ["user", "create-recovery-link", "--screen-name", "alice", "--because", "lost"];
  const app = ["app", "create", "--owner", "alice", "--name", "Rain", "--access", "read"];
  for (const [args, value, note] of [
    [["api-key", "create", "--name", "a", "--role", "viewer"], /^cs_live_\w{43}\n$/, /not shown/],
    [regenerate, /^\w{50}\n$/, /keep working for 24h\. .* not shown again\.\n$/],
    [["invitation", "create"], /^http:\S+\n$/, /expires at \d{4}-/],
    [["user", "create-reset-link", "--screen-name", "alice"], /^http:\S+\n$/, /expires at \d{4}-/],
    [recovery, /^http:\S+\n$/, /expires at \d{4}-/],
    [app, /^consumer key {5}\w+\nconsumer secret {2}\w+\n$/, /Rain was created.* not shown/],
    [
      ["token", "create", "--consumer-key", key, "--screen-name", "alice"],
      /^access token {9}\S+\naccess token secret {2}\S+\n$/,
      /^$/,
    ],
  ] as const) {
    const { status, stdout, stderr } = await runHere(args, options);
    assert.equal(status, 0, stderr);
    assert.match(stdout, value, args.join(" "));
    assert.match(stderr, note, args.join(" "));
    assert.ok(!stderr.includes(stdout.trim()));
  }
});

test("every command with --json prints one object, with the members that automation relies on", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };

  const migrated = await json<{ applied: string[] }>(["migrate"], options);
  assert.deepEqual(migrated.applied, schemaMigrations);
  assert.deepEqual(await json(["migrate"], options), { applied: [], created: false });

  const file = join(directory.path, "password");
  writeFileSync(file, `${password}\nand a second line\n`);
  const create = ["user", "create", "--screen-name"];
  const alice = await json<{ id: string; created_at: string }>(
    [...create, "alice", "--password-file", file, "--name", "Alice", "--email", "a@users.example"],
    options,
  );
  assert.match(alice.id, /^\d{16}$/);
  assert.ok(Number.isSafeInteger(Number(alice.id)));
  assert.match(alice.created_at, /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual(alice, {
    id: alice.id,
    screen_name: "alice",
    name: "Alice",
    email: "a@users.example",
    email_verified: true,
    admin: false,
    language: null,
    suspended_because: null,
    created_at: alice.created_at,
  });
  assert.deepEqual(await json(["user", "show", "--screen-name", alice.id], options), alice);
  await json([...create, "bob", "--password-file", "-"], { ...options, input: password });

  const users = await json<{ data: object[]; next_cursor: null }>(["user", "list"], options);
  assert.deepEqual(users.data[0], alice);
  assert.deepEqual([users.data.length, users.next_cursor], [2, null]);

  const { consumer_secret = "", ...app } = await json<Record<string, string>>(
    [
      ..."app create --owner alice --name Bot --access write --sign-in --request-email".split(" "),
      ...["--callback", "https://bot.example/a", "--callback", "bot://"],
      ...["--website", "https://bot.example", "--description", "Says things."],
    ],
    options,
  );
  const { id, consumer_key = "", secret_set_at, created_at } = app;
  assert.match(consumer_key, /^[A-Za-z0-9]{25}$/);
  assert.match(consumer_secret, /^[A-Za-z0-9]{50}$/);
  assert.match(String(created_at), /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual(app, {
    id,
    name: "Bot",
    description: "Says things.",
    website: "https://bot.example",
    terms_url: "",
    privacy_url: "",
    support_url: "",
    access: "write",
    callbacks: ["https://bot.example/a", "bot://"],
    sign_in: true,
    request_email: true,
    require_sha256: false,
    networks: [],
    networks_for_bearer: false,
    owner: { id: alice.id, screen_name: "alice" },
    consumer_key,
    secret_set_at,
    secret_revoked_at: null,
    waiting_schemes: [],
    icon: null,
    limits: {},
    plan: null,
    suspended_because: null,
    purpose: "",
    expected_users: "",
    answers: [],
    approval: "approved",
    approval_text: null,
    approval_since: null,
    awaited_access: null,
    awaited_callbacks: null,
    created_at,
  });
  assert.deepEqual(await json(["app", "show", "--consumer-key", consumer_key], options), app);
  assert.deepEqual(await json(["app", "list"], options), {
    data: [{ ...app, last_used_on: null }],
    next_cursor: null,
    total: 1,
  });

  const tokenCreate = ["token", "create", "--consumer-key", consumer_key, "--screen-name", "alice"];
  const token = await json<Record<string, string>>(tokenCreate, options);
  assert.deepEqual(Object.keys(token), ["token", "token_secret", "access"]);
  assert.match(String(token["token"]), new RegExp(`^${alice.id}-[A-Za-z0-9]{40}$`));
  assert.deepEqual(await json(tokenCreate, options), token, "the same one while it is active");
  const lower = await json<Record<string, string>>([...tokenCreate, "--access", "read"], options);
  assert.notEqual(lower["token"], token["token"]);

  const regenerate = ["app", "regenerate-secret", "--yes", "--consumer-key", consumer_key];
  const renewed = await json<Record<string, string>>(regenerate, options);
  assert.deepEqual(Object.keys(renewed), ["consumer_key", "consumer_secret", "previous_until"]);
  assert.equal(renewed["consumer_key"], consumer_key);
  assert.notEqual(renewed["consumer_secret"], consumer_secret);

  const revoke = ["token", "revoke", "--yes", "--token", String(token["token"])];
  assert.equal((await runHere(revoke, options)).status, 0);
  assert.notDeepEqual(await json(tokenCreate, options), token);
});

test("keys rotate --json — the new key, and how many secrets it encrypted again", {
  skip: skippedOnPostgres("all servers share a ring; test/postgres/commands.test.ts rotates it"),
}, async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  await makeToken(options, await makeApp(options));
  const rotated = await json<{ key_id: string; resealed: number }>(["keys", "rotate"], options);
  assert.match(rotated.key_id, /^[0-9a-f]{8}$/);
  assert.equal(rotated.resealed, 2, "the consumer secret and the access token's");
});

test("exit 2 — more access than the application is registered for", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const args = ["app", "create", "--owner", "alice", "--name", "Bot", "--access", "read"];
  const { consumer_key } = await json<{ consumer_key: string }>(args, options);
  const create = ["token", "create", "--consumer-key", consumer_key, "--screen-name", "alice"];
  const { status, stderr } = await runHere([...create, "--access", "write"], options);
  assert.equal(status, 2);
  assert.match(stderr, /read access only/);
});

test("an empty list says so, and no list or page of one application has a secret", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await runHere(["migrate"], options);
  assert.equal((await runHere(["user", "list"], options)).stdout, "no users found\n");
  assert.equal((await runHere(["app", "list"], options)).stdout, "no applications found\n");
  await makeAlice(options);
  const { consumer_key, consumer_secret } = await makeApp(options);
  for (const args of [
    ["user", "list"],
    ["app", "list"],
    ["app", "show", "--consumer-key", consumer_key],
  ]) {
    for (const form of [[], ["--json"]]) {
      const { stdout } = await runHere([...args, ...form], options);
      assert.ok(stdout.length > 10);
      assert.ok(!stdout.includes(consumer_secret), args.join(" "));
    }
  }
});
