/** `countersign import` and `export`, as an administrator runs them: docs/guide/migrate.md. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { OAuth } from "oauth";
import { importedKinds } from "../../src/domain/imported.ts";
import { guideBlock } from "../support/guide-block.ts";
import {
  executable,
  makeAlice,
  makeApp,
  makeToken,
  run,
  scratchDirectory,
  start,
} from "./command.ts";
import { runHere, serveHere } from "./run-here.ts";

interface ImportedObject {
  readonly lines: number;
  readonly conflicts: number;
  readonly rejected: number;
  readonly user: { readonly new: number; readonly there: number };
  readonly application: { readonly new: number; readonly there: number };
  readonly access_token: { readonly new: number; readonly there: number };
  readonly bearer_token: { readonly new: number; readonly there: number };
  readonly problems: readonly {
    readonly line: number;
    readonly is: string;
    readonly why: string;
  }[];
}

const visitor = (at: number) => ({ type: "user", id: String(at), screen_name: `person_${at}` });
const key = "the-key-of-an-old-application";
const consumerSecret = "the-secret-of-an-old-application";
const application = {
  ...{
    type: "application",
    owner_id: "1",
    owner: "person_1",
    name: "Weather Bot",
    access: "write",
  },
  ...{ callbacks: ["https://weather.example/callback"] },
  ...{ consumer_key: key, consumer_secret: consumerSecret },
};
const token = (at: number) => ({
  ...{ type: "access_token", consumer_key: key, user_id: String(at), screen_name: `person_${at}` },
  ...{ access: "write", token: `${at}-old-token`, secret: `the-secret-of-an-old-token-${at}` },
});
/** Of another device of the same user. */
const anotherToken = (at: number) => ({ ...token(at), token: `${at}-another-token` });
const bearer = { type: "bearer_token", consumer_key: key, token: "AAAAAAAAAAAAAAAAAAAAAAAA+/==" };

function fileOf(directory: string, records: readonly object[]): string {
  const file = join(directory, "import.jsonl");
  writeFileSync(file, records.map((one) => `${JSON.stringify(one)}\n`).join(""), { mode: 0o600 });
  return file;
}

async function imports(args: readonly string[], settings: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = await runHere(["import", ...args, "--json"], { settings });
  assert.equal(stderr, "");
  return { status, ...(JSON.parse(stdout) as ImportedObject) };
}

test("exit 0 — a dry run changes nothing, an import adds all, and the same file again adds nothing", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: join(directory.path, "data") };
  const records = [visitor(1), visitor(2), application, token(1), token(2), bearer];
  const file = fileOf(directory.path, records);
  const fresh = { new: 1, there: 0 };
  const [two, none] = [
    { new: 2, there: 0 },
    { conflicts: 0, rejected: 0 },
  ];
  const all = {
    ...Object.fromEntries(importedKinds.map((kind) => [kind, { new: 0, there: 0 }])),
    ...{ user: two, application: fresh, access_token: two, bearer_token: fresh },
  };
  await runHere(["migrate"], { settings });
  const dry = await imports([file, "--dry-run"], settings);
  const expected = { status: 0, lines: 6, ...none, ...all, problems: [] };
  assert.deepEqual(dry, { dry_run: true, ...expected });
  assert.equal((await runHere(["user", "list"], { settings })).stdout, "no users found\n");
  assert.deepEqual(await imports([file], settings), { dry_run: false, ...expected });
  const again = await imports([file], settings);
  assert.deepEqual(
    [again.status, again.user, again.application, again.access_token, again.bearer_token],
    [0, ...[2, 1, 2, 1].map((there) => ({ new: 0, there }))],
  );
  const lines = await run(["import", "-"], { settings, input: readFileSync(file, "utf8") });
  assert.equal(lines.status, 0, lines.stderr);
  assert.match(lines.stdout, /^access tokens +0 new +2 there$/m);
  assert.equal(eventsNamed(settings.DATA_DIR, "database.imported"), 1);
});

