/** Backups that the service makes on its own: docs/guide/backups.md. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os, { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readConfig } from "../../src/config/config.ts";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { readRevocations } from "../../src/program/cli/revocations-file.ts";
import { scheduleBackups } from "../../src/program/service/scheduled-backups.ts";
import { hashPassword } from "../../src/tools/passwords/passwords.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";

keepLedgersOnDisk();

const hour = 3_600_000;

test("scheduled backups: one when it is due, the newest are kept, and the list of revocations next to them", async () => {
  await using world = await scheduled();
  const { backups, clock, files, directory } = world;
  await backups.look();
  assert.deepEqual(files(), [
    "countersign-20260701T000000Z.db",
    "countersign-20260701T000000Z.db.sha256",
    "revocations.jsonl",
  ]);
  clock.now += 5 * hour;
  await backups.look();
  assert.equal(files().length, 3, "not due yet");
  // The rest of a backup that was interrupted.
  writeFileSync(join(directory, "countersign-20260101T000000Z.db.part"), "");
  clock.now += hour;
  await backups.look();
  clock.now += 6 * hour;
  await backups.look();
  assert.deepEqual(files(), [
    "countersign-20260701T060000Z.db",
    "countersign-20260701T060000Z.db.sha256",
    "countersign-20260701T120000Z.db",
    "countersign-20260701T120000Z.db.sha256",
    "revocations.jsonl",
  ]);
  const made = await world.ledger.eventsBy(
    { name: "backup.created" },
    { after: undefined, size: 9 },
  );
  assert.deepEqual(
    made.map(({ actor }) => actor),
    ["service", "service", "service"],
  );
  assert.equal(backups.problem(), undefined);
});

test("scheduled backups: where a sandbox forbids a lower priority, they are made all the same", async () => {
  await using world = await scheduled();
  const { backups, files } = world;
  using _ = withoutPriorities();
  await backups.look();
  assert.equal(backups.problem(), undefined);
  assert.ok(files().includes("countersign-20260701T000000Z.db"));
});

test("scheduled backups: what is revoked is in the list at the next look, and at the stop", async () => {
  await using world = await scheduled();
  const { backups, ledger, directory } = world;
  const list = () =>
    readFileSync(join(directory, "revocations.jsonl"), "utf8").split("\n").slice(0, -1);
  await backups.look();
  assert.deepEqual(list(), []);
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  for (const when of ["look", "stop"]) {
    const { token } = await makeAccessToken(ledger, application, alice);
    await ledger.revokeAccessToken(token, byCommandLine(Date.now()));
    if (when === "look") await backups.look();
    else await backups[Symbol.asyncDispose]();
    assert.ok(list().at(-1)?.includes(token), when);
  }
  assert.equal(list().length, 2);
});

test("scheduled backups: a list that the database does not know is put aside, and said until it is removed", async () => {
  await using world = await scheduled();
  const { backups, directory, failures, ledger } = world;
  const list = join(directory, "revocations.jsonl");
  mkdirSync(directory);
  // An ending in the ledger that was here before the disk came back empty.
  const row = { mark: "a1", at: 1, kind: "access-token", subject: "7-a" };
  const lost = `${JSON.stringify(row)}\n{"mark":"a`;
  writeFileSync(list, lost);
  await backups.look();
  await backups.look();
  const aside = join(directory, "revocations-20260701T000000Z.jsonl");
  assert.equal(readFileSync(aside, "utf8"), lost);
  assert.equal(readFileSync(list, "utf8"), "");
  assert.match(
    backups.problem() ?? "",
    /revocations-20260701T000000Z\.jsonl .* restore --revocations/,
  );
  assert.equal(failures.length, 1, "said once");

  const passwordHash = await hashPassword("nobody has it");
  const again = { now: 1, seed: "00".repeat(32), passwordHash };
  await ledger.revokeAgain({ ...again, rows: readRevocations(aside, () => {}) });
  rmSync(aside);
  writeFileSync(list, lost);
  await backups[Symbol.asyncDispose]();
  const next = scheduleBackups(world.settings, {
    ...{ ledger, clock: () => world.clock.now, beginsAtOnce: false },
    failed: (reason) => assert.fail(reason),
  });
  await next?.look();
  assert.match(readFileSync(list, "utf8"), /^\{"mark":"a1".*\}\n$/);
  assert.equal(next?.problem(), undefined);
  await next?.[Symbol.asyncDispose]();
});

test("scheduled backups: a disk that does not answer is said, and nothing else waits for it", async () => {
  await using world = await scheduled();
  const { backups, directory, failures } = world;
  const list = join(directory, "revocations.jsonl");
  mkdirSync(directory);
  // A pipe can be opened for reading only once someone has opened it for writing.
  const made = spawnSync("mkfifo", [list]);
  assert.equal(made.status, 0);
  using otherEnd = spawn("bash", ["-c", 'read -t 20 _; : > "$0"', list]);
  const looks = backups.look();
  // No one writes to it before the line below, or for 20 seconds.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
  void backups.look();
  assert.match(backups.problem() ?? "", /hasn't responded since the last check/);
  assert.equal(failures.length, 1);
  otherEnd.stdin?.end("now\n");
  await looks;
  await backups.look();
  assert.equal(backups.problem(), undefined);
  assert.equal(readFileSync(list, "utf8"), "");
});

test("scheduled backups: while one is made, the list of revocations is copied all the same", async () => {
  await using world = await scheduled();
  const { backups, directory, ledger } = world;
  mkdirSync(directory);
  const file = join(directory, "countersign-20260701T000000Z.db");
  // Its process waits until someone reads the file that names the holder of the lock.
  const holder = `${file}.part.holder`;
  assert.equal(spawnSync("mkfifo", [holder]).status, 0);
  const first = backups.look();
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const { token } = await makeAccessToken(ledger, application, alice);
  await ledger.revokeAccessToken(token, byCommandLine(Date.now()));
  void backups.look();
  const list = () =>
    readFileSync(join(directory, "revocations.jsonl"), { encoding: "utf8", flag: "a+" });
  const until = performance.now() + 10_000;
  while (!list().includes(token) && performance.now() < until) {
    await new Promise((done) => setImmediate(done));
    void backups.look();
  }
  assert.ok(list().includes(token));
  assert.ok(!existsSync(file), "it is not made yet");
  using _reader = spawn("cat", [holder]);
  await first;
  assert.ok(existsSync(file));
});

test("scheduled backups: one that fails is said, is tried again, and nothing is left of it", async () => {
  await using world = await scheduled();
  const { backups, clock, directory, failures } = world;
  writeFileSync(directory, "not a directory");
  await backups.look();
  assert.match(backups.problem() ?? "", /scheduled backup .* failed/);
  assert.ok(failures.length > 0);
  rmSync(directory);
  mkdirSync(directory);
  clock.now += hour;
  await backups.look();
  assert.equal(backups.problem(), undefined);
  assert.equal(world.files().length, 3);
});

test("scheduled backups: one that is dated in the future is said, and keeps no other one from being made or kept", async () => {
  await using world = await scheduled();
  const { backups, clock, directory, failures, files } = world;
  await backups.look();
  const ahead = "countersign-20990101T000000Z.db";
  writeFileSync(join(directory, ahead), "");
  for (let made = 2; made <= 4; made += 1) {
    clock.now += 6 * hour;
    await backups.look();
    await backups.look();
  }
  assert.deepEqual(
    files().filter((name) => name.endsWith(".db")),
    ["countersign-20260701T120000Z.db", "countersign-20260701T180000Z.db", ahead],
  );
  assert.match(backups.problem() ?? "", /20990101T000000Z\.db is dated in the future/);
  assert.equal(failures.length, 1, "said once");
  rmSync(join(directory, ahead));
  clock.now += hour;
  await backups.look();
  assert.equal(backups.problem(), undefined);
});

test("BACKUP_DIR is rejected where there is no file to copy", () => {
  for (const url of ["sqlite::memory:", "postgres://user@localhost/name"]) {
    assert.throws(
      () =>
        readConfig({ COUNTERSIGN_DATABASE_URL: url, COUNTERSIGN_BACKUP_DIR: "/backup" }, () => {}),
      /COUNTERSIGN_BACKUP_DIR/,
    );
  }
});

async function scheduled() {
  await using resources = new AsyncDisposableStack();
  const path = mkdtempSync(join(tmpdir(), "countersign-scheduled-"));
  resources.defer(() => rmSync(path, { recursive: true, force: true }));
  const directory = join(path, "backups");
  const service = resources.use(await startTestService({ DATABASE_URL: "" }));
  const { ledger, config } = service.dependencies;
  const clock = { now: Date.parse("2026-07-01T00:00:00Z") };
  const failures: string[] = [];
  const settings = { ...config, backupDir: directory, backupEvery: 6, backupKeep: 2 };
  const backups = scheduleBackups(settings, {
    ledger,
    clock: () => clock.now,
    failed: (reason) => failures.push(reason),
    beginsAtOnce: false,
  });
  assert.ok(backups);
  resources.use(backups);
  const owned = resources.move();
  return {
    backups,
    ledger,
    settings,
    clock,
    failures,
    directory,
    files: () => (existsSync(directory) ? readdirSync(directory).sort() : []),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** As under `SystemCallFilter=~@resources` in `ops/countersign.service`. */
function withoutPriorities(): Disposable {
  const { setPriority } = os;
  os.setPriority = () => {
    throw Object.assign(new Error("setPriority EPERM"), { code: "EPERM" });
  };
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      os.setPriority = setPriority;
      syncBuiltinESMExports();
    },
  };
}
