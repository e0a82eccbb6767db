/**
 * The key ring and its ledger in separate processes: rotations at once, killed rotations, and rings that are missing or
 * of another ledger.
 */
import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { guideBlock } from "../support/guide-block.ts";
import { addSecrets, sealedByKey, secretsByKey } from "../support/many-secrets.ts";
import { until } from "../support/until.ts";
import {
  json,
  makeAlice,
  makeApp,
  password,
  type RunOptions,
  run,
  scratchDirectory,
  start,
} from "./command.ts";
import { rejectedServeHere, runHere, serveHere } from "./run-here.ts";

interface Place extends Disposable {
  readonly path: string;
  readonly options: RunOptions;
}

const seeded = scratchDirectory();
before(() => seed(seeded.path));
after(() => seeded[Symbol.dispose]());

/** A data directory with alice, her application and more secrets. It is a copy, and all copies have the same ring. */
function place(secrets = 0): Place {
  const directory = scratchDirectory();
  cpSync(seeded.path, directory.path, { recursive: true });
  addSecrets(directory.path, secrets);
  const options = { settings: { DATA_DIR: directory.path } };
  return { path: directory.path, options, [Symbol.dispose]: () => directory[Symbol.dispose]() };
}

/** A data directory with another ring. */
async function otherPlace(): Promise<Disposable & { readonly path: string }> {
  const directory = scratchDirectory();
  await seed(directory.path);
  return directory;
}

async function seed(path: string): Promise<void> {
  const options = { settings: { DATA_DIR: path } };
  await makeAlice(options);
  await makeApp(options);
}

function keyIdsIn(path: string): readonly string[] {
  const lines = readFileSync(join(path, "keys"), "utf8").trim().split("\n");
  return lines.map((line) => line.split(":")[0] ?? "");
}

test("docs/guide/settings.md: a copy of the ring is read back as it is written, and the ring of another database fails", async () => {
  using here = place();
  using other = await otherPlace();
  const copy = join(here.path, "copy");
  const [variable, ...command] = guideBlock("settings", "read-back").trim().split(" ");
  assert.match(variable ?? "", /^COUNTERSIGN_KEYS_FILE=/);
  assert.equal(command.shift(), "countersign");
  for (const [ring, status, line] of [
    [here.path, 0, /^ok +key ring +\S+copy has 1 key and matches this database$/m],
    [other.path, 1, /^failure +key ring /m],
  ] as const) {
    cpSync(join(ring, "keys"), copy);
    const checked = await runHere(command, { settings: { DATA_DIR: here.path, KEYS_FILE: copy } });
    assert.equal(checked.status, status, checked.stdout);
    assert.match(checked.stdout, line);
  }
});

test("exit 1 — a rotation beside another one that has stopped half-way, which then continues", async () => {
  using made = place(3000);
  const first = start(["keys", "rotate"], made.options);
  try {
    // Stopped when the new key is in the file and has sealed some of the secrets.
    await until(() => keyIdsIn(made.path).length === 2 && sealedByKey(made.path).size === 2);
    first.child.kill("SIGSTOP");
    const { status, stderr } = await run(["keys", "rotate"], made.options);
    assert.equal(status, 1);
    assert.match(
      stderr,
      new RegExp(`already being rotated, by process ${first.child.pid}, started `),
    );
  } finally {
    first.child.kill("SIGCONT");
  }
  assert.equal(await first.ended, 0, first.output.stderr);
  const [newest = ""] = keyIdsIn(made.path);
  assert.deepEqual([...secretsByKey(made.path).keys()], [newest]);
});

test("of rotations at once, every key that sealed something stays in the ring", async () => {
  using made = place(300);
  const reported = new Set(keyIdsIn(made.path));
  for (let round = 0; round < 2; round += 1) {
    const all = await Promise.all(
      Array.from({ length: 3 }, () => run(["keys", "rotate", "--json"], made.options)),
    );
    const done = all.filter((one) => one.status === 0);
    assert.ok(done.length > 0, all[0]?.stderr);
    for (const one of done) reported.add(JSON.parse(one.stdout).key_id);
    assert.deepEqual(new Set(keyIdsIn(made.path)), reported);
    assert.equal(secretsByKey(made.path).size, 1);
  }
});

test("a rotation that is killed at any moment loses no secret, and the next one ends what it began", async () => {
  using made = place(1500);
  const before = keyIdsIn(made.path).length;
  // Killed before the new key exists, just after that, and later and later during the encryption.
  for (const progress of [0, 1, 2, 400]) {
    const known = keyIdsIn(made.path).length;
    const rotation = start(["keys", "rotate"], made.options);
    await until(
      () =>
        progress === 0 ||
        (keyIdsIn(made.path).length > known &&
          (sealedByKey(made.path).get(keyIdsIn(made.path)[0] ?? "") ?? 0) >= progress - 1),
    );
    rotation.child.kill("SIGKILL");
    await rotation.ended;
    assert.equal(
      [...secretsByKey(made.path).values()].reduce((sum, one) => sum + one),
      1501,
    );
    assert.equal((await runHere(["user", "list"], made.options)).status, 0);
  }
  const { key_id } = await json<{ key_id: string }>(["keys", "rotate"], made.options);
  assert.deepEqual([...secretsByKey(made.path)], [[key_id, 1501]]);
  assert.ok(keyIdsIn(made.path).length >= before + 4);
  const left = readdirSync(made.path).filter((name) => name.startsWith("keys."));
  assert.deepEqual(
    left.filter((name) => !/\.(lock|holder)$/.test(name)),
    [],
  );
});

