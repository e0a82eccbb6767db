/** The single executable that bin/build-executable.ts makes contains everything that Node and the program need. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import sharp from "sharp";
import {
  makeAlice,
  makeApp,
  password,
  repository,
  run,
  scratchDirectory,
  serve,
} from "../cli/command.ts";
import {
  bearerFor,
  requestErrorOf,
  revoke,
  verifyCredentials,
  wholeFlow,
} from "../support/flow.ts";
import { ownPostgres } from "../support/postgres-server.ts";
import { decoded, signedIn } from "../support/visitor.ts";

const built = scratchDirectory();
after(() => built[Symbol.dispose]());
const command = join(built.path, "countersign");
const cache = join(built.path, "cache");
const alice = { id: "0" as never, screenName: "alice", password };

before(
  () => {
    const args = ["--disable-warning=ExperimentalWarning", "bin/build-executable.ts", command];
    execFileSync(process.execPath, args, { cwd: repository, stdio: "pipe", timeout: 800_000 });
  },
  { timeout: 800_000 },
);

/** `input` makes the command run the executable, and not the program of this checkout. */
function optionsIn(directory: string, more: Readonly<Record<string, string>> = {}) {
  const settings = { DATA_DIR: join(directory, "data"), RATE_LIMITS: "off", ...more };
  return { command, cwd: directory, settings, input: "", environment: { XDG_CACHE_HOME: cache } };
}

test("the three-legged flow, a bearer token and an icon; what is revoked stays so after kill -9", async () => {
  using directory = scratchDirectory();
  const options = optionsIn(directory.path);
  await makeAlice(options);
  const made = await makeApp(options, ["--callback", "https://weather.example/callback"]);
  const application = {
    id: made.id as never,
    consumerKey: made.consumer_key,
    consumerSecret: made.consumer_secret,
  };
  const served = await serve(["serve"], options);
  const { baseUrl } = served;
  const access = await wholeFlow(baseUrl, application, alice, "https://weather.example/callback");
  assert.equal((await verifyCredentials(baseUrl, application, access)).status, 200);
  assert.match(await bearerFor(baseUrl, application), /^[A-Za-z0-9]{100,}$/);

  // A library with native code decodes it.
  const visitor = await signedIn(baseUrl, alice);
  const form = new FormData();
  const size = { width: 64, height: 64, channels: 3 } as const;
  const icon = await sharp({ create: { ...size, background: "#336699" } })
    .png()
    .toBuffer();
  form.set("csrf", await visitor.csrf());
  form.set("change", "set");
  form.set("icon", new Blob([new Uint8Array(icon)]), "icon.png");
  const cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
  const path = `/portal/applications/${application.id}`;
  const init = { method: "POST", body: form, headers: { cookie }, redirect: "manual" } as const;
  assert.equal((await fetch(`${baseUrl}${path}/icon`, init)).status, 303);
  const page = decoded((await visitor.get(`${path}/usage`)).html);
  const files = page.matchAll(/ (?:src|href)="(\/(?:icons|assets)\/[^"]+|\/[^"]+\.(?:css|js))"/g);
  const addresses = new Set([...files].map(([, address = ""]) => address));
  assert.ok(addresses.size >= 3, `icon, stylesheet and script: ${[...addresses]}`);
  for (const address of addresses) {
    assert.equal((await fetch(baseUrl + address)).status, 200, address);
  }

  assert.equal((await revoke(baseUrl, application, access)).status, 200);
  served.child.kill("SIGKILL");
  await served.ended;
  await using again = await serve(["serve"], options);
  const rejected = await verifyCredentials(again.baseUrl, application, access);
  assert.equal(await requestErrorOf(rejected), "401 (code 89)");
  again.child.kill("SIGTERM");
  assert.equal(await again.ended, 0);
});

