/** Upgrades of a database that an earlier version wrote. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { promisify } from "node:util";
import { openFilesIn } from "../../../test/support/open-files.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
import { schemaMigrations } from "../sql/schema.ts";
import { openSqliteLedger } from "./ledger.ts";
import { isCurrentLedger, withMigrated } from "./migration.ts";

const keys = new KeyRing(keySource(suiteRing));

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

test("a migration that fails leaves nothing", async () => {
  using place = scratch();
  using database = new DatabaseSync(place.path);
  // The migration creates a table with this name after others.
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

test("a look whether a database is of this version leaves nothing open", async () => {
  using place = scratch();
  await migrated(place.path);
  assert.equal(isCurrentLedger(place.path), true);
  {
    using database = new DatabaseSync(place.path);
    database.exec("delete from migration");
  }
  assert.equal(isCurrentLedger(place.path), false);
  assert.deepEqual(openFilesIn(place.path), []);
});

test("a database that a later version wrote is rejected, and says what to do", async () => {
  using place = scratch();
  await migrated(place.path);
  using database = new DatabaseSync(place.path);
  database
    .prepare("insert into migration (name, applied_at) values (?, ?)")
    .run("9999-from-the-future", new Date(0).toISOString());
  for (const attempt of [() => migrated(place.path), () => open(place.path)]) {
    await assert.rejects(
      attempt,
      /later version of Countersign.*9999-from-the-future.*last is 0001-initial.*backup/,
    );
  }
});
