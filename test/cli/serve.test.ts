import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { promisify } from "node:util";
import { schemaMigrations } from "../../src/storage/sql/schema.ts";
import { freePort } from "../support/free-port.ts";
import { checkoutCommand } from "../support/process.ts";
import { skippedOnPostgres, withSharedEngine } from "../support/test-engine.ts";
import { until } from "../support/until.ts";
import {
  executable,
  makeAlice,
  makeApp,
  rejectedServe,
  repository,
  run,
  scratchDirectory,
  serve,
} from "./command.ts";
import { rejectedServeHere, runHere, serveHere } from "./run-here.ts";

test("ready with the base URL on stdout, logs as JSON lines on stderr, 0 after SIGTERM", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path, LOG_LEVEL: "debug" };
  await makeAlice({ settings });
  await runHere(["admin", "grant", "--screen-name", "alice"], { settings });
  const served = await serve(["serve"], { settings });
  assert.match(served.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await fetch(`${served.baseUrl}/openapi.json`)).status, 200);
  assert.equal((await fetch(`${served.baseUrl}/oauth/authorize`)).status, 400);
  await served.says("oauth/authorize");
  served.child.kill("SIGTERM");
  assert.equal(await served.ended, 0);
  const { level, msg, baseUrl } = JSON.parse(served.output.stdout);
  assert.deepEqual([level, msg, baseUrl], [30, "ready", served.baseUrl]);
  for (const line of served.output.stderr.trim().split("\n")) JSON.parse(line);
});

test("what is written into a directory that others may enter is its account's alone", {
  skip: skippedOnPostgres("the database is no file"),
}, async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: join(directory.path, "open") };
  mkdirSync(settings.DATA_DIR);
  chmodSync(settings.DATA_DIR, 0o755);
  await makeAlice({ settings });
  await using _served = await serve(["serve"], { settings });
  const written = readdirSync(settings.DATA_DIR);
  assert.ok(written.includes("countersign.db"));
  for (const name of written) {
    assert.equal(statSync(join(settings.DATA_DIR, name)).mode & 0o077, 0, name);
  }
});

test("0 — a signal that comes before the service is ready", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  const served = await serve(["serve"], { settings });
  served.child.kill("SIGINT");
  assert.equal(await served.ended, 0);
});

function isRejected(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const attempt = connect(port, "127.0.0.1");
    attempt.once("error", () => resolve(true));
    attempt.once("connect", () => {
      attempt.destroy();
      resolve(false);
    });
  });
}

