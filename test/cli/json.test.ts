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
  const recovery = ["user", "recovery-link", "--screen-name", "alice", "--because", "lost"];
  const app = ["app", "create", "--owner", "alice", "--name", "Rain", "--access", "read"];
  for (const [args, value, note] of [
    [["api-key", "create", "--name", "a", "--role", "viewer"], /^cs_live_\w{43}\n$/, /not shown/],
    [regenerate, /^\w{50}\n$/, /keep working for 24h\. .* not shown again\.\n$/],
    [["invite"], /^http:\S+\n$/, /expires at \d{4}-/],
    [["user", "reset-link", "--screen-name", "alice"], /^http:\S+\n$/, /expires at \d{4}-/],
    [recovery, /^http:\S+\n$/, /expires at \d{4}-/],
    [app, /^consumer key {5}\w+\nconsumer secret {2}\w+\n$/, /Rain was created.* not shown/],
    [
      ["token", "create", "--consumer-key", key, "--user", "alice"],
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
  const alice = await json<{ user_id: string; screen_name: string }>(
    [...create, "alice", "--password-file", file, "--name", "Alice", "--email", "a@users.example"],
    options,
  );
  assert.deepEqual(Object.keys(alice), ["user_id", "screen_name"]);
  assert.match(alice.user_id, /^\d{16}$/);
  assert.ok(Number.isSafeInteger(Number(alice.user_id)));
  assert.equal(alice.screen_name, "alice");
  await json([...create, "bob", "--password-file", "-"], { ...options, input: password });

  const users = await json<{ users: object[] }>(["user", "list"], options);
  const member = {
    user_id: alice.user_id,
    screen_name: "alice",
    name: "Alice",
    email: "a@users.example",
    email_confirmed: true,
    admin: false,
    suspended: false,
  };
  assert.deepEqual(users.users[0], member);
  assert.equal(users.users.length, 2);

  const app = await json<Record<string, string>>(
    [
      ..."app create --owner alice --name Bot --access write --sign-in --request-email".split(" "),
      ...["--callback", "https://bot.example/a", "--callback", "bot://"],
      ...["--website", "https://bot.example", "--description", "Says things."],
    ],
    options,
  );
  assert.deepEqual(Object.keys(app), ["app_id", "consumer_key", "consumer_secret"]);
  const { app_id, consumer_key = "", consumer_secret = "" } = app;
  assert.match(consumer_key, /^[A-Za-z0-9]{25}$/);
  assert.match(consumer_secret, /^[A-Za-z0-9]{50}$/);

  const shown = await json<Record<string, unknown>>(
    ["app", "show", "--consumer-key", consumer_key],
    options,
  );
  const { created_at, ...rest } = shown;
  assert.match(String(created_at), /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual(rest, {
    app_id,
    name: "Bot",
    owner: "alice",
    consumer_key,
    access: "write",
    callbacks: ["https://bot.example/a", "bot://"],
    waiting_schemes: [],
    sign_in: true,
    request_email: true,
    require_sha256: false,
    website: "https://bot.example",
    terms_url: "",
    privacy_url: "",
    support_url: "",
    description: "Says things.",
    suspended: false,
  });
  const listed = await json<{ applications: object[] }>(["app", "list"], options);
  assert.deepEqual(listed, { applications: [shown] });

  const tokenCreate = ["token", "create", "--consumer-key", consumer_key, "--user", "alice"];
  const token = await json<Record<string, string>>(tokenCreate, options);
  const members = ["oauth_token", "oauth_token_secret", "user_id", "screen_name"];
  assert.deepEqual(Object.keys(token), members);
  assert.match(String(token["oauth_token"]), new RegExp(`^${alice.user_id}-[A-Za-z0-9]{40}$`));
  assert.deepEqual(await json(tokenCreate, options), token, "the same one while it is active");
  const lower = await json<Record<string, string>>([...tokenCreate, "--access", "read"], options);
  assert.notEqual(lower["oauth_token"], token["oauth_token"]);

  const regenerate = ["app", "regenerate-secret", "--yes", "--consumer-key", consumer_key];
  const renewed = await json<Record<string, string>>(regenerate, options);
  assert.deepEqual(Object.keys(renewed), ["consumer_key", "consumer_secret"]);
  assert.equal(renewed["consumer_key"], consumer_key);
  assert.notEqual(renewed["consumer_secret"], consumer_secret);

  const revoke = ["token", "revoke", "--yes", "--token", String(token["oauth_token"])];
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
  const create = ["token", "create", "--consumer-key", consumer_key, "--user", "alice"];
  const { status, stderr } = await runHere([...create, "--access", "write"], options);
  assert.equal(status, 2);
  assert.match(stderr, /read access only/);
});

test("empty lists say so, and no list or page of one application has a secret", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await runHere(["migrate"], options);
  assert.equal((await runHere(["user", "list"], options)).stdout, "there are no users yet\n");
  assert.equal((await runHere(["app", "list"], options)).stdout, "there are no applications yet\n");
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
