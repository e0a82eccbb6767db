/** A ledger on a failing disk: requests are rejected, the process lives, and nothing is claimed that is not known. */
import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { run } from "../cli/command.ts";
import { damage } from "../support/damage.ts";
import { failingDisk } from "../support/failing-disk.ts";
import {
  approvalOf,
  exchange,
  requestTokenFor,
  revoke,
  verifyCredentials,
} from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { type ServeProcess, startServe } from "../support/process.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";

keepLedgersOnDisk();

test("503 (code 130) — a damaged page: the requests that need it are rejected, the others are served", async () => {
  await using place = await seeded();
  const { dataDir, application, access } = place;
  const file = join(dataDir, "countersign.db");
  const whole = damage(file, "access_token");
  await using server = await startServe({ DATA_DIR: dataDir });
  for (let times = 0; times < 3; times += 1) {
    const rejected = await verifyCredentials(server.baseUrl, application, access);
    assert.deepEqual(await errorOf(rejected), [503, 130, "Over capacity"]);
    await requestTokenFor(server.baseUrl, application);
  }
  await stillRuns(server);
  writeFileSync(file, whole);
  assert.equal((await verifyCredentials(server.baseUrl, application, access)).status, 200);
});

test("200 — a start does not wait for the disk of the backups, and says what it finds on the others", async (t) => {
  const disk = failingDisk();
  if (disk === undefined) return t.skip("needs a C compiler");
  using _disk = disk;
  await using place = await seeded();
  const { dataDir, application, access } = place;
  const backups = join(dataDir, "backups");
  mkdirSync(backups, { mode: 0o700 });
  chmodSync(dataDir, 0o755);
  const variables = { ...disk.variables, HANGING_DISK: backups };
  const settings = { DATA_DIR: dataDir, BACKUP_DIR: backups, LOG_LEVEL: "warn" };
  await using server = await startServe(settings, { variables });
  assert.equal((await verifyCredentials(server.baseUrl, application, access)).status, 200);
  assert.match(server.output(), /Other accounts of this machine can read the data directory/);
});

test("503 (code 130) — a file cut short under the service: it answers, and serves again when the file is back", async () => {
  await using place = await seeded();
  const { dataDir, application, access } = place;
  const file = join(dataDir, "countersign.db");
  await using server = await startServe({ DATA_DIR: dataDir });
  assert.equal((await verifyCredentials(server.baseUrl, application, access)).status, 200);
  const whole = readFileSync(file);
  truncateSync(file, 4096);
  // Pages that were already read are in memory, but these were not.
  const rejected = await signedFetch("POST", `${server.baseUrl}/oauth/request_token`, application, {
    oauth: { oauth_callback: "https://weather.example/callback" },
  });
  assert.deepEqual(await errorOf(rejected), [503, 130, "Over capacity"]);
  await stillRuns(server);
  writeFileSync(file, whole);
  const served = await verifyCredentials(server.baseUrl, place.other, place.otherAccess);
  assert.equal(served.status, 200);
});