test("a server that was started before the rotation seals what it makes afterwards with the new key", async () => {
  using made = place();
  await using served = await serveHere(made.options);
  const app = await makeApp(made.options);
  const token = async () => {
    const credentials = Buffer.from(`${app.consumer_key}:${app.consumer_secret}`);
    const response = await fetch(`${served.baseUrl}/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${credentials.toString("base64")}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    assert.equal(response.status, 200);
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const first = await token();
  const { key_id } = await json<{ key_id: string }>(["keys", "rotate"], made.options);
  await runHere(["token", "revoke", "--yes", "--bearer", first], made.options);
  assert.notEqual(await token(), first);
  assert.deepEqual([...secretsByKey(made.path).keys()], [key_id]);
});

/**
 * Every rejection leaves the directory and the ledger unchanged, so everything opens again once the right ring is back.
 */
async function rejects(made: Place, message: RegExp, settings = {}): Promise<void> {
  const options = { settings: { ...made.options.settings, ...settings } };
  for (const { status, stderr } of [
    await rejectedServeHere(options),
    await runHere(["keys", "rotate"], options),
    await runHere(["migrate"], options),
  ]) {
    assert.equal(status, 2, stderr);
    assert.match(stderr, message);
  }
}

test("exit 2 — a missing key ring, another one, and one that lacks a key, until the right one is back", async () => {
  using made = place(10);
  using other = await otherPlace();
  const keys = join(made.path, "keys");
  const right = readFileSync(keys, "utf8");
  rmSync(keys);
  await rejects(made, /COUNTERSIGN_DATA_DIR: the key ring .*keys is missing.*from a backup/);
  assert.ok(!readdirSync(made.path).includes("keys"), "no other is made in its place");

  cpSync(join(other.path, "keys"), keys);
  await rejects(made, /COUNTERSIGN_DATA_DIR: the key ring .* is not the one that encrypted the/);
  // Another key with the same id, because administrators choose the ids.
  const sameId = `${right.split(":")[0]}:${Buffer.alloc(32, 9).toString("base64")}\n`;
  writeFileSync(keys, sameId);
  await rejects(made, /is not the one that encrypted the database/);

  writeFileSync(keys, right);
  await json(["keys", "rotate"], made.options);
  const rotated = readFileSync(keys, "utf8");
  writeFileSync(keys, right);
  await rejects(
    made,
    new RegExp(`has no key ${rotated.split(":")[0]}, which the database .* needs`),
  );
  writeFileSync(keys, rotated);
  assert.equal(secretsByKey(made.path).size, 1);
  // Nothing is sealed with the old key any more, so it can be removed.
  writeFileSync(keys, `${rotated.split("\n")[0]}\n`);
  await using served = await serveHere(made.options);
  assert.ok(served.baseUrl);
});

test("exit 2 — a key ring beside a database that is missing, empty or elsewhere", async () => {
  using made = place();
  const ledger = join(made.path, "countersign.db");
  const elsewhere = join(made.path, "elsewhere.db");
  const message =
    /COUNTERSIGN_DATA_DIR.*database .* is missing or empty, .*key ring .*keys belongs to/;
  await rejects(made, message, { DATABASE_URL: `sqlite:${elsewhere}` });
  assert.ok(!readdirSync(made.path).includes("elsewhere.db"), "none is made");
  renameSync(ledger, elsewhere);
  await rejects(made, message);
  writeFileSync(ledger, "");
  await rejects(made, message);
  renameSync(elsewhere, ledger);
  assert.equal((await runHere(["user", "list"], made.options)).status, 0);
});

test("of processes that meet a database without a key ring at once one makes the ring, and all use it", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await runHere(["migrate"], options);
  assert.ok(!readdirSync(directory.path).includes("keys"));
  const all = await Promise.all([
    ...Array.from({ length: 4 }, (_, at) =>
      run(["user", "create", "--screen-name", `u${at}`, "--password", password], options),
    ),
  ]);
  assert.deepEqual(
    all.map((one) => one.stderr),
    ["", "", "", ""],
  );
  assert.equal(keyIdsIn(directory.path).length, 1);
});

test("a ring of the administrator's own: a key that is put in front seals from the next start on, and all after a rotation", async () => {
  using directory = scratchDirectory();
  const [one, two] = [1, 2].map((at) => `k${at}:${Buffer.alloc(32, at).toString("base64")}`);
  const options = (keys: string) => ({ settings: { DATA_DIR: directory.path, KEYS: keys } });
  await makeAlice(options(`${one}`));
  await makeApp(options(`${one}`));
  // A server may still have the old ring, so only servers and rotations choose the key, and commands do not.
  await makeApp(options(`${two},${one}`));
  assert.deepEqual(sealedBy(directory.path), { k1: 2 });
  await (await serveHere(options(`${two},${one}`)))[Symbol.asyncDispose]();
  await makeApp(options(`${one},${two}`));
  assert.deepEqual(sealedBy(directory.path), { k1: 2, k2: 1 });
  const without = await runHere(["user", "list"], options(`${two}`));
  assert.equal(without.status, 2);
  assert.match(without.stderr, /^countersign: COUNTERSIGN_KEYS .*has no key k1, which/);
  await json(["keys", "rotate"], options(`${two},${one}`));
  assert.deepEqual(sealedBy(directory.path), { k2: 3 });
  assert.equal((await runHere(["user", "list"], options(`${two}`))).status, 0);
});

function sealedBy(dataDir: string): Record<string, number> {
  using database = new DatabaseSync(join(dataDir, "countersign.db"), { readOnly: true });
  const rows = database.prepare(
    "select cast(substr(consumer_secret, 2, 2) as text) as id, count(*) as count from application group by 1",
  );
  return Object.fromEntries(rows.all().map((row) => [String(row["id"]), Number(row["count"])]));
}
