import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import fs, {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { withOther } from "../../../test/support/other-functions.ts";
import { watchedFiles } from "../../../test/support/watched-files.ts";
import { addKeyToFile, ensureKeyFile, keySource, parseKeys } from "./key-sources.ts";

const text = (id: string, bytes = 32) => `${id}:${randomBytes(bytes).toString("base64")}`;

function scratch(): Disposable & { path: string; directory: string } {
  const directory = mkdtempSync(join(tmpdir(), "countersign-keys-"));
  return {
    directory,
    path: join(directory, "keys"),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

test("keys are separated by commas or line breaks, base64 in either alphabet", () => {
  const [a, b, c] = [text("a"), text("b"), text("c")];
  assert.deepEqual(
    parseKeys(` ${a},${b}\n\r\n ${c}\n`).map((one) => one.id),
    ["a", "b", "c"],
  );
  const key = Buffer.alloc(32, 255);
  assert.deepEqual(parseKeys(`x:${key.toString("base64url")}`)[0]?.key, key);
});

test("what is no ring is rejected, in words that quote no key", () => {
  const good = text("good");
  for (const [bad, words] of [
    ["", /no key/],
    [" \n", /no key; the form is id:key pairs \(key: base64 of 32 bytes\)/],
    [`${good},${text("short", 31)}`, /key 2 is not of the form id:key pairs/],
    [text("long", 33), /key 1/],
    ["nokey", /key 1/],
    [`sp%ce:${good.slice(5)}`, /key 1/],
    [`${good}!`, /key 1/],
    [`${good}==`, /key 1/],
    [`x${good}`.replace("xgood", "x".repeat(33)), /key 1/],
    ["k1:", /key 1/],
    [`${good},${good}`, /same id/],
  ] as const) {
    assert.throws(
      () => parseKeys(bad),
      (error: Error) => words.test(error.message) && !error.message.includes(good.slice(5, 20)),
    );
  }
});

test("the file is made once, for its owner alone, and never overwritten", () => {
  using place = scratch();
  ensureKeyFile(place.path);
  const made = readFileSync(place.path, "utf8");
  assert.equal(statSync(place.path).mode & 0o777, 0o600);
  assert.equal(parseKeys(made).length, 1);
  ensureKeyFile(place.path);
  assert.equal(readFileSync(place.path, "utf8"), made);
  assert.deepEqual(readdirSync(place.directory), ["keys"], "nothing is left beside it");
});

test("a key that is added comes first, keeps the others and the mode", () => {
  using place = scratch();
  ensureKeyFile(place.path);
  const [before] = keySource({ file: place.path })();
  const id = addKeyToFile(place.path);
  const after = keySource({ file: place.path })();
  assert.deepEqual(
    after.map((one) => one.id),
    [id, before?.id],
  );
  assert.deepEqual(after[1]?.key, before?.key);
  assert.equal(statSync(place.path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(place.directory), ["keys"]);
});

test("a key is on the disk, by its name, before anything is sealed with it", () => {
  using place = scratch();
  {
    using files = watchedFiles(place.directory);
    ensureKeyFile(place.path);
    assert.deepEqual(files.synced, ["keys.PID.new.new: 54 bytes", "[keys.PID.new]", "[keys]"]);
  }
  using files = watchedFiles(place.directory);
  addKeyToFile(place.path);
  assert.deepEqual(files.synced, ["keys.new: 108 bytes", "[keys]"]);
  assert.match(readFileSync(place.path, "utf8"), /^(?:[0-9a-f]{8}:\S{44}\n){2}$/);
});

test("a key file that may not be on the disk, or cannot be made, is an error that says why", () => {
  using place = scratch();
  {
    using _ = withoutSyncOnce(place.path);
    assert.throws(() => ensureKeyFile(place.path), /EIO/);
  }
  assert.deepEqual(readdirSync(place.directory), ["keys"]);
  {
    const other = join(place.directory, "other");
    using _ = withOther(fs, {
      linkSync() {
        throw Object.assign(new Error("EIO: i/o error, link"), { code: "EIO" });
      },
    });
    assert.throws(() => ensureKeyFile(other), /EIO: i\/o error, link/);
    assert.deepEqual(readdirSync(place.directory), ["keys"]);
  }
  const nowhere = join(place.directory, "nowhere", "keys");
  assert.throws(() => ensureKeyFile(nowhere), /ENOENT: .*, (?:stat|open) '/);
});

test("of two processes that start at once, the second uses the file of the first", () => {
  using place = scratch();
  {
    using _ = madeMeanwhile(place.path, `${text("first")}\n`);
    using files = watchedFiles(place.directory);
    ensureKeyFile(place.path);
    assert.equal(files.synced.at(-1), "[keys]", "the other may not have come so far");
  }
  assert.equal(keySource({ file: place.path })()[0]?.id, "first");
  assert.deepEqual(readdirSync(place.directory), ["keys"]);
});

test("a link that lies where the new file is written leads a key nowhere else", () => {
  using place = scratch();
  ensureKeyFile(place.path);
  const elsewhere = join(place.directory, "elsewhere");
  writeFileSync(elsewhere, "as it was", { mode: 0o644 });
  symlinkSync(elsewhere, `${place.path}.new`);
  addKeyToFile(place.path);
  assert.equal(readFileSync(elsewhere, "utf8"), "as it was");
  assert.ok(statSync(place.path).isFile());
  assert.equal(statSync(place.path).mode & 0o777, 0o600);
});

test("a file that others can read is rejected, saying what to do; its group may read it", () => {
  using place = scratch();
  ensureKeyFile(place.path);
  chmodSync(place.path, 0o644);
  assert.throws(keySource({ file: place.path }), /run chmod g-w,o= /);
  chmodSync(place.path, 0o640);
  assert.equal(keySource({ file: place.path })().length, 1);
  writeFileSync(place.path, "damaged");
  assert.throws(keySource({ file: place.path }), (error: Error) =>
    error.message.startsWith(place.path),
  );
});

test("a given ring is read once", () => {
  const source = keySource({ given: text("k1") });
  assert.equal(source(), source());
});

test("a key is added behind a symbolic link, which stays one, and over what a killed rotation left", () => {
  using place = scratch();
  ensureKeyFile(place.path);
  const link = join(place.directory, "link");
  symlinkSync("keys", link);
  writeFileSync(`${place.path}.new`, "left", { mode: 0o644 });
  const id = addKeyToFile(link);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(keySource({ file: place.path })()[0]?.id, id);
  assert.deepEqual(readdirSync(place.directory).sort(), ["keys", "link"]);
});

test("a ring keeps its owner, or is left as it is", {
  skip: process.geteuid?.() !== 0 && "needs root, which alone may give files away",
}, () => {
  using place = scratch();
  ensureKeyFile(place.path);
  chownSync(place.path, 65534, 65533);
  addKeyToFile(place.path);
  const { uid, gid, mode } = statSync(place.path);
  assert.deepEqual([uid, gid, mode & 0o777], [65534, 65533, 0o600]);
  const before = readFileSync(place.path, "utf8");
  using _ = withoutGiving();
  assert.throws(() => addKeyToFile(place.path), /keys belongs to another account/);
  assert.equal(readFileSync(place.path, "utf8"), before);
  assert.deepEqual(readdirSync(place.directory), ["keys"]);
});

/** A container may not change owners. */
function withoutGiving(): Disposable {
  return withOther(fs, {
    fchownSync() {
      throw Object.assign(new Error("EPERM: operation not permitted, fchown"), { code: "EPERM" });
    },
  });
}

/** The next sync fails once the file has its name. */
function withoutSyncOnce(path: string): Disposable {
  const { fsyncSync } = fs;
  return withOther(fs, {
    fsyncSync(file: number) {
      if (existsSync(path))
        throw Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
      fsyncSync(file);
    },
  });
}

/** Another process creates the file after this one has looked for it. */
function madeMeanwhile(path: string, content: string): Disposable {
  const { linkSync } = fs;
  return withOther(fs, {
    linkSync(...args: Parameters<typeof linkSync>) {
      writeFileSync(path, content, { mode: 0o600 });
      linkSync(...args);
    },
  });
}