test("beside a server: unmodified clients continue with their tokens, a device each, and the bearer token works", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  await using serving = await serveHere({ settings });
  const file = fileOf(directory.path, [
    visitor(7),
    { ...application, owner_id: "7", owner: "person_7" },
    token(7),
    anotherToken(7),
    bearer,
  ]);
  assert.equal((await imports([file], settings)).status, 0);
  const { baseUrl } = serving;
  const addresses = ["request_token", "access_token"].map((one) => `${baseUrl}/oauth/${one}`);
  const [first = "", second = ""] = addresses;
  const client = new OAuth(first, second, key, consumerSecret, "1.0A", "", "HMAC-SHA1");
  const url = `${baseUrl}/1.1/account/verify_credentials.json`;
  const { token: name } = token(7);
  const whoHas = (one: ReturnType<typeof token>) =>
    new Promise<string>((resolve) =>
      client.get(url, one.token, one.secret, (failure, body) =>
        resolve(failure ? String(failure.statusCode) : JSON.parse(String(body)).screen_name),
      ),
    );
  assert.deepEqual(await Promise.all([token(7), anotherToken(7)].map(whoHas)), [
    ...["person_7", "person_7"],
  ]);
  const status = await fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, {
    headers: { authorization: `Bearer ${bearer.token}` },
  });
  assert.equal(status.status, 200);
  // Importing the same file again does not bring back what was revoked here.
  const revoked = await runHere(["token", "revoke", "--yes", "--token", name], { settings });
  assert.equal(revoked.status, 0, revoked.stderr);
  assert.equal(await whoHas(token(7)), "401");
  assert.equal(await whoHas(anotherToken(7)), "person_7", "the other device");
  const again = await imports([file], settings);
  assert.deepEqual([again.status, again.rejected, again.access_token.new], [1, 1, 0]);
  assert.match(again.problems[0]?.why ?? "", /revoked here/);
});

test("exit 1 — each line that was skipped is named with its reason; the others are", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  const file = fileOf(directory.path, [
    visitor(1),
    { ...visitor(2), moderator: true },
    application,
    token(1),
    token(2),
    { ...visitor(3), screen_name: "PERSON_1" },
    token(3),
    anotherToken(1),
  ]);
  const before = readFileSync(file, "utf8");
  writeFileSync(file, `${before}no json, and a secret\n`);
  await runHere(["migrate"], { settings });
  for (const more of [["--dry-run"], []]) {
    const found = await imports([file, ...more], settings);
    assert.equal(found.status, 1);
    const added = [found.user.new, found.application.new, found.access_token.new];
    assert.deepEqual(added, [1, 1, 2]);
    const lines = found.problems.map(({ line }) => line).sort((a, b) => a - b);
    assert.deepEqual(lines, [2, 5, 6, 7, 9]);
    assert.doesNotMatch(JSON.stringify(found.problems), /and a secret|the-secret-of/);
  }
  const text = await runHere(["import", file], { settings });
  assert.equal(text.status, 1);
  assert.match(
    text.stderr,
    /^countersign: line 2: rejected: it has an unknown member "moderator"; its members are type, id, /m,
  );
  assert.match(text.stderr, /^countersign: line 6: conflict: another account is called PERSON_1/m);
  assert.match(text.stdout, /^9 lines, 1 conflict, 4 rejected\.$/m);
});

test("names in a file of another hand neither control the terminal nor turn its lines around", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  await runHere(["migrate"], { settings });
  const named = { ...application, owner_id: "1", owner: "person_1", name: "Weather\u202e" };
  const file = fileOf(directory.path, [
    visitor(1),
    named,
    { ...visitor(2), "\u009b2J\u202e": true },
  ]);
  const imported = await runHere(["import", file], { settings });
  assert.match(imported.stderr, /^countersign: line 3: .* unknown member "\ufffd2J\ufffd"; /m);
  const { stdout } = await runHere(["app", "list"], { settings });
  assert.match(stdout, / {2}Weather\ufffd {2}@person_1\n$/);
  const missing = await runHere(["app", "show", "--consumer-key", "\u001b[2J"], { settings });
  assert.match(missing.stderr, /consumer key \ufffd\[2J;/);
});

