/** `countersign backup verify`, as an administrator and a timer run it: docs/guide/backups.md. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { startTestService } from "../support/service.ts";
import { json, makeAlice, makeApp, makeToken, run, scratchDirectory, start } from "./command.ts";

interface Verified {
  readonly file: string;
  readonly latest_event_at: string;
  readonly migrated: readonly string[];
  readonly users: number;
  readonly applications: number;
  readonly access_tokens: number;
  readonly bearer_tokens: number;
  readonly secrets: number;
  readonly recorded: boolean;
}

test("exit 0 — beside a running server: everything is counted, each secret opened, and the metrics have the time", async () => {
  using world = await backedUp();
  const { settings, file, temporary } = world;
  await using service = await startTestService(settings);
  const metric = async () => {
    const text = await (await fetch(`${service.internalUrl}/metrics`)).text();
    return /^countersign_last_backup_verified_timestamp_seconds (\S+)$/m.exec(text)?.[1];
  };
  assert.equal(await metric(), undefined);
  const verified = await world.verify([file, "--json"]);
  assert.deepEqual([verified.status, verified.stderr], [0, ""]);
  const { latest_event_at, bytes, ...counts } = JSON.parse(verified.stdout);
  assert.deepEqual(counts, {
    ...{ file, migrated: [], users: 1, applications: 1, access_tokens: 1, bearer_tokens: 0 },
    ...{ secrets: 2, recorded: true },
  });
  assert.equal(bytes, statSync(file).size);
  assert.equal(Number(await metric()) * 1000, Date.parse(latest_event_at));
  assert.deepEqual(readdirSync(temporary), []);

  const { stdout } = await world.verify([file]);
  assert.match(stdout, /can be restored \(\d+ bytes; its latest event is of 20\d\d-/);
  assert.match(stdout, /\nIt has 1 user, 1 application, 1 access token, 0 bearer tokens\.\n/);
  assert.match(stdout, /\nThe key ring opens all of its 2 secrets\.\n$/);
});

test("exit 0 — on a machine that only has the backup and the ring, also the encrypted one", async () => {
  using world = await backedUp();
  const passphrase = join(world.path, "passphrase");
  writeFileSync(passphrase, "correct horse battery staple\n");
  const file = join(world.path, "both.db");
  const sealing = ["--with-keys", "--passphrase-file", passphrase];
  await json(["backup", ...sealing, file], { settings: world.settings });
  const elsewhere = { DATA_DIR: join(world.path, "elsewhere") };
  for (const [args, more] of [
    [[file, "--passphrase-file", passphrase], {}],
    [[file], { KEYS_FILE: world.keys }],
  ] as const) {
    const { status, stdout, stderr } = await world.verify(args, { ...elsewhere, ...more });
    assert.equal(status, 0, stderr);
    assert.match(stdout, / can be restored /);
    assert.match(stderr, /^countersign: this was not recorded: these settings have no database/);
  }
  assert.ok(!readdirSync(world.path).includes("elsewhere"));
  writeFileSync(passphrase, "another passphrase\n");
  const wrong = await world.verify([file, "--passphrase-file", passphrase], elsewhere);
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /both\.db\.keys\.age cannot be opened with that/);
});

test("exit 0 — a backup of another database, or earlier than the last one that was verified, is not recorded", async () => {
  using world = await backedUp();
  const { path, settings, file } = world;
  const passphrase = join(path, "passphrase");
  writeFileSync(passphrase, "correct horse battery staple\n");
  const sealing = ["--with-keys", "--passphrase-file", passphrase];
  const other = { DATA_DIR: join(path, "other") };
  await makeAlice({ settings: other });
  const [ofOther, later] = [join(path, "other.db"), join(path, "later.db")];
  await json(["backup", ...sealing, ofOther], { settings: other });
  await json(["backup", ...sealing, later], { settings });
  const recorded = async (args: readonly string[]) => {
    const { status, stdout, stderr } = await world.verify([...args, "--json"]);
    assert.equal(status, 0, stderr);
    return [(JSON.parse(stdout) as Verified).recorded, stderr];
  };
  const [isRecorded, why] = await recorded([ofOther, "--passphrase-file", passphrase]);
  assert.equal(isRecorded, false);
  assert.match(
    String(why),
    /not recorded: the audit log .*which is of another database or too old/,
  );
  assert.deepEqual(await recorded([file]), [true, ""]);
  assert.deepEqual(await recorded([later, "--passphrase-file", passphrase]), [true, ""]);
  assert.deepEqual(await recorded([file]), [
    false,
    "countersign: this was not recorded: a later backup was already verified\n",
  ]);
});

test("exit 0 — the database is damaged, or its key ring is lost: the backup is still reported as good", async () => {
  using world = await backedUp();
  const { path, settings } = world;
  const passphrase = join(path, "passphrase");
  writeFileSync(passphrase, "correct horse battery staple\n");
  const file = join(path, "both.db");
  const sealing = ["--with-keys", "--passphrase-file", passphrase];
  await json(["backup", ...sealing, file], { settings });
  const unrecorded = async (args: readonly string[], why: RegExp) => {
    const { status, stdout, stderr } = await world.verify([file, ...args, "--json"]);
    assert.equal(status, 0, stderr);
    const verified = JSON.parse(stdout) as Verified;
    assert.deepEqual([verified.recorded, verified.users], [false, 1]);
    assert.match(stderr, why);
  };
  renameSync(world.keys, join(path, "moved"));
  await unrecorded(
    ["--passphrase-file", passphrase],
    /^countersign: this was not recorded: .*keys/,
  );
  renameSync(join(path, "moved"), world.keys);
  const damaged = readFileSync(join(settings.DATA_DIR, "countersign.db")).fill(7, 0, 40_000);
  writeFileSync(join(settings.DATA_DIR, "countersign.db"), damaged);
  await unrecorded([], /^countersign: this was not recorded: .*not a database/);
});

test("exit 1 — damage, another key ring, a missing key, a later version, and a secret that doesn't open", async () => {
  using world = await backedUp();
  const { path, settings, file, keys, temporary } = world;
  const rejected = async (one: string, why: RegExp, more = {}) => {
    const { status, stdout, stderr } = await world.verify([one, "--json"], more);
    assert.deepEqual([status, stdout], [1, ""], stderr);
    assert.match(stderr, why);
    assert.doesNotMatch(stderr, /countersign-verify-/, "it names the backup, not its copy");
    assert.deepEqual(readdirSync(temporary), []);
  };
  const changed = (name: string, change: (copy: string) => void) => {
    const copy = join(path, name);
    copyFileSync(file, copy);
    change(copy);
    const sha256 = createHash("sha256").update(readFileSync(copy)).digest("hex");
    writeFileSync(`${copy}.sha256`, `${sha256}  ${name}\n`);
    return copy;
  };
  const withStatement = (name: string, statement: string) =>
    changed(name, (copy) => {
      using database = new DatabaseSync(copy);
      database.exec(statement);
    });
  await rejected(join(path, "none.db"), /there is no backup \S+none\.db\n/);
  const cut = join(path, "cut.db");
  writeFileSync(cut, readFileSync(file).subarray(0, 50_000));
  await rejected(cut, /there is no \S+cut\.db\.sha256, which/);
  copyFileSync(`${file}.sha256`, `${cut}.sha256`);
  await rejected(cut, /cut\.db is damaged, or a different file/);
  await rejected(
    changed("page.db", (copy) => writeFileSync(copy, readFileSync(file).fill(7, 4096, 40_000))),
    /page\.db/,
  );
  await rejected(
    changed("text.db", (copy) => writeFileSync(copy, "no database")),
    /text\.db.*not a database/,
  );
  await rejected(
    withStatement("later.db", "insert into migration values ('9999-later', '2026-01-01')"),
    /a later version of Countersign/,
  );
  await rejected(
    withStatement("secret.db", "update access_token set secret = substr(secret, 1, 40)"),
    /secret\.db has secrets that the key ring can't open, in access_token\.secret \(1\): /,
  );
  const other = join(path, "other-keys");
  writeFileSync(other, `other:${Buffer.alloc(32, 9).toString("base64")}\n`, { mode: 0o600 });
  await rejected(
    file,
    /^countersign: the key ring \S+other-keys is not the one that encrypted the database \S+backup\.db/,
    { KEYS_FILE: other },
  );
  await rejected(file, /the key ring \S+gone is missing/, { KEYS_FILE: join(path, "gone") });
  const first = readFileSync(keys, "utf8");
  await json(["keys", "rotate"], { settings });
  assert.equal((await world.verify([file])).status, 0, "a rotation keeps the previous key");
  writeFileSync(keys, readFileSync(keys, "utf8").replace(first.trim(), ""));
  await rejected(file, /has no key \S+, which the database \S+backup\.db needs|is not the one/);
});

test("without a file: the newest backup of the directory; none is an error, and so are wrong options", async () => {
  using world = await backedUp();
  const BACKUP_DIR = join(world.path, "backups");
  mkdirSync(BACKUP_DIR);
  const none = await world.verify([], { BACKUP_DIR });
  assert.deepEqual([none.status, none.stderr], [1, `countersign: ${BACKUP_DIR} has no backup\n`]);
  for (const [name, damaged] of [
    ["countersign-20260701T120000Z.db", true],
    ["countersign-20260702T120000Z.db", false],
  ] as const) {
    copyFileSync(world.file, join(BACKUP_DIR, name));
    const sums = readFileSync(`${world.file}.sha256`, "utf8");
    writeFileSync(join(BACKUP_DIR, `${name}.sha256`), damaged ? "" : sums);
  }
  const { status, stdout } = await world.verify(["--json"], { BACKUP_DIR });
  assert.equal(status, 0);
  assert.equal(basename((JSON.parse(stdout) as Verified).file), "countersign-20260702T120000Z.db");
  for (const [args, why] of [
    [[], /name a backup, or set COUNTERSIGN_BACKUP_DIR/],
    [[world.file, "more"], /too many arguments/],
    [[world.file, "--jsno"], /Did you mean --json/],
    [[world.file, "--identity", "a", "--passphrase-file", "b"], /can't be used together/],
    [[world.file, "--identity", join(world.path, "gone")], /cannot be read/],
  ] as const) {
    const wrong = await world.verify(args);
    assert.deepEqual([wrong.status, wrong.stdout], [2, ""], args.join(" "));
    assert.match(wrong.stderr, why);
  }
  for (const [TMPDIR, why] of [
    [join(world.path, "gone"), "no such file or directory"],
    [world.file, "not a directory"],
  ] as const) {
    const { status, stderr } = await world.verify([world.file], {}, { TMPDIR });
    assert.equal(status, 1);
    assert.ok(
      stderr.startsWith(`countersign: the backup can't be copied into ${TMPDIR} (`),
      stderr,
    );
    assert.ok(
      stderr.includes(why) && stderr.endsWith("; name another directory in TMPDIR\n"),
      stderr,
    );
  }
});

const mayMount =
  process.geteuid?.() === 0 &&
  spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

test("exit 1 — TMPDIR has less than twice the size of the backup, and the message has different numbers", {
  skip: !mayMount && "only root can mount a small disk",
}, async () => {
  using world = await backedUp();
  const small = join(world.path, "small");
  mkdirSync(small);
  const size = `size=${2 * statSync(world.file).size - 4096}`;
  assert.equal(spawnSync("mount", ["-t", "tmpfs", "-o", size, "none", small]).status, 0);
  using unmounting = new DisposableStack();
  unmounting.defer(() => spawnSync("umount", ["--lazy", small]));
  const { status, stderr } = await world.verify([world.file], {}, { TMPDIR: small });
  assert.equal(status, 1);
  const [, free, needed] = /small has (\d+) MB free, .* up to (\d+) MB; name /.exec(stderr) ?? [];
  assert.ok(Number(free) < Number(needed), stderr);
});

test("T88 — a command that is ended leaves nothing; one that is killed leaves no key, and what only its account can read", async () => {
  using world = await backedUp();
  const { temporary } = world;
  const [file, identityFile] = [join(world.path, "both.db"), join(world.path, "identity")];
  const { generateIdentity, identityToRecipient } = await import("age-encryption");
  const identity = await generateIdentity();
  writeFileSync(identityFile, identity);
  const recipient = ["--recipient", await identityToRecipient(identity)];
  await json(["backup", "--with-keys", ...recipient, file], { settings: world.settings });
  const key = readFileSync(world.keys, "utf8").trim();
  for (const signal of ["SIGTERM", "SIGINT", "SIGKILL"] as const) {
    const { child, ended } = start(["backup", "verify", file, "--identity", identityFile], {
      settings: world.settings,
      environment: { TMPDIR: temporary },
    });
    // The copy is there, and the ring was opened.
    using watcher = watching(temporary, () => child.kill(signal));
    await ended;
    assert.equal(child.signalCode, signal, `it ended before the signal: ${watcher.path}`);
    const left = readdirSync(temporary);
    assert.equal(left.length, signal === "SIGKILL" ? 1 : 0, signal);
    for (const name of left) {
      assert.equal(statSync(join(temporary, name)).mode & 0o777, 0o700);
      for (const one of readdirSync(join(temporary, name))) {
        assert.ok(!readFileSync(join(temporary, name, one), "latin1").includes(key), one);
      }
      rmSync(join(temporary, name), { recursive: true });
    }
  }
});

function watching(path: string, entered: () => void): { readonly path: string } & Disposable {
  const copied = () =>
    readdirSync(path, { recursive: true }).some((name) => String(name).endsWith(".restoring"));
  const watcher = watch(path, { recursive: true }, () => {
    if (copied()) entered();
  });
  return { path, [Symbol.dispose]: () => watcher.close() };
}

/** A database with a user, an application and an access token, and a backup of it. */
async function backedUp() {
  const scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  const [file, temporary] = [join(path, "backup.db"), join(path, "temporary")];
  mkdirSync(temporary);
  await makeAlice({ settings });
  await makeToken({ settings }, await makeApp({ settings }));
  await json(["backup", file], { settings });
  return {
    ...{ path, settings, file, temporary, keys: join(settings.DATA_DIR, "keys") },
    verify: (args: readonly string[], more = {}, environment = {}) =>
      run(["backup", "verify", ...args], {
        settings: { ...settings, ...more },
        environment: { TMPDIR: temporary, ...environment },
      }),
    [Symbol.dispose]: () => scratch[Symbol.dispose](),
  };
}
