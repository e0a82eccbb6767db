import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setImmediate as immediately } from "node:timers/promises";
import threads, { Worker } from "node:worker_threads";
import { damage } from "../../../test/support/damage.ts";
import { memoryOf } from "../../../test/support/memory-ledger.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import {
  type AccessToken,
  type ApplicationId,
  type ConsumerKey,
  mintAccessTokenCandidate,
  mintPin,
  mintUserId,
  mintVerifier,
  Secret,
  tokenDigest,
} from "../../domain/credentials.ts";
import { OutcomeUnknown, StoreFailure } from "../../domain/errors.ts";
import { emptyDraft } from "../../domain/fields/application.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { ResealPosition, ResealStep } from "../../domain/ports/maintenance.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { sqliteRows } from "../contract/ledger-rows.ts";
import { ledgerSuites } from "../contract/ledger-suites.ts";
import { assertEvenSampleOf } from "../contract/request-log-writers.ts";
import { copyAside, putBack } from "../contract/rows-aside.ts";
import { approve, issue, now, seededLedger, suiteRing } from "../contract/seeded-ledger.ts";
import { accessTokenIdentity } from "../sql/sealed.ts";
import { openDatabase } from "./database.ts";
import { groupCommitOn } from "./group-commit.ts";
import { openSqliteLedger } from "./ledger.ts";
import { withMigrated } from "./migration.ts";

const keys = new KeyRing(keySource(suiteRing));
const by = { at: 1, actor: "service" };
const happened: AuditEvent = { ...by, name: "admin.link-created" };

function migrated(path: string): Promise<readonly string[]> {
  return withMigrated(path, (_database, applied) => applied);
}

