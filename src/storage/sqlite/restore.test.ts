import assert from "node:assert/strict";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { damage } from "../../../test/support/damage.ts";
import { ledgerPlace } from "../../../test/support/ledger-place.ts";
import { openFilesIn } from "../../../test/support/open-files.ts";
import { watchedFiles } from "../../../test/support/watched-files.ts";
import { putKeyFile, rejectOtherChecksum } from "../backup-files.ts";
import { schemaMigrations } from "../sql/schema.ts";
import { backUp } from "./backup.ts";
import { stage } from "./restore.ts";

const now = 1_800_000_000_000;

test("a checksum has to be there, to be one, and to be the file's", async () => {
  using place = await placeOf();
  const { file } = place;
  const sum = `${file}.sha256`;
  await rejectOtherChecksum(file);
  const whole = readFileSync(sum, "utf8");
  const digest = whole.slice(0, 64);
  const other = digest.replace(/./, (first) => (first === "0" ? "1" : "0"));
  for (const [text, message] of [
    [
      whole.replace(digest, other),
      `${file} is damaged, or a different file: its SHA-256 is ${digest}, and ${sum} says ${other}`,
    ],
    [`x${whole}`, `${sum} contains no SHA-256; it should belong to the backup ${file}`],
    [`${digest}\n`, `${sum} contains no SHA-256; it should belong to the backup ${file}`],
  ] as const) {
    writeFileSync(sum, text);
    await assert.rejects(rejectOtherChecksum(file), { message });
  }
  rmSync(sum);
  mkdirSync(sum);
  await assert.rejects(rejectOtherChecksum(file), {
    message: `${sum} cannot be read: EISDIR: illegal operation on a directory, read`,
  });
  rmSync(sum, { recursive: true });
  await assert.rejects(
    rejectOtherChecksum(file),
    new RegExp(`^Error: there is no ${sum}, which .*: sha256sum ${file} > ${sum}$`),
  );
  rmSync(file);
  await assert.rejects(rejectOtherChecksum(file), { message: `there is no backup ${file}` });
});

test("a restored database is the backup at this version's schema, on the disk before it has its name", async () => {
  using place = await placeOf(notMigrated);
  mkdirSync(place.dataDir);
  // What a process left that was killed, what a file system has, and a key ring that was put there.
  leaveParts(place);
  for (const name of ["keys", "lost+found"]) writeFileSync(join(place.dataDir, name), "");
  using files = watchedFiles(place.dataDir);
  {
    using staged = await stage(place.file, place, now);
    assert.equal(staged.path, `${place.ledger}.restoring`);
    assert.deepEqual(staged.applied, schemaMigrations);
    assert.equal(files.synced.length, 0);
    const { size, mode } = statSync(staged.path);
    assert.equal(mode & 0o777, 0o600);
    staged.finish();
    assert.deepEqual(
      files.synced.map((one) => one.replace(/ countersign\.db\.restoring\.[a-z-]+/g, "")),
      [`countersign.db.restoring: ${size} bytes`, "[countersign.db keys lost+found]"],
    );
  }
  assert.deepEqual(readdirSync(place.dataDir).sort(), ["countersign.db", "keys", "lost+found"]);
  assert.deepEqual(openFilesIn(place.directory), []);
  using ledger = new DatabaseSync(place.ledger, { readOnly: true });
  const names = ledger.prepare("select name from migration order by name").all();
  assert.deepEqual(
    names.map(({ name }) => name),
    schemaMigrations,
  );
  const served = ledger.prepare("select value from setting where name = 'nonce-journal'").get();
  assert.equal(served?.["value"], `restored running ${now / 60_000}\nend\n`);
});

test("what is not finished leaves nothing, nor does what another program has open or a damaged backup", async () => {
  using place = await placeOf();
  mkdirSync(place.dataDir);
  const nothing = () => {
    assert.deepEqual(readdirSync(place.dataDir), []);
    assert.deepEqual(openFilesIn(place.directory), []);
  };
  {
    using _staged = await stage(place.file, place, now);
    assert.notDeepEqual(readdirSync(place.dataDir), []);
  }
  nothing();
  leaveParts(place);
  await assert.rejects(stage(place.directory, place, now), /EISDIR/);
  nothing();
  {
    using staged = await stage(place.file, place, now);
    using database = new DatabaseSync(staged.path);
    database.exec("pragma journal_mode = wal; create table other (one text)");
    assert.throws(() => staged.finish(), { message: `${staged.path} is still open` });
  }
  nothing();
  damage(place.file, "audit_event");
  await assert.rejects(stage(place.file, place, now), /countersign\.db\.restoring is damaged: /);
  nothing();
});