test("administrators become ordinary users, unless the command line says otherwise", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  await runHere(["migrate"], { settings });
  const file = fileOf(directory.path, [{ ...visitor(1), admin: true }]);
  const isAdmin = async () => {
    const { stdout } = await runHere(["user", "list", "--json"], { settings });
    return JSON.parse(stdout).data[0].admin;
  };
  assert.equal((await imports([file], settings)).status, 0);
  assert.equal(await isAdmin(), false);
  const found = await imports([file, "--with-admins"], settings);
  assert.deepEqual([found.status, found.conflicts], [1, 1], "nothing that is there changes");
  assert.equal(await isAdmin(), false);
  const other = { DATA_DIR: join(directory.path, "other") };
  await runHere(["migrate"], { settings: other });
  assert.equal((await imports([file, "--with-admins"], other)).status, 0);
  const { stdout } = await runHere(["user", "list", "--json"], { settings: other });
  assert.equal(JSON.parse(stdout).data[0].admin, true);
});

test("exit 2 — wrong use: no file, a directory, an export that does not say what it knows, a file that exists", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  for (const args of [
    ["import"],
    ["import", join(directory.path, "none")],
    ["import", directory.path],
    ["export", join(directory.path, "out")],
    ["export", fileOf(directory.path, []), "--with-secrets"],
  ]) {
    assert.equal((await runHere(args, { settings })).status, 2, args.join(" "));
  }
  assert.ok(!readdirSync(directory.path).includes("out"));
});

test("export, import into a fresh database, export again: the same bytes, readable by their owner alone", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: join(directory.path, "one") };
  await runHere(["migrate"], { settings });
  await makeAlice({ settings });
  const keys = await makeApp({ settings }, ["--callback", "bot://", "--sign-in"]);
  await makeToken({ settings }, keys);
  const regenerate = ["app", "regenerate-secret", "--yes", "--consumer-key", keys.consumer_key];
  assert.equal((await runHere([...regenerate, "--overlap", "7d"], { settings })).status, 0);
  const extra = [
    { ...visitor(5), password: "$2b$10$abcdefghijklmnopqrstuu5s0zPvMGGkXlHM6rXKV5gYe7RvYC7cW" },
    { ...application, owner_id: "5", owner: "person_5" },
    ...[token(5), anotherToken(5), bearer],
  ];
  assert.equal((await imports([fileOf(directory.path, extra)], settings)).status, 0);
  const [first, second] = ["first", "second"].map((name) => join(directory.path, name));
  const exported = await runHere(["export", first ?? "", "--with-secrets"], { settings });
  assert.equal(exported.status, 0, exported.stderr);
  assert.match(exported.stdout, /2 accounts, 2 applications, 3 access tokens, 1 bearer token\n/);
  assert.equal(statSync(first ?? "").mode & 0o777, 0o600);
  const other = { DATA_DIR: join(directory.path, "two") };
  await runHere(["migrate"], { settings: other });
  const found = await imports([first ?? "", "--with-admins"], other);
  assert.deepEqual([found.status, found.lines], [0, 8]);
  const again = ["export", second ?? "", "--with-secrets"];
  assert.equal((await runHere(again, { settings: other })).status, 0);
  const digest = (file = "") => createHash("sha256").update(readFileSync(file)).digest("hex");
  assert.equal(digest(second), digest(first));
  assert.equal(eventsNamed(settings.DATA_DIR, "database.exported"), 1);
  // No secret is stored in plain text.
  const bytes = readFileSync(join(other.DATA_DIR, "countersign.db"), "latin1");
  assert.doesNotMatch(bytes, /the-secret-of|AAAAAAAAAAAA/);
});

test("a full disk: no export, rather than one without its last lines", async () => {
  using directory = scratchDirectory();
  const { path } = directory;
  const settings = { DATA_DIR: join(path, "data") };
  await runHere(["migrate"], { settings });
  const users = Array.from({ length: 600 }, (_, at) => ({
    ...visitor(at + 1),
    name: "n".repeat(20),
  }));
  assert.equal((await imports([fileOf(path, users)], settings)).status, 0);
  const [whole, cut] = [join(path, "whole"), join(path, "cut")];
  assert.equal((await runHere(["export", whole, "--with-secrets"], { settings })).status, 0);
  // Only a part of the last write fits. The shell counts in blocks of 512 bytes.
  const blocks = Math.floor((statSync(whole).size - 1) / 512);
  const { status, stderr } = await run(
    ["-c", `ulimit -f ${blocks}; exec "$0" export "$1" --with-secrets`, executable, cut],
    { command: "sh", settings },
  );
  assert.deepEqual([status, readdirSync(path).includes("cut")], [1, false]);
  assert.match(stderr, /cannot be written: EFBIG/);
});

