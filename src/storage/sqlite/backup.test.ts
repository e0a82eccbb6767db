import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs, { readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { damage } from "../../../test/support/damage.ts";
import { backupPlace } from "../../../test/support/ledger-place.ts";
import { openFilesIn } from "../../../test/support/open-files.ts";
import { withOther } from "../../../test/support/other-functions.ts";
import { watchedFiles } from "../../../test/support/watched-files.ts";
import { schemaMigrations } from "../sql/schema.ts";
import { backUp, rejectDamaged } from "./backup.ts";

const names = ["backup.db", "backup.db.keys.age", "backup.db.sha256"];
const sealedKeys = async () => Buffer.from("sealed");

test("a backup is one file of the database's rows, its checksum, and the key ring; each its owner's alone", async () => {
  using place = await backupPlace();
  // What a process left that was killed.
  for (const suffix of ["", "-journal", "-wal", "-shm", ".lock", ".holder"]) {
    writeFileSync(`${place.file}.part${suffix}`, "");
  }
  const { sha256, bytes } = await backUp(place, sealedKeys);
  const whole = readFileSync(place.file);
  assert.deepEqual(
    [sha256, bytes],
    [createHash("sha256").update(whole).digest("hex"), whole.length],
  );
  assert.equal(readFileSync(`${place.file}.sha256`, "utf8"), `${sha256}  backup.db\n`);
  assert.equal(readFileSync(`${place.file}.keys.age`, "utf8"), "sealed");
  assert.deepEqual(place.backups(), names);
  for (const name of names) assert.equal(statSync(join(place.folder, name)).mode & 0o777, 0o600);
  assert.deepEqual(openFilesIn(place.directory), []);
  using backup = new DatabaseSync(place.file, { readOnly: true });
  const { n } = backup.prepare("select count(*) as n from migration").get() ?? {};
  assert.equal(n, schemaMigrations.length);
  assert.equal(backup.prepare("pragma journal_mode").get()?.["journal_mode"], "delete");
});

test("without a key ring there is no file of one", async () => {
  using place = await backupPlace();
  await backUp(place);
  assert.deepEqual(place.backups(), ["backup.db", "backup.db.sha256"]);
});

test("the copy is on the disk first, then what belongs to it; its name comes last", async () => {
  using place = await backupPlace();
  using files = watchedFiles(place.folder);
  const { bytes } = await backUp(place, sealedKeys);
  assert.deepEqual(
    files.synced.map((one) => one.replace(/ backup\.db\.part\.[a-z-]+/g, "")),
    [
      `backup.db.part: ${bytes} bytes`,
      "backup.db.keys.age.new-PID: 6 bytes",
      "[backup.db.keys.age backup.db.part]",
      "backup.db.sha256.new-PID: 76 bytes",
      "[backup.db.keys.age backup.db.part backup.db.sha256]",
      "[backup.db backup.db.keys.age backup.db.sha256]",
    ],
  );
});

test("nothing is made under a name that is taken, of no database, or in no directory", async () => {
  using place = await backupPlace();
  const { file, ledger } = place;
  const gone = join(place.directory, "gone");
  await assert.rejects(backUp({ ledger: gone, file }), {
    message: `there is no database ${gone}`,
  });
  await assert.rejects(backUp({ ledger, file: join(gone, "x.db") }), {
    message: `there is no directory ${gone}; create it first`,
  });
  assert.deepEqual(place.backups(), []);
  writeFileSync(file, "theirs");
  await assert.rejects(backUp(place), {
    message: `${file} already exists; choose a different file`,
  });
  assert.deepEqual(place.backups(), ["backup.db"]);
  assert.equal(readFileSync(file, "utf8"), "theirs");
});

test("a second backup to the same file is told who makes the first, and does not disturb it", async () => {
  using place = await backupPlace();
  await backUp(place, async () => {
    await assert.rejects(
      backUp(place),
      new RegExp(
        `^Error: another backup to ${place.file} is in progress: process ${process.pid}, started \\S+, on ${hostname()}$`,
      ),
    );
    // As someone who tidies up.
    for (const suffix of [".lock", ".holder"]) rmSync(`${place.file}.part${suffix}`);
    return sealedKeys();
  });
  assert.deepEqual(place.backups(), names);
});

test("what someone puts in the place of the copy is not written to", async () => {
  using place = await backupPlace();
  const part = `${place.file}.part`;
  const theirs = join(place.directory, "theirs");
  writeFileSync(theirs, "theirs");
  const left = ["-journal", "-wal", "-shm"];
  {
    const { rmSync } = fs;
    using _ = withOther(fs, {
      rmSync(path, options) {
        rmSync(path, options);
        if (path !== part || left.length === 0) return;
        symlinkSync(theirs, part);
        for (const suffix of left.splice(0)) writeFileSync(part + suffix, "");
      },
    });
    await assert.rejects(backUp(place), /^Error: the backup failed: EEXIST: /);
  }
  assert.equal(readFileSync(theirs, "utf8"), "theirs");
  assert.deepEqual(place.backups(), []);
});

test("where a step fails nothing is left, and what someone else made meanwhile stays", async () => {
  using place = await backupPlace();
  const { file } = place;
  await assert.rejects(
    backUp(place, () => Promise.reject("no passphrase")),
    {
      message: "the backup failed: no passphrase",
    },
  );
  assert.deepEqual(place.backups(), []);
  await assert.rejects(
    backUp(place, () => {
      writeFileSync(file, "theirs");
      return sealedKeys();
    }),
    /^Error: the backup failed: EEXIST: /,
  );
  assert.deepEqual(place.backups(), ["backup.db"]);
  rmSync(file);
  {
    using _ = withOther(fs, {
      linkSync() {
        rmSync(`${file}.sha256`);
        throw new Error("the disk failed");
      },
    });
    await assert.rejects(backUp(place, sealedKeys), {
      message: "the backup failed: the disk failed",
    });
  }
  assert.deepEqual(place.backups(), []);
  assert.deepEqual(openFilesIn(place.directory), []);
});

test("a database that cannot be read, and one whose rows break its own rules, has no backup", async () => {
  using place = await backupPlace();
  const { ledger, file } = place;
  const whole = damage(ledger, "audit_event");
  await assert.rejects(backUp(place), {
    message: `the backup failed: copying ${ledger}: database disk image is malformed`,
  });
  writeFileSync(ledger, whole);
  breakRules(ledger);
  await assert.rejects(backUp(place), {
    message: `the backup failed: ${file}.part is damaged: NULL value in setting.value`,
  });
  assert.throws(() => rejectDamaged(ledger), {
    message: `${ledger} is damaged: NULL value in setting.value`,
  });
  assert.deepEqual(place.backups(), []);
  assert.deepEqual(openFilesIn(place.directory), []);
});

/** A value that its column does not allow: SQLite copies it without a word. */
function breakRules(ledger: string): void {
  using database = new DatabaseSync(ledger);
  database.exec("insert into setting values ('x', 'y')");
  database.enableDefensive(false);
  database.exec(`pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, 'value text not null', 'value text         ')
    where name = 'setting'; pragma writable_schema = reset`);
  database.exec("update setting set value = null");
  database.exec(`pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, 'value text         ', 'value text not null')
    where name = 'setting'; pragma writable_schema = reset`);
}