test("one restore at a time, and the next one's error names the process", async () => {
  using place = await placeOf();
  mkdirSync(place.dataDir);
  {
    using staged = await stage(place.file, place, now);
    await assert.rejects(
      stage(place.file, place, now),
      new RegExp(
        `^Error: another restore is in progress: process ${process.pid}, started \\S+, on ${hostname()}$`,
      ),
    );
    // As someone who tidies up.
    for (const suffix of [".lock", ".holder"]) rmSync(staged.path + suffix);
    staged.finish();
  }
  assert.deepEqual(readdirSync(place.dataDir), ["countersign.db"]);
});

test("a backup is restored where there is no database, and nothing of another one", async () => {
  using place = await placeOf();
  const { file, dataDir } = place;
  const elsewhere = join(place.directory, "elsewhere", "x.db");
  const rejected = async (message: string, ledger = place.ledger) =>
    assert.rejects(stage(file, { ledger, dataDir }, now), { message });
  await rejected(`there is no directory ${dataDir} for countersign.db`);
  mkdirSync(dataDir);
  await rejected(`there is no directory ${dirname(elsewhere)} for x.db`, elsewhere);
  mkdirSync(dirname(elsewhere));
  for (const suffix of ["-wal", "-shm"]) {
    writeFileSync(elsewhere + suffix, "");
    await rejected(`${elsewhere}${suffix} belongs to a different database; remove it`, elsewhere);
    rmSync(elsewhere + suffix);
  }
  {
    using _staged = await stage(file, { ledger: elsewhere, dataDir }, now);
  }
  writeFileSync(elsewhere, "");
  await rejected(`${elsewhere} already exists; restore into an empty data directory`, elsewhere);
  for (const name of ["keys", "lost+found", "notes.txt"]) writeFileSync(join(dataDir, name), "");
  await rejected(
    `the data directory ${dataDir} isn't empty: it contains notes.txt; use a new one, which may contain only the key ring (keys)`,
  );
  rmSync(dataDir, { recursive: true });
  rmSync(elsewhere);
  // The database's own directory counts, and the data directory may come later.
  using _staged = await stage(file, { ledger: elsewhere, dataDir }, now);
});

test("a key ring is written where there is none; another one stays, and is an error", async () => {
  using place = await placeOf();
  const path = join(place.directory, "keys");
  putKeyFile(path, "one:key\n");
  assert.equal(readFileSync(path, "utf8"), "one:key\n");
  assert.equal(statSync(path).mode & 0o777, 0o600);
  putKeyFile(path, "\none:key");
  writeFileSync(path, " one:key");
  putKeyFile(path, "one:key\n");
  assert.throws(() => putKeyFile(path, "two:key\n"), {
    message: `${path} is a different key ring from the backup's; remove it, or keep it and don't restore the backup's`,
  });
  assert.equal(readFileSync(path, "utf8"), " one:key");
  rmSync(path);
  mkdirSync(path);
  assert.throws(() => putKeyFile(path, "one:key\n"), /keys cannot be read: EISDIR: /);
});

/** As a restore that was killed: with changes that SQLite would add to the file that they are named after. */
function leaveParts({ directory, ledger }: { directory: string; ledger: string }): void {
  const part = `${ledger}.restoring`;
  const stray = join(directory, "stray.db");
  {
    using database = new DatabaseSync(stray);
    database.exec("pragma journal_mode = wal; create table stray (one text)");
    copyFileSync(`${stray}-wal`, `${part}-wal`);
  }
  rmSync(stray);
  for (const suffix of ["", "-shm", "-journal", ".lock", ".holder", ".lock-journal"]) {
    writeFileSync(part + suffix, "");
  }
}

/** Makes a database in which no migration has run. */
function notMigrated(path: string): void {
  rmSync(path);
  using database = new DatabaseSync(path);
  database.exec("create table migration (name text primary key, applied_at text not null)");
}

/** A backup of a database that `change` may change first, and a place for it, which is not there yet. */
async function placeOf(change: (path: string) => void = () => {}) {
  const place = await ledgerPlace();
  const file = join(place.directory, "backup.db");
  change(place.ledger);
  await backUp({ ledger: place.ledger, file });
  const dataDir = join(place.directory, "data");
  return {
    ...place,
    file,
    dataDir,
    ledger: join(dataDir, "countersign.db"),
  };
}