test("exit 0 — an export to a disk that gives no file two names, as those that are carried away", async () => {
  using directory = scratchDirectory();
  const { path } = directory;
  const settings = { DATA_DIR: join(path, "data") };
  await runHere(["migrate"], { settings });
  assert.equal((await imports([fileOf(path, [visitor(1)])], settings)).status, 0);
  const script = join(path, "no-links.mjs");
  writeFileSync(
    script,
    `import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    fs.linkSync = () => { throw Object.assign(new Error("link"), { code: "EPERM" }); };
    syncBuiltinESMExports();`,
  );
  const environment = { NODE_OPTIONS: `--import=${script}` };
  const args = ["export", join(path, "out"), "--with-secrets"];
  const { status, stderr } = await run(args, { settings, environment });
  assert.equal(status, 0, stderr);
  assert.ok(readdirSync(path).includes("out"));
});

test("a file that others can read is told of", async () => {
  using directory = scratchDirectory();
  const file = fileOf(directory.path, [visitor(1)]);
  chmodSync(file, 0o644);
  const settings = { DATA_DIR: join(directory.path, "d") };
  await runHere(["migrate"], { settings });
  const { status, stderr } = await runHere(["import", file], { settings });
  assert.equal(status, 0);
  assert.match(stderr, /secrets in plain text\. .* can read it \(mode 644\); run chmod g-w,o= /);
});

test("kill -9 during an import: what was committed stays, and the same import adds the rest", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: join(directory.path, "data") };
  const users = Array.from({ length: 1500 }, (_, at) => visitor(at + 1));
  const tokens = users.map((_, at) => token(at + 1));
  const records = [
    ...users.slice(0, 400),
    application,
    ...tokens.slice(0, 400),
    ...users.slice(400),
    ...tokens.slice(400),
  ];
  await runHere(["migrate"], { settings });
  const lines = records.map((one) => `${JSON.stringify(one)}\n`);
  const { child, ended } = start(["import", "-"], { settings });
  // The import waits for more lines; it has committed one transaction and read half of the next.
  child.stdin.write(lines.slice(0, 1400).join(""));
  using database = new DatabaseSync(join(settings.DATA_DIR, "countersign.db"), { readOnly: true });
  const count = (table: string) =>
    Number(database.prepare(`select count(*) as n from "${table}"`).get()?.["n"]);
  while (count("access_token") === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGKILL");
  await ended;
  const before = { users: count("user"), tokens: count("access_token") };
  assert.deepEqual(before, { users: 599, tokens: 400 });
  const found = await imports([fileOf(directory.path, records)], settings);
  assert.equal(found.status, 0);
  assert.deepEqual(found.user, { new: 901, there: 599 });
  assert.deepEqual(found.application, { new: 0, there: 1 });
  assert.deepEqual(found.access_token, { new: 1100, there: 400 });
  assert.deepEqual([count("user"), count("access_token")], [1500, 1500]);
  const counted = database.prepare("select sum(change) as n from grant_count").get();
  assert.equal(Number(counted?.["n"]), 1500, "grants are counted once");
});

test("docs/guide/migrate.md: its commands run as they are written, with its example", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: join(directory.path, "data") };
  const example = guideBlock("migrate", "example.jsonl");
  writeFileSync(join(directory.path, "example.jsonl"), example, { mode: 0o600 });
  assert.equal((await runHere(["migrate"], { settings })).status, 0);
  for (const [name, says] of [
    ["dry-run", /^4 lines, 0 conflicts, 0 rejected\. This was a dry run/m],
    ["import", /^access tokens +1 new +0 there$/m],
    ["export", /1 account, 1 application, 1 access token, 1 bearer token\n/],
  ] as const) {
    const [, ...args] = guideBlock("migrate", name).trim().split(" ");
    const { status, stdout, stderr } = await run(args, { settings, cwd: directory.path });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, says);
  }
  const written = readFileSync(join(directory.path, "everything.jsonl"), "utf8");
  const secrets = (text: string) =>
    text.match(/"(?:password|consumer_secret|secret|token)":"[^"]*"/g);
  assert.deepEqual(secrets(written), secrets(example));
});

function eventsNamed(dataDir: string, name: string): number {
  using database = new DatabaseSync(join(dataDir, "countersign.db"), { readOnly: true });
  return database.prepare("select 1 from audit_event where name = ?").all(name).length;
}
