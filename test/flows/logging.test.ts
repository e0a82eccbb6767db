/** The log is for the administrator: if writing it fails, no response changes. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { UserId } from "../../src/domain/credentials.ts";
import { json, scratchDirectory, serve } from "../cli/command.ts";
import { requestErrorOf, verifyCredentials } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { startServe } from "../support/process.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeAdmin,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { signedIn, Visitor } from "../support/visitor.ts";

keepLedgersOnDisk();

test("404 — who opens what is not theirs is logged at info, with the operation and the address", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  const alice = { screenName: "alice", password: "a long one 4711" };
  const typed = ["--screen-name", alice.screenName, "--password", alice.password];
  await using serving = await serve(["serve"], { settings: { ...settings, LOG_LEVEL: "info" } });
  const { id } = await json<{ id: UserId }>(["user", "create", ...typed], { settings });
  const visitor = await signedIn(serving.baseUrl, { id, ...alice });
  for (const [path, endpoint] of [
    ["/admin/users", "admin/users"],
    ["/portal/applications/1000000000000009/keys", "portal/applications/:id/keys"],
  ] as const) {
    assert.equal((await visitor.get(path)).status, 404);
    await serving.says(
      `"endpoint":"${endpoint}","status":404,"address":"127.0.0.1","msg":"access denied"`,
    );
  }
});

test("an email that was not sent is logged with the mail server and the reason, and without the recipient", async () => {
  using directory = scratchDirectory();
  const port = await freePort();
  const settings = {
    DATA_DIR: directory.path,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "id@example.com",
  };
  await using serving = await serve(["serve"], { settings });
  const created = ["user", "create", "--screen-name", "alice", "--password", "a long one 4711"];
  await json([...created, "--email", "alice@users.example"], { settings });
  const visitor = new Visitor(serving.baseUrl);
  await visitor.submit(await visitor.get("/reset"), { who: "alice" });
  await serving.says(
    `"server":"127.0.0.1:${port}","problem":"unreachable","reason":"ESOCKET ECONNREFUSED CONN","msg":"an email was not sent: the mail server can't be reached"`,
  );
  assert.doesNotMatch(serving.output.stderr, /alice@/);
});

test("200 — a revocation is answered, and committed, while the log's disk is full", async () => {
  using directory = scratchDirectory();
  const { application, access } = await seed(directory.path);
  const internalPort = await freePort();
  const settings = {
    DATA_DIR: directory.path,
    INTERNAL_PORT: `${internalPort}`,
    LOG_LEVEL: "info",
  };
  // There is no administrator yet, so the start prints something after `ready`.
  await using server = await startServe(settings, { stderr: "/dev/full" });
  const revoked = await signedFetch(
    "POST",
    `${server.baseUrl}/1.1/oauth/invalidate_token`,
    { ...application, token: access.token, tokenSecret: access.secret },
    {},
  );
  assert.equal(revoked.status, 200, await revoked.text());
  const after = await verifyCredentials(server.baseUrl, application, access);
  assert.equal(await requestErrorOf(after), "401 (code 89)");

  const health = await fetch(`http://127.0.0.1:${internalPort}/healthz`);
  assert.equal(health.status, 200);
  const { status, problems } = (await health.json()) as { status: string; problems: string[] };
  assert.equal(status, "ok");
  assert.match(problems.join(), /^the log cannot be written \(ENOSPC\)/);
  assert.equal(await server.stop(), 0);
});

test("200 — a log that no one reads holds up no response, and no stop", async () => {
  using directory = scratchDirectory();
  const { application, access } = await seed(directory.path);
  using pipe = fullPipe(join(directory.path, "log"));
  const settings = { DATA_DIR: directory.path, LOG_LEVEL: "debug" };
  await using server = await startServe(settings, { stderr: pipe.path });
  for (let count = 0; count < 100; count += 1) {
    const response = await verifyCredentials(server.baseUrl, application, access);
    assert.equal(response.status, 200);
    await response.text();
  }
  assert.equal(await server.stop(), 0);
});

test("what waited in the log is written once someone reads it", async () => {
  using directory = scratchDirectory();
  const { application, access } = await seed(directory.path);
  using pipe = fullPipe(join(directory.path, "log"));
  const settings = { DATA_DIR: directory.path, LOG_LEVEL: "debug" };
  await using server = await startServe(settings, { stderr: pipe.path });
  await verifyCredentials(server.baseUrl, application, access);
  while (!pipe.read().includes('"endpoint":"account/verify_credentials"')) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
});

const inFile = { skip: skippedOnPostgres("it changes the database's file") };

test(
  "422 — a wrong password whose row cannot be written is answered, and the log says so without it",
  inFile,
  async () => {
    using directory = scratchDirectory();
    await seed(directory.path);
    const settings = { DATA_DIR: directory.path, LOG_LEVEL: "warn" };
    await using serving = await serve(["serve"], { settings });
    using database = new DatabaseSync(join(directory.path, "countersign.db"), { timeout: 2000 });
    database.exec(`create trigger unwritable before insert on audit_event
    when new.name = 'user.sign-in-failed' begin select raise(abort, 'no room for it'); end`);
    const visitor = new Visitor(serving.baseUrl);
    const wrong = { username: "alice", password: "a wrong password" };
    assert.equal((await visitor.submit(await visitor.get("/sign-in"), wrong)).status, 422);
    await serving.says("a background write failed");
    const { stderr } = serving.output;
    const line = stderr.split("\n").find((one) => one.includes("a background write failed"));
    const { level, write, reason } = JSON.parse(line ?? "{}");
    assert.deepEqual([level, write], [40, "user.sign-in-failed"]);
    assert.match(reason, /no room for it/);
    assert.ok(!stderr.includes(wrong.password));
  },
);

test(
  "200 — a download that cannot be finished is cut off, and the log says why",
  inFile,
  async () => {
    using directory = scratchDirectory();
    const admin = await (async () => {
      await using service = await startTestService({ DATA_DIR: directory.path });
      return await makeAdmin(service.dependencies.ledger, "olga");
    })();
    const settings = { DATA_DIR: directory.path, LOG_LEVEL: "warn" };
    await using serving = await serve(["serve"], { settings });
    const visitor = await signedIn(serving.baseUrl, admin);
    using database = new DatabaseSync(join(directory.path, "countersign.db"), { timeout: 2000 });
    database.exec(`with recursive one(at) as (select 1 union all select at + 1 from one where at < 600)
    insert into audit_event (at, name, actor, details)
    select at, 'service.started', 'service', iif(at < 50, 'damaged', null) from one`);
    await assert.rejects(visitor.get("/admin/audit.jsonl?actor=service"), /terminated/);
    await serving.says('"msg":"a response was cut off"');
    const line = serving.output.stderr.split("\n").find((one) => one.includes("was cut off"));
    assert.match(JSON.parse(line ?? "{}").reason, /the database's eventsBy: .*damaged/);
  },
);

/** A named pipe that is full, because its reader has not read for a long time. */
function fullPipe(path: string) {
  execFileSync("mkfifo", [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    for (;;) writeSync(fd, " ".repeat(1024));
  } catch {
    // The pipe is full.
  }
  let text = "";
  return {
    path,
    /** Everything read so far. */
    read() {
      const buffer = Buffer.alloc(65536);
      try {
        text += buffer.toString("utf8", 0, readSync(fd, buffer));
      } catch {
        // There is nothing to read yet.
      }
      return text;
    },
    [Symbol.dispose]: () => closeSync(fd),
  };
}

async function seed(dataDir: string) {
  await using service = await startTestService({ DATA_DIR: dataDir });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  return { application, access: await makeAccessToken(ledger, application, alice, "write") };
}
