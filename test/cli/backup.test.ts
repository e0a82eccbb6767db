/** `countersign backup`, `restore` and `revocations`, as an administrator runs them: docs/guide/backups.md. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { readConfig } from "../../src/config/config.ts";
import { makeBackup } from "../../src/program/backups.ts";
import { bearerFor, requestErrorOf } from "../support/flow.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";
import { executable, json, run, scratchDirectory, start } from "./command.ts";
import { runHere } from "./run-here.ts";

interface SettledObject {
  readonly revoked_again: number;
  readonly need_secret: readonly string[];
  readonly need_password: readonly string[];
  readonly sessions: number;
  readonly access_tokens: number;
}

test("a backup beside a running server, restored: what stood works, what was ended since does not", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  const [file, list] = [join(path, "backup.db"), join(path, "revocations.jsonl")];
  await using service = await startTestService(settings);
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const kept = await makeAccessToken(ledger, application, alice);
  const bob = await makeUser(ledger, "bob");
  const revoked = await makeAccessToken(ledger, application, bob);
  const careless = await makeApplication(ledger, bob);
  const carelessToken = await makeAccessToken(ledger, careless, alice);

  const made = await json<{ sha256: string; keys: null }>(["backup", file], { settings });
  assert.equal(made.keys, null);
  const sums = readFileSync(`${file}.sha256`, "utf8");
  assert.equal(sums, `${made.sha256}  backup.db\n`);

  await ran(["token", "revoke", "--yes", "--token", revoked.token], settings);
  await ran(
    ["app", "regenerate-secret", "--yes", "--consumer-key", careless.consumerKey],
    settings,
  );
  await ran(
    ["user", "set-password", "--screen-name", "bob", "--password", "another long one"],
    settings,
  );
  await ran(["revocations", "export", list], settings);

  const restored = { DATA_DIR: join(path, "restored") };
  mkdirSync(restored.DATA_DIR);
  copyFileSync(join(settings.DATA_DIR, "keys"), join(restored.DATA_DIR, "keys"));
  // As if the file came back from another machine.
  chmodSync(file, 0o644);
  const told = await json<SettledObject>(["restore", file, "--revocations", list], {
    settings: restored,
  });
  assert.equal(told.revoked_again, 3);
  assert.deepEqual(told.need_secret, [careless.consumerKey]);
  assert.deepEqual(told.need_password, ["bob"]);
  assert.deepEqual(readdirSync(restored.DATA_DIR).sort(), ["countersign.db", "keys"]);
  assert.equal(statSync(join(restored.DATA_DIR, "countersign.db")).mode & 0o777, 0o600);

  let ahead = 0;
  await using again = await startTestService(restored, () => Date.now() + ahead);
  // Requests from the minutes around the start may already have been seen, so they are rejected.
  ahead = 3_600_000;
  const { baseUrl } = again;
  const answered = async (signer: typeof application, { token, secret }: typeof kept) => {
    const response = await signedFetch(
      "GET",
      `${baseUrl}/1.1/account/verify_credentials.json`,
      { ...signer, token, tokenSecret: secret },
      { oauth: { oauth_timestamp: String(Math.floor(Date.now() / 1000) + 3600) } },
    );
    return response.status === 200 ? "200" : requestErrorOf(response);
  };
  assert.equal(await answered(application, kept), "200");
  assert.equal(await answered(application, revoked), "401 (code 89)");
  assert.equal(await answered(careless, carelessToken), "401 (code 32)");
  const events = await again.dependencies.ledger.eventsBy(
    { name: "database.restored" },
    { after: undefined, size: 9 },
  );
  assert.deepEqual(
    events.map(({ details }) => details),
    [{ revokedAgain: 3 }],
  );
});

// interface §11.28
test("after a restore the command, /readyz and the log say until when signed requests are rejected; an administrator can accept replays", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  const file = join(path, "backup.db");
  await using service = await startTestService(settings);
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const { token, secret } = await makeAccessToken(ledger, application, alice);
  await ran(["backup", file], settings);
  await service[Symbol.asyncDispose]();

  const answers = async (directory: { readonly DATA_DIR: string }) => {
    await using restored = await startTestService(directory);
    const { baseUrl, internalUrl } = restored;
    const signer = { ...application, token, tokenSecret: secret };
    const resource = `${baseUrl}/1.1/account/verify_credentials.json`;
    const signed = await signedFetch("GET", resource, signer);
    const ready = await fetch(`${internalUrl}/readyz`);
    const { signed_requests_rejected_until: until } = (await ready.json()) as {
      signed_requests_rejected_until?: string;
    };
    const [event] = await restored.dependencies.ledger.eventsBy(
      { name: "database.restored" },
      { after: undefined, size: 1 },
    );
    return {
      signed: signed.status === 200 ? "200" : await requestErrorOf(signed),
      bearer: (await bearerFor(baseUrl, application)).length > 0,
      ready: ready.status,
      until,
      event: event?.details,
    };
  };
  type Told = { readonly signed_requests_rejected_until: string | null };
  const [usual, accepts] = [restoredIn(path, "usual"), restoredIn(path, "accepts")];
  const told = await json<Told>(["restore", file], { settings: usual });
  const started = Date.now();
  const after = await answers(usual);
  const until = Date.parse(after.until ?? "");
  assert.ok(until > started + 5 * 60_000 && until <= Date.now() + 6 * 60_000, after.until);
  // The service started later than the command ended.
  assert.ok(Date.parse(told.signed_requests_rejected_until ?? "") <= until);
  assert.deepEqual(after, {
    signed: "401 (code 135)",
    bearer: true,
    ready: 200,
    until: after.until,
    event: { revokedAgain: 0 },
  });

  const accepted = await runHere(["restore", file, "--accept-replays", "--json"], {
    settings: accepts,
  });
  assert.match(accepted.stderr, /is accepted a second time/);
  assert.equal((JSON.parse(accepted.stdout) as Told).signed_requests_rejected_until, null);
  assert.deepEqual(await answers(accepts), {
    signed: "200",
    bearer: true,
    ready: 200,
    until: undefined,
    event: { revokedAgain: 0, replaysAccepted: true },
  });
});

test("without the list, what was revoked since works again, unless what is younger than a time ends", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  const file = join(path, "backup.db");
  const since = new Date().toISOString();
  const token = await oneToken(settings.DATA_DIR);
  await ran(["backup", file], settings);
  await ran(["token", "revoke", "--yes", "--token", token], settings);

  const [revives, ends] = [restoredIn(path, "revives"), restoredIn(path, "ends")];
  // As in the root of a file system.
  mkdirSync(join(revives.DATA_DIR, "lost+found"));
  const plain = await runHere(["restore", file], { settings: revives });
  assert.equal(plain.status, 0, plain.stderr);
  assert.match(plain.stdout, /is valid again/);
  assert.match(plain.stdout, /rejects them \(401, code 135\) until 20\d\d-.* up to six minutes/);
  assert.match(await grantsOf(revives), /Weather Bot/);
  const told = await json<SettledObject>(["restore", file, "--revoke-issued-after", since], {
    settings: ends,
  });
  assert.equal(told.access_tokens, 1);
  assert.equal(told.need_secret.length, 1);
  assert.doesNotMatch(await grantsOf(ends), /Weather Bot/);
  for (const [time, why] of [
    ["yesterday", /a day, or a time with its zone/],
    ["2026-02-30", /a day, or a time with its zone/],
    ["2999-01-01", /in the future/],
  ] as const) {
    const wrong = await runHere(["restore", file, "--revoke-issued-after", time], {
      settings: ends,
    });
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, why);
  }
});

test("restore rejects what is not the backup, and where a database is", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  const file = join(path, "backup.db");
  await oneToken(settings.DATA_DIR);
  await ran(["backup", file], settings);
  await rejected(["backup", file], settings, /exists/);
  await rejected(
    ["backup", join(path, "gone/backup.db")],
    settings,
    /there is no directory .*gone;/,
  );
  await rejected(["restore", file], settings, /countersign\.db already exists/);

  const used = restoredIn(path, "used");
  writeFileSync(join(used.DATA_DIR, "notes.txt"), "");
  await rejected(["restore", file], used, /isn't empty: it contains notes\.txt/);

  const bare = { DATA_DIR: join(path, "bare") };
  await rejected(["restore", file], bare, /key ring .* is missing/);
  assert.deepEqual(readdirSync(bare.DATA_DIR), []);

  const target = restoredIn(path, "target");
  const other = join(path, "other.db");
  copyFileSync(file, other);
  await rejected(["restore", join(path, "gone.db")], target, /there is no backup .*gone\.db/);
  await rejected(
    ["restore", other],
    target,
    /there is no .*other\.db\.sha256, .* put it there\. .*: sha256sum /,
  );
  copyFileSync(`${file}.sha256`, `${other}.sha256`);
  new DatabaseSync(other).exec("update setting set value = value; pragma user_version = 77");
  await rejected(["restore", other], target, /SHA-256/);
  assert.deepEqual(readdirSync(target.DATA_DIR), ["keys"]);
});

test("a database of a later version can be backed up, and restore rejects it", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  await oneToken(settings.DATA_DIR);
  const database = new DatabaseSync(join(settings.DATA_DIR, "countersign.db"));
  database.exec("insert into migration values ('9999-later', '2026-01-01')");
  const later = join(path, "later.db");
  // It can still be backed up, for example before going back to an earlier version.
  const { stdout } = await runHere(["backup", later], { settings });
  assert.match(stdout, /later\.db/);
  const target = restoredIn(path, "target");
  await rejected(["restore", later], target, /later version of Countersign/);

  database.exec("delete from migration where name = '9999-later'");
  database.close();
  const current = join(path, "current.db");
  await ran(["backup", current], settings);
  const told = await json<{ migrated: readonly string[] }>(["restore", current], {
    settings: target,
  });
  assert.deepEqual(told.migrated, []);
  assert.match(await grantsOf(target), /Weather Bot/);
});

test("with keys: encrypted to a passphrase or to an age recipient, and never in plain text", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  await oneToken(settings.DATA_DIR);
  const ring = readFileSync(join(settings.DATA_DIR, "keys"), "utf8");
  const { generateIdentity, identityToRecipient } = await import("age-encryption");
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  const [keyFile, passphrase] = [join(path, "age.key"), join(path, "passphrase")];
  writeFileSync(keyFile, `# a comment\n${identity}\n`);
  writeFileSync(passphrase, "correct horse battery staple\n");

  const ways = [
    {
      name: "to-passphrase",
      seal: ["--passphrase-file", passphrase],
      open: ["--passphrase-file", passphrase],
    },
    { name: "to-recipient", seal: ["--recipient", recipient], open: ["--identity", keyFile] },
  ];
  for (const { name, seal, open } of ways) {
    const file = join(path, `${name}.db`);
    await ran(["backup", file, "--with-keys", ...seal], settings);
    for (const written of readdirSync(path).filter((one) => one.startsWith(name))) {
      const bytes = readFileSync(join(path, written), "latin1");
      const [, key = ""] = ring.trim().split(":");
      assert.ok(!bytes.includes(key), written);
      assert.ok(!bytes.includes(Buffer.from(key, "base64").toString("latin1")), written);
    }
    const target = { DATA_DIR: join(path, `${name}-restored`) };
    await ran(["restore", file, ...open], target);
    assert.equal(readFileSync(join(target.DATA_DIR, "keys"), "utf8"), ring);
    assert.match(await grantsOf(target), /Weather Bot/);
  }
  writeFileSync(passphrase, "another passphrase\n");
  const target = { DATA_DIR: join(path, "wrong") };
  const wrong = [join(path, "to-passphrase.db"), "--passphrase-file", passphrase];
  await rejected(["restore", ...wrong], target, /cannot be opened/);
  const { status, stderr } = await runHere(["backup", join(path, "x.db"), "--with-keys"], {
    settings,
  });
  assert.equal(status, 2);
  assert.match(stderr, /only exported encrypted/);
});

test("exit 2 — a backup with another key ring, or with none, names the setting and makes nothing", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  const keys = join(settings.DATA_DIR, "keys");
  await oneToken(settings.DATA_DIR);
  const { generateIdentity, identityToRecipient } = await import("age-encryption");
  const recipient = await identityToRecipient(await generateIdentity());
  const out = join(path, "out");
  mkdirSync(out);
  const plain = ["backup", join(out, "backup.db")];
  const withKeys = [...plain, "--with-keys", "--recipient", recipient];
  const rejectedBoth = async (why: RegExp, more = {}) => {
    for (const args of [plain, withKeys]) {
      const { status, stderr } = await runHere(args, { settings: { ...settings, ...more } });
      assert.equal(status, 2, stderr);
      assert.match(stderr, why);
      assert.deepEqual(readdirSync(out), []);
    }
  };
  const right = readFileSync(keys, "utf8");
  writeFileSync(keys, `other:${Buffer.alloc(32, 9).toString("base64")}\n`);
  await rejectedBoth(/COUNTERSIGN_DATA_DIR: the key ring .*keys is not the one that encrypted the/);
  rmSync(keys);
  await rejectedBoth(/COUNTERSIGN_DATA_DIR: the key ring .*keys is missing.*from a backup/);
  const KEYS_FILE = join(path, "elsewhere");
  await rejectedBoth(/COUNTERSIGN_KEYS_FILE: the key ring cannot be read: .*elsewhere/, {
    KEYS_FILE,
  });

  // Nothing of an older ledger can be compared. Its backup is what goes before an upgrade, but a ring has to be there
  // to be in it.
  using database = new DatabaseSync(join(settings.DATA_DIR, "countersign.db"));
  database.exec("delete from migration");
  const { status, stderr } = await runHere(withKeys, { settings });
  assert.equal(status, 2, stderr);
  assert.match(stderr, /COUNTERSIGN_DATA_DIR: the key ring .*keys is missing/);
  await ran(plain, settings);
  writeFileSync(keys, right, { mode: 0o600 });
  await ran(["backup", join(out, "both.db"), ...withKeys.slice(2)], settings);
});

test("a rotation beside a backup with keys: the ring in it opens the database in it", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  await oneToken(settings.DATA_DIR);
  const { generateIdentity, identityToRecipient } = await import("age-encryption");
  const identity = await generateIdentity();
  const recipients = [await identityToRecipient(identity)];
  const [file, keyFile] = [join(path, "backup.db"), join(path, "age.key")];
  writeFileSync(keyFile, identity);
  const environment = {
    COUNTERSIGN_DATA_DIR: settings.DATA_DIR,
    COUNTERSIGN_BASE_URL: "http://localhost",
  };
  let rotated = false;
  const sealedFor = {
    // Called once the ring has been read; from then on the command does not notice a rotation.
    get recipients() {
      const env = { PATH: process.env["PATH"], ...environment };
      const { status } = spawnSync(executable, ["keys", "rotate"], { env, stdio: "inherit" });
      rotated = status === 0;
      return recipients;
    },
  };
  await makeBackup(
    readConfig(environment, () => {}),
    file,
    sealedFor,
    assert.fail,
  );
  assert.ok(rotated);
  const target = { DATA_DIR: join(path, "restored") };
  await ran(["restore", file, "--identity", keyFile], target);
  assert.match(await grantsOf(target), /Weather Bot/);
});

test("a full disk: no backup, nothing left of it, and the next one is whole", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  await oneToken(settings.DATA_DIR);
  const out = join(path, "out");
  mkdirSync(out);
  const file = join(out, "backup.db");
  const { status, stderr } = await run(
    ["-c", `ulimit -f 64; exec "$0" backup "$1"`, executable, file],
    {
      command: "sh",
      settings,
    },
  );
  assert.equal(status, 1);
  assert.match(stderr, /the backup failed: .*(full|too large|disk I\/O)/);
  assert.deepEqual(readdirSync(out), []);
  await ran(["backup", file], settings);
  assert.deepEqual(readdirSync(out).sort(), ["backup.db", "backup.db.sha256"]);
});

test("a full disk: the list of revocations is whole, or the one before stays", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  const list = join(path, "revocations.jsonl");
  await oneToken(settings.DATA_DIR);
  await ran(["revocations", "export", list], settings);
  using database = new DatabaseSync(join(settings.DATA_DIR, "countersign.db"));
  database.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 900)
    insert into revocation (mark, at, kind, subject)
    select hex(randomblob(8)), i, 'session', hex(randomblob(16)) from n`);
  const { status, stderr } = await run(
    ["-c", `ulimit -f 64; exec "$0" revocations export "$1"`, executable, list],
    { command: "sh", settings },
  );
  // The data does not fit: one write writes only a part of it.
  assert.equal(status, 1);
  assert.match(stderr, /EFBIG|too large/);
  assert.equal(readFileSync(list, "utf8"), "");
});

test("exit 1 — a list of revocations, or an export, into a directory that does not exist: which one, and what to do", async () => {
  using scratch = scratchDirectory();
  const settings = { DATA_DIR: join(scratch.path, "data") };
  await oneToken(settings.DATA_DIR);
  const file = join(scratch.path, "gone/list.jsonl");
  for (const command of [
    ["revocations", "export", file],
    ["export", file, "--with-secrets"],
  ]) {
    const { status, stderr } = await runHere(command, { settings });
    assert.equal(status, 1);
    assert.match(stderr, /there is no directory \S*\/gone; create it first/);
    assert.doesNotMatch(stderr, /ENOENT/);
  }
});

test("a list with rows that the database does not have is not replaced: it may be the only one", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  const list = join(path, "revocations.jsonl");
  const revoked = await oneToken(settings.DATA_DIR);
  await ran(["token", "revoke", "--yes", "--token", revoked], settings);
  await ran(["revocations", "export", list], settings);
  await ran(["revocations", "export", list], settings);
  const whole = readFileSync(list, "utf8");
  assert.ok(whole.includes(revoked));
  const other = { DATA_DIR: join(path, "other") };
  await oneToken(other.DATA_DIR);
  const { status, stderr } = await runHere(["revocations", "export", list], { settings: other });
  assert.equal(status, 1);
  assert.match(stderr, /revocations\.jsonl has revocations that this database does not know/);
  assert.equal(readFileSync(list, "utf8"), whole);
});

test("kill -9 during a backup or a restore: none, and what is left goes with the next", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const settings = { DATA_DIR: join(path, "data") };
  await oneToken(settings.DATA_DIR);
  const database = new DatabaseSync(join(settings.DATA_DIR, "countersign.db"));
  database.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 60000)
    insert into audit_event (at, name, actor, details)
    select i, 'user.signed-out', 'service', hex(randomblob(200)) from n`);
  database.close();
  const out = join(path, "out");
  mkdirSync(out);
  const file = join(out, "backup.db");
  await killedOnce(out, /\.part$/, ["backup", file], settings);
  assert.ok(!existsSync(file), readdirSync(out).join());
  await ran(["backup", file], settings);
  assert.deepEqual(readdirSync(out).sort(), ["backup.db", "backup.db.sha256"]);

  const target = restoredIn(path, "target");
  await killedOnce(target.DATA_DIR, /\.restoring$/, ["restore", file], target);
  assert.ok(!existsSync(join(target.DATA_DIR, "countersign.db")));
  await ran(["restore", file], target);
  assert.deepEqual(readdirSync(target.DATA_DIR).sort(), ["countersign.db", "keys"]);
  assert.match(await grantsOf(target), /Weather Bot/);
});

/** A ledger with a user, an application and a token; returns the token. */
async function oneToken(dataDir: string): Promise<string> {
  await using service = await startTestService({ DATA_DIR: dataDir });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  return (await makeAccessToken(ledger, application, alice)).token;
}

/** A data directory that contains only the key ring. */
function restoredIn(path: string, name: string): { readonly DATA_DIR: string } {
  const directory = join(path, name);
  mkdirSync(directory);
  copyFileSync(join(path, "data/keys"), join(directory, "keys"));
  return { DATA_DIR: directory };
}

async function grantsOf(settings: { readonly DATA_DIR: string }): Promise<string> {
  const { status, stdout, stderr } = await runHere(["user", "grants", "--screen-name", "alice"], {
    settings,
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

async function ran(args: readonly string[], settings: Readonly<Record<string, string>>) {
  const { status, stderr } = await runHere(args, { settings });
  assert.equal(status, 0, stderr);
}

async function rejected(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  why: RegExp,
) {
  const { status, stderr } = await runHere(args, { settings });
  assert.equal(status, 1);
  assert.match(stderr, why);
}

/** Kills the command as soon as a file with that name appears. */
async function killedOnce(
  directory: string,
  name: RegExp,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const { child, ended } = start(args, { settings });
  const watcher = watch(directory, () => {
    if (readdirSync(directory).some((one) => name.test(one))) child.kill("SIGKILL");
  });
  await ended;
  watcher.close();
  assert.equal(child.signalCode, "SIGKILL", "it ended before it was killed");
}
