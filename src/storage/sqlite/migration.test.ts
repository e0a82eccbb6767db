/** Upgrades of a ledger that an earlier version wrote. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { promisify } from "node:util";
import { forgetMigrations } from "../../../test/support/older-ledger.ts";
import { openFilesIn } from "../../../test/support/open-files.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { createApplication, grant, seededLedger, suiteRing } from "../contract/seeded-ledger.ts";
import { schemaMigrations } from "../sql/schema.ts";
import { openSqliteLedger } from "./ledger.ts";
import { isCurrentLedger, withMigrated } from "./migration.ts";

const keys = new KeyRing(keySource(suiteRing));
const firstPage = { after: undefined, size: 50 };

function migrated(path: string): Promise<readonly string[]> {
  return withMigrated(path, (_database, applied) => applied);
}

function scratch(): Disposable & { path: string } {
  const directory = mkdtempSync(join(tmpdir(), "countersign-migration-"));
  return {
    path: join(directory, "ledger.db"),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function open(path: string) {
  return openSqliteLedger({ path, keys, keysFrom: suiteRing, mayBlock: true, committed() {} });
}

/** A ledger with an application for each of these lists of callbacks, and one more application. */
async function ledgerWith(path: string, lists: readonly (readonly string[])[]): Promise<void> {
  await using ledger = await open(path);
  const { alice } = await seededLedger({
    ledger,
    committed: [],
  });
  for (const callbacks of lists) await createApplication(ledger, alice, { callbacks });
}

/** A ledger in which one access token was granted. Returns its application. */
async function ledgerWithGrant(path: string): Promise<ApplicationId> {
  await using ledger = await open(path);
  const world = await seededLedger({ ledger, committed: [] });
  await grant(world, world.alice);
  return world.application;
}

/** Adds so many copies of the application that has this callback alone. */
function copyApplications(database: DatabaseSync, callback: string, count: number): void {
  const others = database
    .prepare(
      `select name from pragma_table_info('application') where name not in ('id', 'consumer_key')`,
    )
    .all()
    .map(({ name }) => name)
    .join();
  database
    .prepare(
      `with recursive number (value) as (select 1 union all select value + 1 from number where value < ?)
        insert into application (id, consumer_key, ${others})
          select ${Number.MAX_SAFE_INTEGER} - value, 'copy ' || value, ${others} from application, number
            where callbacks = ?`,
    )
    .run(count, JSON.stringify([callback]));
}

test("migrating twice changes nothing, and two that start at once migrate once", async () => {
  using place = scratch();
  const module = import.meta.resolve("./migration.ts");
  const script = `import { isCurrentLedger, withMigrated } from "${module}"; await withMigrated(process.argv[1], (_, applied) => console.log(JSON.stringify(applied)));`;
  const both = await Promise.all(
    [1, 2].map(() =>
      promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script, place.path]),
    ),
  );
  const ran = both.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
  assert.deepEqual(ran, schemaMigrations);
  assert.deepEqual(await migrated(place.path), []);
});

test("a migration that fails leaves nothing of those before it", async () => {
  using place = scratch();
  using database = new DatabaseSync(place.path);
  // A later migration creates a table with this name.
  database.exec("create table application_icon (something text)");
  await assert.rejects(migrated(place.path), /application_icon/);
  const left = database.prepare("select name from sqlite_schema where type = 'table'").all();
  assert.deepEqual(
    left.map((row) => row["name"]),
    ["application_icon"],
  );
  database.exec("drop table application_icon");
  assert.deepEqual(await migrated(place.path), schemaMigrations);
});

test("a look whether a ledger is of this version leaves nothing open", async () => {
  using place = scratch();
  await migrated(place.path);
  assert.equal(isCurrentLedger(place.path), true);
  {
    using database = new DatabaseSync(place.path);
    forgetMigrations(database, "0024");
  }
  assert.equal(isCurrentLedger(place.path), false);
  assert.deepEqual(openFilesIn(place.path), []);
});

test("schemes that were registered before somebody had to confirm them are confirmed", async () => {
  using place = scratch();
  await ledgerWith(place.path, [
    [
      "myapp://",
      "MYAPP://x",
      "ftp://",
      "xhttp://",
      "httpsx://",
      "com.Example-2.app:/cb",
      "com.example.://",
      "x.example://",
      "web+b.example://",
      "com.web+b://",
    ],
    ["https://a.example/", "http://localhost/"],
    [],
  ]);
  {
    using database = new DatabaseSync(place.path);
    forgetMigrations(database, "0002");
  }
  await using ledger = await open(place.path);
  const all = await ledger.applications(firstPage);
  const bySchemes = all.map(({ callbacks, confirmedSchemes }) => [
    callbacks.slice(0, 2).join(),
    confirmedSchemes,
  ]);
  assert.deepEqual(bySchemes.sort(), [
    ["", []],
    ["https://a.example/,http://localhost/", []],
    ["https://a.example/cb,myapp://", ["myapp"]],
    ["myapp://,MYAPP://x", ["myapp", "ftp", "xhttp", "httpsx", "com.example."]],
  ]);
  const search = { text: "", suspendedOnly: false, waitingOnly: true };
  assert.deepEqual(await ledger.searchApplications(search, firstPage), [], "none waits");
  const without = all.find(({ callbacks }) => callbacks.length === 0) ?? assert.fail();
  const event = { name: "application.scheme-confirmed", at: 1, actor: "service" } as const;
  const confirmed = [1, 2].map(() =>
    ledger.confirmScheme({ applicationId: without.id, scheme: "later" }, event),
  );
  assert.deepEqual(await Promise.all(confirmed), [true, false]);
});

