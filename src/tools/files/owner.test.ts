import assert from "node:assert/strict";
import fs, {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
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
import { replaceFile, replaceOwnFile, replaceOwnFileAside } from "./durable-files.ts";
import { give, giveDirectory, makeForOwner, openNew, ownerAt } from "./owner.ts";

const asRoot = {
  skip: process.geteuid?.() !== 0 && "needs root, which alone may give files away",
};
const theirs = { uid: 65534, gid: 65533 };

/** The directories belong to root and to another account. */
function directories() {
  const ours = mkdtempSync(join(tmpdir(), "countersign-owner-"));
  const other = join(ours, "other");
  mkdirSync(other);
  chownSync(other, theirs.uid, theirs.gid);
  return { ours, other, [Symbol.dispose]: () => rmSync(ours, { recursive: true }) };
}

function ownerOf(path: string) {
  const { uid, gid, mode } = statSync(path);
  return { uid, gid, mode: mode & 0o777 };
}

test(
  "what root makes belongs to the owner of what was there, or else of the directory",
  asRoot,
  async () => {
    using place = directories();
    for (const [name, make] of Object.entries({
      replaceOwnFile: (path: string) => replaceOwnFile(path, "x"),
      replaceOwnFileAside: (path: string) => replaceOwnFileAside(path, "x"),
      openNew: (path: string) => fs.closeSync(openNew(path)),
      makeForOwner,
    })) {
      await make(join(place.other, name));
      assert.deepEqual(ownerOf(join(place.other, name)), { ...theirs, mode: 0o600 }, name);
    }
    const file = join(place.ours, "file");
    writeFileSync(file, "");
    assert.equal(ownerAt(file), undefined, "root's own");
    assert.equal(ownerAt(join(place.ours, "new")), undefined);
    chownSync(file, theirs.uid, theirs.gid);
    assert.deepEqual(ownerAt(file), theirs);
    replaceOwnFile(file, "x");
    assert.deepEqual(ownerOf(file), { ...theirs, mode: 0o600 });
    replaceFile(file, "x");
    assert.equal(ownerOf(file).uid, 0, "a file for the one who asked");
    using _ = withOther(process, { geteuid: () => theirs.uid });
    assert.equal(ownerAt(join(place.other, "new")), undefined, "only root may give");
  },
);

test(
  "an empty file is made for another account alone, and nothing stays open or is thrown",
  asRoot,
  () => {
    using place = directories();
    using files = watchedFiles(place.ours);
    makeForOwner(join(place.ours, "file"));
    assert.equal(existsSync(join(place.ours, "file")), false);
    for (const name of ["file", "file", "nowhere/file"]) makeForOwner(join(place.other, name));
    assert.equal(statSync(join(place.other, "file")).size, 0);
    assert.equal(files.open(), 0);
  },
);

test("a directory is given, and neither a file nor what a link leads to", asRoot, () => {
  using place = directories();
  using files = watchedFiles(place.ours);
  const [made, file, link] = ["made", "file", "link"].map((name) => join(place.ours, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(made);
  writeFileSync(file, "");
  symlinkSync("made", link);
  for (const path of [made, join(place.ours, "nowhere")]) giveDirectory(path, undefined);
  for (const path of [file, link]) assert.throws(() => giveDirectory(path, theirs));
  for (const path of [made, file]) assert.equal(ownerOf(path).uid, 0);
  giveDirectory(made, theirs);
  assert.equal(ownerOf(made).uid, theirs.uid);
  assert.equal(files.open(), 0);
});

test("where the system does not allow it a file stays root's; another error is one", () => {
  for (const code of ["EPERM", "EINVAL", "ENOSYS", "ENOTSUP", "EIO", undefined]) {
    using _ = withOther(fs, {
      fchownSync() {
        throw Object.assign(new Error(`${code}: fchown`), { code });
      },
    });
    if (code === "EIO" || code === undefined) assert.throws(() => give(0, theirs), /: fchown/);
    else give(0, theirs);
    give(0, undefined);
  }
});