test("SIGTERM lets a request in flight finish", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  await makeAlice({ settings });
  const { consumer_key, consumer_secret } = await makeApp({ settings });
  const served = await serve(["serve"], { settings });
  const { port } = new URL(served.baseUrl);
  const body = "grant_type=client_credentials";
  const credentials = Buffer.from(`${consumer_key}:${consumer_secret}`).toString("base64");
  const socket = connect(Number(port), "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(
    [
      "POST /oauth2/token HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      `Authorization: Basic ${credentials}`,
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${body.length}`,
      // The interim answer shows that the server has begun the request.
      "Expect: 100-continue",
      "",
      body.slice(0, 5),
    ].join("\r\n"),
  );
  await until(() => answer.startsWith("HTTP/1.1 100"));
  served.child.kill("SIGTERM");
  // Once the process has received the signal, it accepts no new connections.
  await until(() => isRejected(Number(port)));
  socket.write(body.slice(5));
  await closed;
  assert.match(answer, /HTTP\/1\.1 200 [\s\S]*"token_type":"bearer"/);
  // Without this header, a client that keeps its connections would keep the process from stopping.
  assert.match(answer, /^connection: close\r$/im);
  assert.equal(await served.ended, 0);
});

test("SIGTERM under load: proxies that keep connections lose no request, before and after the last connection", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path, DRAIN_SECONDS: "2", LOG_LEVEL: "warn" };
  const served = await serve(["serve"], { settings });
  const told = { answered: 0, lost: [] as string[] };
  // Each keeps a connection as long as it may, as a proxy does. A refused connection is no loss: a proxy then takes
  // another node.
  const proxies = Array.from({ length: 12 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const outcome = await postedTo(`${served.baseUrl}/oauth2/token`, agent);
      if (outcome === "ECONNREFUSED") break;
      if (outcome === "answered") told.answered += 1;
      else told.lost.push(outcome);
    }
    agent.destroy();
  });
  served.child.kill("SIGTERM");
  await Promise.all(proxies);
  assert.equal(await served.ended, 0);
  assert.deepEqual(told.lost, [], `of ${told.answered}`);
});

/** Resolves to "answered", or to the code of the error. */
function postedTo(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(url, { method: "POST", agent }, (response) => {
      response.on("error", () => resolve("cut"));
      response.on("end", () => resolve("answered"));
      response.resume();
    });
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}

test("SIGINT skips the drain", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path, DRAIN_SECONDS: "300" };
  const served = await serve(["serve"], { settings });
  served.child.kill("SIGINT");
  assert.equal(await served.ended, 0);
});

test("exit 2 — a port that is taken", async () => {
  using directory = scratchDirectory();
  await using first = await serveHere({ settings: { DATA_DIR: join(directory.path, "a") } });
  const { port } = new URL(first.baseUrl);
  const settings = { DATA_DIR: join(directory.path, "b"), PORT: port, INTERNAL_PORT: "off" };
  const { status, stderr } = await rejectedServeHere({ settings });
  assert.equal(status, 2);
  assert.match(
    stderr,
    new RegExp(`COUNTERSIGN_HOST and COUNTERSIGN_PORT: 127\\.0\\.0\\.1:${port} is in use`),
  );
  assert.doesNotMatch(stderr, /EADDRINUSE/);
});

test("exit 1 — a second server on one data directory names who holds it; afterwards it may start", {
  skip: skippedOnPostgres("servers of one database may share a data directory"),
}, async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path, PORT: "0", INTERNAL_PORT: "off" };
  {
    await using first = await serve(["serve"], { settings });
    const { status, stderr } = await rejectedServe({ settings });
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`process ${first.child.pid}, started `));
  }
  await using again = await serve(["serve"], { settings });
  assert.ok(again.baseUrl);
});

// T02: with two nonce stores, a nonce would be accepted twice.
test("exit 1 — a second server on one database, from another data directory and through a link", async () => {
  using directory = scratchDirectory();
  const ledger = join(directory.path, "ledger.db");
  const link = join(directory.path, "link.db");
  symlinkSync("ledger.db", link);
  const settings = (data: string, path: string) => ({
    DATA_DIR: join(directory.path, data),
    DATABASE_URL: `sqlite:${path}`,
    KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
  });
  const first = await serve(["serve"], { settings: settings("a", link) });
  try {
    for (const path of [ledger, link]) {
      const { status, stderr } = await rejectedServeHere({ settings: settings("b", path) });
      assert.equal(status, 1);
      assert.match(
        stderr,
        new RegExp(
          `COUNTERSIGN_DATABASE_URL: .*another server uses the database ${ledger}: process ${first.child.pid}, .*/a;`,
        ),
      );
    }
    // A stopped process still holds the lock; a dead one does not.
    first.child.kill("SIGSTOP");
    assert.equal((await rejectedServeHere({ settings: settings("b", ledger) })).status, 1);
  } finally {
    first.child.kill("SIGKILL");
    await first.ended;
  }
  await using again = await serve(["serve"], { settings: settings("b", ledger) });
  assert.ok(again.baseUrl);
});

/** The directory is a file, on a full disk, or mounted read-only; the last two need a separate mount. */
const unusable = [
  { mount: "", reason: "(not a directory|already exists)" },
  { mount: "mount -t tmpfs -o size=16k none $0", reason: "no space left on device" },
  { mount: "mount -t tmpfs -o size=96k none $0", reason: "(no space left on|or disk is full)" },
  { mount: "mount -t tmpfs -o ro none $0", reason: "read-only file system" },
];
const mayMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

for (const { mount, reason } of unusable) {
  const skip =
    (mount !== "" && !mayMount) ||
    (mount.includes("size") && skippedOnPostgres("a key ring fits where a database does not"));
  test(`exit 1 — a place that cannot be written, by path and variable: ${reason}`, {
    skip,
  }, async () => {
    using directory = scratchDirectory();
    const place = join(directory.path, "place");
    if (mount === "") writeFileSync(place, "");
    else mkdirSync(place);
    for (const variable of ["DATA_DIR", "DATABASE_URL"]) {
      const all = {
        DATA_DIR: variable === "DATA_DIR" ? place : directory.path,
        ...(variable === "DATABASE_URL" && { DATABASE_URL: `sqlite:${place}/ledger.db` }),
      };
      const { status, stderr } = await (mount === ""
        ? rejectedServeHere({ settings: all })
        : rejectedServe({
            settings: all,
            command: "unshare",
            args: ["-rm", "sh", "-c", `${mount}; exec "$1" serve`, place, executable],
          }));
      assert.equal(status, 1);
      assert.match(stderr, new RegExp(`^countersign: COUNTERSIGN_${variable}: .*${reason}`, "m"));
      assert.ok(stderr.includes(place), stderr);
    }
  });
}

test("health is on the internal address alone", async () => {
  using directory = scratchDirectory();
  const port = await freePort();
  const settings = { DATA_DIR: directory.path, INTERNAL_PORT: String(port) };
  await using served = await serveHere({ settings });
  const health = await fetch(`http://127.0.0.1:${port}/healthz`);
  assert.equal(health.status, 200);
  assert.deepEqual(await health.json(), { status: "ok" });
  assert.equal((await fetch(`${served.baseUrl}/healthz`)).status, 404);
});

test("exit 1 — a database of a later version is rejected, by serve and by migrate", {
  skip: skippedOnPostgres("src/storage/postgres/migration.test.ts has its own"),
}, async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  assert.equal(
    (await runHere(["migrate"], { settings })).stdout,
    `created the database ${join(directory.path, "countersign.db")}\napplied ${schemaMigrations.join(", ")}\n`,
  );
  assert.equal((await runHere(["migrate"], { settings })).stdout, "nothing to do\n");
  const database = new DatabaseSync(join(directory.path, "countersign.db"));
  database.exec("insert into migration values ('9999-later', '2030-01-01')");
  database.close();
  for (const command of ["serve", "migrate"]) {
    const { status, stderr } = await runHere([command], { settings });
    assert.equal(status, 1);
    assert.match(stderr, /later version of Countersign .*9999-later.*restore a backup/);
  }
});

