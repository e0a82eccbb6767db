/** Commands that root runs on a service of another account: docs/guide/running.md. */
import assert from "node:assert/strict";
import { chownSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { signedFetch } from "../support/signing.ts";
import { json, makeAlice, makeApp, scratchDirectory, serve } from "./command.ts";
import { runHere } from "./run-here.ts";

const [uid, gid] = [65534, 65533];
const skip = process.geteuid?.() !== 0 && "needs root, which alone may give files away";

test("root makes a database, rotates its keys and serves it: every file is that of the directory's account", {
  skip,
}, async () => {
  using scratch = scratchDirectory();
  const home = directoryOf(scratch.path, "home");
  const settings = { DATA_DIR: join(home, "data") };
  await makeAlice({ settings });
  const app = await makeApp({ settings });
  await json(["keys", "rotate"], { settings });
  assert.deepEqual(othersIn(home), []);
  {
    await using served = await serve(["serve"], { settings });
    const credentials = { consumerKey: app.consumer_key, consumerSecret: app.consumer_secret };
    const oauth = { oauth_callback: "oob" };
    const url = `${served.baseUrl}/oauth/request_token`;
    assert.equal((await signedFetch("POST", url, credentials, { oauth })).status, 200);
    const names = readdirSync(home, { recursive: true }).map(String);
    for (const name of [/-wal$/, /-shm$/, /\.nonces$/, /first-administrator$/, /serve\.holder$/]) {
      assert.ok(
        names.some((one) => name.test(one)),
        String(name),
      );
    }
    assert.deepEqual(othersIn(home), []);
  }
  assert.deepEqual(othersIn(home), []);

  // Files outside the directory belong to root, unless such a file of the account already exists.
  const [backup, list] = [join(scratch.path, "backup.db"), join(scratch.path, "revocations.jsonl")];
  writeFileSync(list, "");
  chownSync(list, uid, gid);
  for (const args of [
    ["backup", backup],
    ["revocations", "export", list],
  ]) {
    const { status, stderr } = await runHere(args, { settings });
    assert.equal(status, 0, stderr);
  }
  assert.deepEqual(othersIn(home), []);
  assert.equal(lstatSync(backup).uid, 0);
  assert.equal(lstatSync(list).uid, uid);
});

test("root restores a database: it is that of the directory's account", { skip }, async () => {
  using scratch = scratchDirectory();
  const { generateIdentity, identityToRecipient } = await import("age-encryption");
  const identity = await generateIdentity();
  const [first, keyFile] = [join(scratch.path, "first"), join(scratch.path, "age.key")];
  writeFileSync(keyFile, identity);
  await makeAlice({ settings: { DATA_DIR: first } });
  const home = directoryOf(scratch.path, "home");
  const file = join(scratch.path, "backup.db");
  for (const [args, DATA_DIR] of [
    [["backup", file, "--with-keys", "--recipient", await identityToRecipient(identity)], first],
    [["restore", file, "--identity", keyFile], join(home, "data")],
    [["user", "list"], join(home, "data")],
  ] as const) {
    const { status, stderr } = await runHere(args, { settings: { DATA_DIR } });
    assert.equal(status, 0, stderr);
  }
  assert.deepEqual(othersIn(home), []);
});

function directoryOf(path: string, name: string): string {
  const made = join(path, name);
  mkdirSync(made, { mode: 0o700 });
  chownSync(made, uid, gid);
  return made;
}

/** Files that do not belong to the service's account, or that others can read. */
function othersIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true })
    .map(String)
    .filter((name) => {
      const found = lstatSync(join(directory, name));
      return found.uid !== uid || found.gid !== gid || (found.mode & 0o077) !== 0;
    });
}