test("the process that makes scheduled backups, and the key ring beside one by age", async () => {
  using directory = scratchDirectory();
  const scheduled = join(directory.path, "scheduled");
  mkdirSync(scheduled);
  const options = optionsIn(directory.path, { BACKUP_DIR: scheduled, LOG_LEVEL: "info" });
  await makeAlice(options);
  await using served = await serve(["serve"], options);
  await served.says('"event":"backup.created"');
  assert.deepEqual(
    readdirSync(scheduled).filter((name) => name.endsWith(".db")).length,
    1,
    served.output.stderr,
  );
  const args = ["backup", "by-hand.db", "--with-keys", "--passphrase-file", "-"];
  const byHand = await run(args, { ...options, input: "a long enough passphrase\n" });
  assert.equal(byHand.status, 0, byHand.stderr);
  assert.ok(statSync(join(directory.path, "by-hand.db.keys.age")).size > 0);
});

test("several processes on PostgreSQL", async () => {
  using directory = scratchDirectory();
  await using postgres = await ownPostgres();
  const options = optionsIn(directory.path, {
    DATABASE_URL: postgres.url,
    DATABASE_TIMEOUT: "20000",
    KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    PROCESSES: "2",
  });
  await using served = await serve(["serve"], options);
  const task = `/proc/${served.child.pid}/task/${served.child.pid}/children`;
  assert.equal(readFileSync(task, "utf8").trim().split(" ").length, 2);
  assert.equal((await fetch(`${served.baseUrl}/sign-in`)).status, 200);
  served.child.kill("SIGTERM");
  assert.equal(await served.ended, 0);
});

test("0 — two that start at once unpack one program, and a file that a cleaner removed comes back", async () => {
  using directory = scratchDirectory();
  const options = { command, environment: { XDG_CACHE_HOME: directory.path } };
  const both = await Promise.all([run(["--version"], options), run(["--version"], options)]);
  assert.deepEqual(both.map(({ status, stdout, stderr }) => [status, stdout, stderr])[0], [
    0,
    "0.1.0\n",
    "",
  ]);
  assert.deepEqual(both[1], both[0]);
  const place = join(directory.path, "countersign");
  const [program = "", ...others] = readdirSync(place).filter((name) => name !== "compiled");
  assert.deepEqual(others, []);
  rmSync(join(place, program, "dist/program/kysely.js"));
  // The files of a process that was killed while unpacking, and of one that is unpacking now.
  for (const name of [".unpacking-before", ".unpacking-now"]) mkdirSync(join(place, name));
  utimesSync(join(place, ".unpacking-before"), 0, 0);
  assert.deepEqual(await run(["--version"], options), both[0]);
  const left = readdirSync(place).filter((name) => name.startsWith(".unpacking"));
  assert.deepEqual(left, [".unpacking-now"]);
});

test("1 — a directory that others could write to, or cannot be made, is rejected with what to do", async () => {
  using directory = scratchDirectory();
  const options = { command, environment: { XDG_CACHE_HOME: directory.path } };
  mkdirSync(join(directory.path, "countersign"));
  chmodSync(join(directory.path, "countersign"), 0o777);
  const open = await run(["--version"], options);
  assert.deepEqual([open.status, open.stdout], [1, ""]);
  assert.match(open.stderr, /^countersign: others can write to .*; set XDG_CACHE_HOME to .*\n$/);
  assert.deepEqual(readdirSync(join(directory.path, "countersign")), []);
  // Someone who can rename a parent folder can replace the folder.
  mkdirSync(join(directory.path, "above"));
  chmodSync(join(directory.path, "above"), 0o777);
  const inner = join(directory.path, "above/inner");
  mkdirSync(inner, { mode: 0o700 });
  symlinkSync(inner, join(directory.path, "link"));
  for (const name of ["above/inner", "link"]) {
    const environment = { XDG_CACHE_HOME: join(directory.path, name) };
    const below = await run(["--version"], { ...options, environment });
    assert.equal(below.status, 1, name);
    assert.match(below.stderr, /^countersign: others can write to \S+\/above, and/, name);
  }
  const nowhere = { ...options, environment: { XDG_CACHE_HOME: "/dev/null" } };
  const { status, stderr } = await run(["--version"], nowhere);
  assert.equal(status, 1);
  assert.match(stderr, /^countersign: the program cannot be unpacked into .*; set XDG_CACHE_HOME/);
});

test("2 — wrong use is answered as by the command", async () => {
  using directory = scratchDirectory();
  const { status, stderr } = await run(["nonsense"], optionsIn(directory.path));
  assert.equal(status, 2);
  assert.match(stderr, /unknown command 'nonsense'/);
});