test("exit 2 — a key file that others can read", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  await runHere(["migrate"], { settings });
  await makeAlice({ settings });
  chmodSync(join(directory.path, "keys"), 0o644);
  const { status, stderr } = await rejectedServeHere({ settings });
  assert.equal(status, 2);
  assert.match(stderr, /other accounts of this machine can read it .*; run chmod g-w,o= /);
});

test("the first steps of an empty directory work when they are followed", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: join(directory.path, "it's new"), LOG_FORMAT: "text" };
  await using served = await serve(["serve"], { settings });
  await served.says("bin/countersign demo");
  const shared = await withSharedEngine(settings);
  const onPostgres = shared["DATABASE_URL"] !== undefined;
  assert.equal(served.output.stderr.includes("with COUNTERSIGN_DATABASE_URL set"), onPostgres);
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("COUNTERSIGN_")),
  );
  for (const [name, value] of Object.entries(onPostgres ? shared : {})) {
    env[`COUNTERSIGN_${name}`] = value;
  }
  const steps = served.output.stderr.match(/^ {2}.*countersign .*$/gm) ?? [];
  assert.equal(steps.length, 2);
  for (const step of steps) {
    const { stdout } = await promisify(execFile)("sh", ["-c", step.trim()], {
      cwd: repository,
      env,
    });
    assert.match(stdout, /alice/);
  }
  const { stdout } = await runHere(["user", "list"], { settings });
  assert.match(stdout, /alice +active +admin$/m);
});

test("--port takes the place of COUNTERSIGN_PORT, for serve and demo", async () => {
  using directory = scratchDirectory();
  for (const command of ["serve", "demo"]) {
    const port = String(await freePort());
    const settings = { DATA_DIR: directory.path, PORT: "1" };
    await using served = await serve([command, "--port", port], { settings });
    assert.equal(new URL(served.baseUrl).port, port);
  }
});

test("a demo leaves the private port alone unless it is set, so a service can run beside it", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path, INTERNAL_PORT: "" };
  await using one = await serve(["demo"], { settings });
  await using other = await serve(["demo"], { settings });
  assert.notEqual(one.baseUrl, other.baseUrl);
});

test("--version prints the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  assert.equal((await run(["--version"])).stdout, `${version}\n`);
});

test("npm start is countersign serve", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  await using served = await serve(["start"], { settings, command: "npm" });
  assert.equal((await fetch(`${served.baseUrl}/openapi.json`)).status, 200);
});

test("it runs through a symbolic link, from any directory, where the machine's Node is old", async () => {
  using directory = scratchDirectory();
  const old = join(directory.path, "old");
  mkdirSync(old);
  writeFileSync(join(old, "node"), "#!/bin/sh\necho 20\n", { mode: 0o755 });
  const link = join(directory.path, "countersign");
  symlinkSync(checkoutCommand, link);
  const environment = { PATH: `${old}:/usr/local/bin:/usr/bin:/bin` };
  const options = { command: link, cwd: directory.path, environment };
  const { status, stdout } = await run(["--help"], options);
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: countersign/);

  const alone = join(directory.path, "alone");
  cpSync(checkoutCommand, join(alone, "bin/countersign"));
  const bare = { ...options, command: join(alone, "bin/countersign") };
  const rejected = await run(["--help"], bare);
  assert.equal(rejected.status, 1);
  assert.match(
    rejected.stderr,
    /needs Node 24 or later, and this machine has 20\. .*'npm ci' in a checkout/,
  );
});