test("the counts of grants of before are kept", async () => {
  using place = scratch();
  const application = await ledgerWithGrant(place.path);
  const counts = async () => {
    await using ledger = await open(place.path);
    return await ledger.grantCounts(application, Number.MAX_SAFE_INTEGER);
  };
  assert.deepEqual((await counts()).before, { read: 1, write: 0 });
  {
    using database = new DatabaseSync(place.path);
    forgetMigrations(database, "0006");
  }
  assert.deepEqual((await counts()).before, { read: 1, write: 0 });
});

test("an application that waited for an administrator before there was a list of these is on it", async () => {
  using place = scratch();
  await ledgerWith(place.path, [
    ["yours://"],
    ["https://b.example/", "xhttp://"],
    ["https://c.example/", "com.example.app://"],
    ["httpsx://"],
    ["com.example.://"],
    ["web+b.example://"],
    ["x.example://"],
    [],
  ]);
  {
    await using ledger = await open(place.path);
    for (const { id, callbacks } of await ledger.applications(firstPage)) {
      if (callbacks[0] !== "yours://") continue;
      const confirmed = { applicationId: id, scheme: "yours" };
      const event = { name: "application.scheme-confirmed", at: 1, actor: "service" } as const;
      await ledger.confirmScheme(confirmed, event);
    }
    using database = new DatabaseSync(place.path);
    forgetMigrations(database, "0005");
  }
  await using ledger = await open(place.path);
  const search = { text: "", suspendedOnly: false, waitingOnly: true };
  const waiting = await ledger.searchApplications(search, firstPage);
  assert.deepEqual(waiting.map((one) => one.callbacks.at(-1)).sort(), [
    "com.example.://",
    "httpsx://",
    "myapp://",
    "xhttp://",
  ]);
});

test("beyond the first thousand applications schemes are confirmed and waiting ones found, too", async () => {
  using place = scratch();
  await ledgerWith(place.path, [["yours://"]]);
  {
    using database = new DatabaseSync(place.path);
    copyApplications(database, "yours://", 2500);
    forgetMigrations(database, "0005");
  }
  const search = { text: "", suspendedOnly: false, waitingOnly: true };
  const waiting = async () => {
    await using ledger = await open(place.path);
    return (await ledger.searchApplications(search, { after: undefined, size: 5000 })).length;
  };
  // One more is the application of the seeded ledger.
  assert.equal(await waiting(), 2502);
  {
    using database = new DatabaseSync(place.path);
    forgetMigrations(database, "0002");
  }
  assert.equal(await waiting(), 0);
});

test("a ledger that a later version wrote is rejected, and says what to do", async () => {
  using place = scratch();
  await migrated(place.path);
  using database = new DatabaseSync(place.path);
  database
    .prepare("insert into kysely_migration (name, timestamp) values (?, ?)")
    .run("9999-from-the-future", new Date(0).toISOString());
  for (const attempt of [() => migrated(place.path), () => open(place.path)]) {
    await assert.rejects(
      attempt,
      /later version of Countersign.*9999-from-the-future.*last is \d{4}-.*backup/,
    );
  }
});

test("an authenticator app that was turned off before the list of what ended had it is in the list", async () => {
  using place = scratch();
  await ledgerWith(place.path, []);
  {
    using database = new DatabaseSync(place.path);
    forgetMigrations(database, "0027");
    const insert = database.prepare(`insert into audit_event (at, name, actor, user_id)
      select ?, ?, 'service', id from "user" where folded_screen_name = ?`);
    insert.run(5, "second-factor.turned-off", "alice");
    insert.run(7, "user.recovered", "alice");
    insert.run(6, "second-factor.turned-on", "bob");
    database.exec(`insert into audit_event (at, name, actor, user_id)
      values (8, 'second-factor.removed', 'service', 404)`);
  }
  await using ledger = await open(place.path);
  const alice = await ledger.userByScreenName("alice");
  const { rows } = await ledger.ended({ after: 0, size: 50 });
  assert.deepEqual(
    rows.map(({ mark: _, ...row }) => row),
    [{ at: 7, kind: "authenticator-app", subject: alice?.id, detail: undefined }],
  );
});