function scratch(): Disposable & { path: string } {
  const directory = mkdtempSync(join(tmpdir(), "countersign-ledger-"));
  return {
    path: join(directory, "ledger.db"),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

async function open(path: string, mayBlock = false) {
  const committed: AuditEvent[] = [];
  const problems: string[] = [];
  const ledger = await openSqliteLedger({
    path,
    keys,
    keysFrom: suiteRing,
    mayBlock,
    committed: (event) => committed.push(event),
    onProblem: (reason) => problems.push(reason),
  });
  return {
    ledger,
    committed,
    problems,
    [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
  };
}

for (const suite of ledgerSuites) {
  suite("SQLite in memory", async () => {
    const [world, memory] = await memoryOf(() => open(":memory:"));
    assert.ok(memory);
    return {
      ...world,
      rows: () => sqliteRows(memory),
      async remember() {
        memory.exec(`attach ':memory:' as aside; ${copyAside}`);
        return async () => memory.exec(putBack);
      },
      run: async (statements) => memory.exec(statements),
    };
  });
}

test("a PIN is kept under a key of the ring, and a long verifier by its digest alone", async () => {
  using place = scratch();
  await using opened = await open(place.path, true);
  const world = await seededLedger(opened);
  const [long, short] = [await issue(world), await issue(world)];
  const verifier = mintVerifier(randomBytes);
  await approve(world.ledger, long, world.alice, verifier);
  await approve(world.ledger, short, world.alice, mintPin(randomBytes), now, "pin");
  using database = new DatabaseSync(place.path, { readOnly: true });
  const statement = database.prepare(
    "select verifier_digest as kept from request_token where token = ?",
  );
  assert.equal(statement.get(long)?.["kept"], tokenDigest(verifier));
  assert.match(String(statement.get(short)?.["kept"]), /^test\./);
});

test("two processes that write verified requests at once keep an even sample", async () => {
  using place = scratch();
  await migrated(place.path);
  await using one = await open(place.path);
  await using two = await open(place.path);
  await assertEvenSampleOf([one.ledger, two.ledger]);
});

test("a file that is no database is a store that cannot answer", async () => {
  using place = scratch();
  const { writeFileSync } = await import("node:fs");
  writeFileSync(place.path, "this is no database, and long enough to be looked at".repeat(100));
  await assert.rejects(open(place.path), StoreFailure);
});

test("a database whose tables are gone does not answer a ping", async () => {
  using place = scratch();
  await migrated(place.path);
  await using opened = await open(place.path);
  const { ledger } = opened;
  await ledger.ping();
  using database = new DatabaseSync(place.path);
  database.exec("drop table migration");
  await assert.rejects(async () => ledger.ping(), /no such table: migration/);
});

test("a write is durable: WAL, and every commit is synced", async () => {
  using place = scratch();
  await migrated(place.path);
  using database = openDatabase(place.path);
  assert.equal(database.prepare("pragma journal_mode").get()?.["journal_mode"], "wal");
  assert.equal(database.prepare("pragma synchronous").get()?.["synchronous"], 2);
  assert.equal(database.prepare("pragma foreign_keys").get()?.["foreign_keys"], 1);
});

function createUser(screenName: string, id = mintUserId(randomBytes)) {
  const user = { id, screenName, name: "", email: "", passwordHash: "$" as const, now: 1 };
  return { name: "createUser", args: [user, by] } as const;
}

const names = (database: DatabaseSync) =>
  database
    .prepare('select screen_name from "user" order by screen_name')
    .all()
    .map((row) => row["screen_name"]);

test("group commit — a failing write rejects itself only", async () => {
  using place = scratch();
  await migrated(place.path);
  using database = openDatabase(place.path);
  const { commit } = groupCommitOn(database, keys);
  const taken = mintUserId(randomBytes);
  const outcomes = await commit([
    createUser("one", taken),
    createUser("two", taken),
    createUser("three"),
    createUser("five", taken),
    createUser("four"),
  ]);
  assert.deepEqual(
    outcomes.map((one) => one.ok),
    [true, false, true, false, true],
  );
  assert.deepEqual(names(database), ["four", "one", "three"]);
  const [failed] = outcomes.filter((one) => !one.ok);
  assert.ok(failed !== undefined && !failed.ok && !(failed.error instanceof StoreFailure));
  assert.deepEqual(await commit([]), []);
});

test("group commit — a COMMIT that fails rejects them all, and the next one works", async () => {
  using place = scratch();
  await migrated(place.path);
  // With a rollback journal, a reader in another process makes COMMIT fail after all writes succeeded.
  using database = new DatabaseSync(place.path, { timeout: 0 });
  database.exec("pragma journal_mode=delete");
  using reader = new DatabaseSync(place.path);
  const { commit } = groupCommitOn(database, keys);
  reader.exec("begin");
  reader.prepare('select count(*) from "user"').get();
  const outcomes = await commit([createUser("one"), createUser("two")]);
  assert.equal(outcomes.length, 2);
  for (const one of outcomes) assert.ok(!one.ok && one.error instanceof StoreFailure);
  reader.exec("rollback");
  assert.deepEqual(names(database), []);
  const again = await commit([createUser("one")]);
  assert.ok(again.every((one) => one.ok));
  assert.deepEqual(names(database), ["one"]);
});

test("group commit — a database that another holds rejects them all", async () => {
  using place = scratch();
  await migrated(place.path);
  using database = new DatabaseSync(place.path, { timeout: 0 });
  using other = new DatabaseSync(place.path);
  other.exec("begin immediate");
  const outcomes = await groupCommitOn(database, keys).commit([
    createUser("one"),
    createUser("two"),
  ]);
  for (const one of outcomes) assert.ok(!one.ok && one.error instanceof StoreFailure);
});

test("what another process committed is seen by the very next read", async () => {
  using place = scratch();
  await using one = await open(place.path);
  await using two = await open(place.path);
  const user = {
    id: mintUserId(randomBytes),
    screenName: "alice",
    name: "",
    email: "",
    passwordHash: "$" as const,
    now: 1,
  };
  await one.ledger.createUser(user, by);
  assert.equal((await two.ledger.userByScreenName("alice"))?.id, user.id);
  await two.ledger.suspendUser(user.id, "spam", by);
  assert.equal((await one.ledger.userByScreenName("alice"))?.suspendedBecause, "spam");
});

test("a writing thread that dies: what it had in hand is unknown, and the next write has another thread", async (t) => {
  using place = scratch();
  await using opened = await open(place.path);
  const { ledger, problems } = opened;
  const sent = t.mock.method(Worker.prototype, "postMessage");
  const [alice] = createUser("alice").args;
  // Locked, so that the thread is still writing when it dies.
  using other = new DatabaseSync(place.path);
  other.exec("begin immediate");
  const write = ledger.createUser(alice, by);
  await immediately();
  const worker = sent.mock.calls[0]?.this;
  assert.ok(worker instanceof Worker);
  await once(worker, "message");
  await Promise.all([assert.rejects(write, OutcomeUnknown), worker.terminate()]);
  assert.equal(problems.length, 1);
  const [{ reason, stopsWrites } = assert.fail()] = ledger.problems();
  assert.equal(stopsWrites, true);
  assert.match(reason, /^the database's writing thread ended: /);
  other.exec("rollback");
  assert.equal(await ledger.createUser(alice, by), "created");
  assert.deepEqual(ledger.problems(), []);
});

test("a writing thread that cannot open the ledger: writes are rejected, and nothing is in doubt", async () => {
  using place = scratch();
  await using one = await openSqliteLedger({
    path: place.path,
    keys,
    keysFrom: { given: "no ring" },
    committed() {},
  });
  for (let times = 0; times < 3; times += 1) {
    await assert.rejects(
      one.record(happened),
      (error) => error instanceof StoreFailure && !(error instanceof OutcomeUnknown),
    );
  }
});

test("a system that allows no more threads: writes are rejected as by a store that cannot, and are made once it does", async (t) => {
  using place = scratch();
  await using opened = await open(place.path);
  const { ledger, problems } = opened;
  const clock = t.mock.method(performance, "now");
  {
    using _ = withoutThreads();
    await assert.rejects(ledger.record(happened), StoreFailure);
  }
  await assert.rejects(ledger.record(happened), /could not open it/, "not even tried");
  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? "", /cannot be started: .*EAGAIN/);
  assert.ok(ledger.problems().some((one) => one.stopsWrites));
  clock.mock.mockImplementation(() => 1e9);
  await ledger.record(happened);
  assert.deepEqual(ledger.problems(), []);
});

test("a disk that does not respond: after half a minute the outcome is unknown, and later outcomes reach their own writes", async (t) => {
  using place = scratch();
  await using opened = await open(place.path);
  const { ledger } = opened;
  const [alice] = createUser("alice").args;
  await ledger.record(happened);
  using other = new DatabaseSync(place.path);
  other.exec("begin immediate");
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const write = ledger.createUser(alice, by);
  t.mock.timers.tick(30_000);
  await assert.rejects(write, OutcomeUnknown);
  assert.deepEqual(ledger.problems(), [
    { reason: "the database's disk doesn't respond", stopsWrites: true },
  ]);
  const next = ledger.setPassword(alice.id, "$2", by);
  const again = ledger.createUser(alice, by);
  t.mock.timers.reset();
  other.exec("rollback");
  assert.equal(await next, true);
  assert.equal(await again, "screen-name-taken", "the first one was made after all");
  assert.deepEqual(ledger.problems(), []);
});

test("one thread makes every write, until a minute without any; the next one has another thread", async (t) => {
  using place = scratch();
  await using world = await open(place.path);
  const sent = t.mock.method(Worker.prototype, "postMessage");
  const threads = () => [...new Set(sent.mock.calls.map((call) => call.this as Worker))];
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (let times = 0; times < 3; times += 1) await world.ledger.record(happened);
  assert.equal(threads().length, 1);
  t.mock.timers.tick(60_000);
  assert.deepEqual(sent.mock.calls.at(-1)?.arguments, ["close"]);
  const [first] = threads();
  if (first !== undefined && first.threadId !== -1) await once(first, "exit");
  await world.ledger.record(happened);
  assert.equal(threads().length, 2);
  assert.deepEqual(world.problems, []);
});

test("the log of an event may fail: the write is made, and answered as made", async () => {
  using place = scratch();
  const problems: string[] = [];
  await using ledger = await openSqliteLedger({
    path: place.path,
    keys,
    keysFrom: suiteRing,
    committed() {
      throw new Error("the log is full");
    },
    onProblem: (reason) => problems.push(reason),
  });
  const [alice] = createUser("alice").args;
  assert.equal(await ledger.createUser(alice, by), "created");
  assert.match(problems.join(), /the log is full/);
});

test("a database that is closed makes the writes first that it was asked for", async () => {
  for (const mayBlock of [false, true]) {
    using place = scratch();
    const { ledger } = await open(place.path, mayBlock);
    const [alice] = createUser("alice").args;
    const write = ledger.createUser(alice, by);
    await ledger[Symbol.asyncDispose]();
    assert.equal(await write, "created");
  }
});

test("a page that could not be read is read again: what the disk said once is not kept", async () => {
  using place = scratch();
  const [alice] = createUser("alice").args;
  {
    await using opened = await open(place.path, true);
    await opened.ledger.createUser(alice, by);
  }
  const whole = damage(place.path, "user");
  await using world = await open(place.path);
  await assert.rejects(async () => world.ledger.userByScreenName("alice"), {
    name: "StoreFailure",
    message: "the database's userByScreenName: database disk image is malformed",
  });
  writeFileSync(place.path, whole);
  assert.equal((await world.ledger.userByScreenName("alice"))?.id, alice.id);
});

for (const mayBlock of [false, true]) {
  test(`a closed database rejects writes as a store that cannot answer${mayBlock ? ", on the caller's thread" : ""}`, async () => {
    using place = scratch();
    const { ledger } = await open(place.path, mayBlock);
    await ledger[Symbol.asyncDispose]();
    await assert.rejects(async () => ledger.record(happened), StoreFailure);
  });
}

test("a closed database rejects reads as a store that cannot answer", async () => {
  using place = scratch();
  const { ledger, problems } = await open(place.path, true);
  await ledger[Symbol.asyncDispose]();
  await assert.rejects(async () => ledger.userByScreenName("alice"), StoreFailure);
  await assert.rejects(async () => ledger.consumerCredentials("k", 1), StoreFailure);
  assert.ok(problems.length > 0);
});

test("on the caller's thread a write starts no thread, and a failed one is rejected as by a thread", async (t) => {
  using place = scratch();
  await using world = await open(place.path, true);
  const { ledger } = world;
  const sent = t.mock.method(Worker.prototype, "postMessage");
  const [alice] = createUser("alice").args;
  assert.equal(await ledger.createUser(alice, by), "created");
  assert.equal(sent.mock.callCount(), 0);
  assert.deepEqual(world.committed, [{ ...by, name: "user.created", userId: alice.id }]);
  await assert.rejects(
    async () => ledger.createUser({ ...alice, screenName: "bob" }, by),
    (error) => error instanceof Error && !(error instanceof StoreFailure),
    "the id is taken: a fault of the caller, not of the store",
  );
});

test("reseal: a walk that finds nothing to do takes no lock that a server's write would wait for, and goes to the end", async () => {
  using place = scratch();
  await using opened = await open(place.path);
  const { ledger } = opened;
  await ledger.record(happened);
  using other = openDatabase(place.path);
  other.exec("pragma foreign_keys=off");
  const add = other.prepare(
    "insert into access_token values (?, ?, 1, ?, 'read', 0, 1, null, null, null, null)",
  );
  const sealedBy = (keyId: string, token: string) =>
    keys.sealingWith(keyId).seal(new Secret("s"), accessTokenIdentity(token));
  const done = sealedBy("test", "");
  other.exec("begin immediate");
  // More rows than one step reads; they are never opened.
  for (let at = 1; at <= 10_200; at += 1) add.run(`1-${at}`, done, at);
  other.exec("commit");
  const walk = async () => {
    let sum = 0;
    for (let position: ResealPosition | undefined = { column: 0 }; position !== undefined; ) {
      const step: ResealStep = await ledger.reseal(position);
      sum += step.resealed;
      position = step.next;
    }
    return sum;
  };
  other.exec("begin immediate");
  assert.equal(await walk(), 0);
  add.run("2-1", sealedBy("next", "2-1"), 0);
  other.exec("commit");
  assert.equal(await walk(), 1);
});

test("read your own write: also in the callback of the event loop in which the writer's outcome arrives", async () => {
  using place = scratch();
  await using opened = await open(place.path);
  const { ledger } = opened;
  const { id } = await createApplication(ledger);
  using other = new DatabaseSync(place.path);
  const reason = other.prepare("select suspended_because as because from application");
  for (let round = 0; round < 5; round += 1) {
    await ledger.restoreApplication(id, by);
    // Locked, so that the write has begun and is not made.
    other.exec("begin immediate");
    const write = ledger.suspendApplication(id, "abuse", by);
    await immediately();
    assert.equal((await ledger.consumerCredentials("key", 1))?.suspended, false);
    other.exec("rollback");
    while (reason.get()?.["because"] === null);
    await write;
    assert.equal((await ledger.consumerCredentials("key", 1))?.suspended, true);
  }
});

test("read your own write: also on the caller's thread, where it is committed within the transaction of a lookup", async () => {
  using place = scratch();
  await using opened = await open(place.path, true);
  const { ledger } = opened;
  const { id } = await createApplication(ledger);
  assert.equal((await ledger.consumerCredentials("key", 1))?.suspended, false);
  await ledger.suspendApplication(id, "abuse", by);
  assert.equal((await ledger.consumerCredentials("key", 1))?.suspended, true);
});

test("a row that could not be decrypted is read again, even if nothing was committed since", async () => {
  using place = scratch();
  const { token, whole } = await damagedToken(place.path);
  await using opened = await open(place.path);
  const { ledger } = opened;
  const lookUp = async (one: string) =>
    ledger.accessTokenCredentials("key" as ConsumerKey, one as AccessToken, 1);
  // After so many lookups, rows are kept in memory.
  for (let lookups = 0; lookups < 600; lookups += 1) await lookUp("unknown");
  await assert.rejects(lookUp(token), StoreFailure);
  writeFileSync(place.path, whole);
  assert.ok(await lookUp(token));
});

test("the transaction of a lookup that failed shows nothing to the next one", async () => {
  using place = scratch();
  const { token } = await damagedToken(place.path);
  await using opened = await open(place.path);
  const { ledger } = opened;
  const failed = async () => ledger.accessTokenCredentials("key" as ConsumerKey, token, 1);
  await assert.rejects(failed, StoreFailure);
  using other = new DatabaseSync(place.path);
  other.exec("update application set suspended_because = 'abuse'");
  assert.equal((await ledger.consumerCredentials("key", 1))?.suspended, true);
});

/** A database with an application, whose access token has a secret that can't be decrypted. */
async function damagedToken(path: string): Promise<{ token: AccessToken; whole: Buffer }> {
  const candidate = mintAccessTokenCandidate(randomBytes);
  {
    await using opened = await open(path, true);
    const { ledger } = opened;
    const { id: applicationId, ownerId: userId } = await createApplication(ledger);
    const grant = { applicationId, userId, candidate, now: 1 };
    await ledger.grantAccess({ ...grant, access: "read", emailGranted: false }, by);
  }
  const whole = readFileSync(path);
  using database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare("select token, secret from access_token").get() ?? {};
  const damaged = Buffer.from(whole);
  const last = damaged.indexOf(row["secret"] as Uint8Array) + 20;
  damaged.writeUInt8(255 - damaged.readUInt8(last), last);
  writeFileSync(path, damaged);
  return { token: row["token"] as AccessToken, whole };
}

async function createApplication(ledger: Ledger) {
  const [owner] = createUser("alice").args;
  await ledger.createUser(owner, by);
  const application = {
    id: "5" as ApplicationId,
    ownerId: owner.id,
    ...emptyDraft,
    name: "x",
    consumerKey: "key" as ConsumerKey,
    consumerSecret: new Secret("s"),
    now: 1,
  } as const;
  await ledger.createApplication(application, by);
  return application;
}

/** As at a limit on processes, where Node throws at once. */
function withoutThreads(): Disposable {
  const { Worker: original } = threads;
  Object.assign(threads, {
    Worker: class {
      constructor() {
        throw new Error("ERR_WORKER_INIT_FAILED: EAGAIN");
      }
    },
  });
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      Object.assign(threads, { Worker: original });
      syncBuiltinESMExports();
    },
  };
}