test("503 (code 130) — reads that the disk rejects: the process lives, and the next healthy request is served", async (t) => {
  using disk = diskFor(t);
  if (disk === undefined) return;
  await using place = await seeded();
  const { dataDir, application, access } = place;
  const internalPort = await freePort();
  const settings = { DATA_DIR: dataDir, INTERNAL_PORT: String(internalPort) };
  await using server = await startServe(settings, { variables: disk.variables });
  disk.fail("read countersign.db", "read countersign.db-wal");
  const responses = await Promise.all(
    [1, 2, 3, 4].map(() => verifyCredentials(server.baseUrl, application, access)),
  );
  for (const one of responses) assert.deepEqual(await errorOf(one), [503, 130, "Over capacity"]);
  await stillRuns(server);
  assert.match((await health(internalPort)).body, /the database's lookup: /);
  disk.fail();
  assert.equal((await verifyCredentials(server.baseUrl, application, access)).status, 200);
  await requestTokenFor(server.baseUrl, application);
});

// interface §12.2
test("503 (code 130) — one sync fails: nothing was changed, and a kill does not make it true", async (t) => {
  using disk = diskFor(t);
  if (disk === undefined) return;
  await using place = await seeded();
  const { dataDir, application, alice } = place;
  await using server = await startServe({ DATA_DIR: dataDir }, { variables: disk.variables });
  const request = await requestTokenFor(server.baseUrl, application);
  const verifier = await approvalOf(server.baseUrl, request.token, alice);
  disk.fail("sync-once countersign.db-wal");
  const rejected = await exchange(server.baseUrl, application, request, verifier);
  assert.deepEqual(await errorOf(rejected), [503, 130, "Over capacity"]);
  await server.kill();
  assert.equal(grantsIn(dataDir), place.grants);
  await using again = await startServe({ DATA_DIR: dataDir });
  assert.equal((await exchange(again.baseUrl, application, request, verifier)).status, 200);
});

// interface §12.5
test("503 (code 130) — every sync fails: the outcome is called unknown, nothing more is written, and health says so", async (t) => {
  using disk = diskFor(t);
  if (disk === undefined) return;
  await using place = await seeded();
  const { dataDir, application, access, alice } = place;
  const internalPort = await freePort();
  const settings = { DATA_DIR: dataDir, INTERNAL_PORT: String(internalPort) };
  await using server = await startServe(settings, { variables: disk.variables });
  const request = await requestTokenFor(server.baseUrl, application);
  const verifier = await approvalOf(server.baseUrl, request.token, alice);
  disk.fail("sync countersign.db-wal");
  const unknown = await exchange(server.baseUrl, application, request, verifier);
  assert.equal(unknown.headers.get("retry-after"), "5");
  assert.deepEqual(await errorOf(unknown), [503, 130, "The outcome is unknown"]);
  const rejected = await exchange(server.baseUrl, application, request, verifier);
  assert.deepEqual(await errorOf(rejected), [503, 130, "Over capacity"], "not even tried");
  assert.equal((await verifyCredentials(server.baseUrl, application, access)).status, 200);
  const { status, body } = await health(internalPort);
  assert.equal(status, 503);
  assert.match(body, /cannot be written/);

  disk.fail();
  // The process lives. It first overwrites what failed, so that it cannot take effect later.
  assert.equal((await exchange(server.baseUrl, application, request, verifier)).status, 200);
  assert.equal((await health(internalPort)).status, 200);
  await server.kill();
  assert.equal(grantsIn(dataDir), place.grants + 1);
});

test("503 (code 130) — T12: a revocation whose outcome is unknown is sent again and answered", async (t) => {
  using disk = diskFor(t);
  if (disk === undefined) return;
  await using place = await seeded();
  const { dataDir, application, access } = place;
  await using server = await startServe({ DATA_DIR: dataDir }, { variables: disk.variables });
  await requestTokenFor(server.baseUrl, application);
  disk.fail("sync countersign.db-wal");
  const unknown = await revoke(server.baseUrl, application, access);
  assert.deepEqual(await errorOf(unknown), [503, 130, "The outcome is unknown"]);
  await server.kill();
  await using again = await startServe({ DATA_DIR: dataDir });
  const repeated = await revoke(again.baseUrl, application, access);
  const [status, code] = await errorOf(repeated);
  assert.ok(status === 200 || (status === 401 && code === 89), `${status} (code ${code})`);
  const used = await verifyCredentials(again.baseUrl, application, access);
  assert.deepEqual((await errorOf(used)).slice(0, 2), [401, 89]);
});

test("exit 1 — a command whose write the disk does not confirm says whether that is certain", async (t) => {
  using disk = diskFor(t);
  if (disk === undefined) return;
  await using place = await seeded();
  const options = { settings: { DATA_DIR: place.dataDir }, environment: disk.variables };
  const suspend = ["user", "suspend", "--screen-name", "alice", "--because", "spam"];
  disk.fail("sync-once countersign.db-wal");
  const rejected = await run(suspend, options);
  assert.equal(rejected.status, 1);
  assert.match(rejected.stderr, /^countersign: the database's commit: disk I\/O error/);
  disk.fail("sync countersign.db-wal");
  for (const args of [suspend, ["keys", "rotate"]]) {
    const unknown = await run(args, options);
    assert.equal(unknown.status, 1);
    assert.match(
      unknown.stderr,
      /^countersign: the outcome is unknown: .* before you run the command again\. .*: the database's commit: disk I\/O error/,
    );
  }
});

test("200 — checkpoints fail: writes continue, and health says so", async (t) => {
  using disk = diskFor(t);
  if (disk === undefined) return;
  await using place = await seeded();
  const internalPort = await freePort();
  const settings = { DATA_DIR: place.dataDir, INTERNAL_PORT: String(internalPort) };
  await using server = await startServe(settings, { variables: disk.variables });
  assert.doesNotMatch((await health(internalPort)).body, /problems/);
  disk.fail("write countersign.db", "sync countersign.db");
  await requestTokenFor(server.baseUrl, place.application);
  const deadline = Date.now() + 20_000;
  let seen = await health(internalPort);
  while (!seen.body.includes("write-ahead log") && Date.now() < deadline) {
    // The thread checks its log 15 s after the last check; nothing else is necessary.
    await wait(100);
    seen = await health(internalPort);
  }
  assert.match(seen.body, /the write-ahead log can't be checkpointed: disk I\/O error/);
  assert.equal(seen.status, 200);
});

/** Two applications with an access token each, in a directory whose service has stopped cleanly. */
async function seeded() {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-disk-"));
  await using service = await startTestService({ DATA_DIR: dataDir });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const other = await makeApplication(ledger, alice, { name: "Tide Bot" });
  return {
    dataDir,
    alice,
    application,
    access: await makeAccessToken(ledger, application, alice, "write"),
    other,
    otherAccess: await makeAccessToken(ledger, other, alice),
    grants: 2,
    async [Symbol.asyncDispose]() {
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function diskFor(t: TestContext) {
  const disk = failingDisk();
  if (disk === undefined) t.skip("needs a C compiler");
  return disk;
}

/** The number of grants in the ledger, as seen after the process was killed. */
function grantsIn(dataDir: string): number {
  using database = new DatabaseSync(join(dataDir, "countersign.db"));
  const row = database.prepare("select count(*) as grants from access_token").get();
  return Number(row?.["grants"]);
}

async function errorOf(
  response: Response,
): Promise<[status: number, code: number, message: string]> {
  const body = await response.text();
  if (response.status === 200) return [200, 0, ""];
  const { errors } = JSON.parse(body) as { errors: { code: number; message: string }[] };
  return [response.status, errors[0]?.code ?? 0, errors[0]?.message ?? ""];
}

async function health(port: number): Promise<{ status: number; body: string }> {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`);
  return { status: response.status, body: await response.text() };
}

async function stillRuns(server: ServeProcess): Promise<void> {
  assert.equal((await fetch(`${server.baseUrl}/nowhere`)).status, 404);
  assert.equal(server.process.exitCode, null, server.output());
}
