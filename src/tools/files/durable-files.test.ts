import assert from "node:assert/strict";
import fs, {
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
import { copyRevocations } from "../../storage/revocation-copy.ts";
import {
  linkNew,
  replaceFile,
  replaceOwnFile,
  replaceOwnFileAside,
  syncDirectory,
  syncDirectoryAside,
  syncFile,
} from "./durable-files.ts";

test("what someone has put in the way of a new file is not written to", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  try {
    const theirs = join(directory, "theirs");
    const path = join(directory, "file");
    const inTheWay = `${path}.new-${process.pid}`;
    const nothing = { revocations: async () => ({ rows: [], last: 0 }) };
    for (const write of [
      () => replaceFile(path, "ours"),
      () => copyRevocations(nothing, path, async () => {}),
    ]) {
      writeFileSync(theirs, "theirs");
      symlinkSync(theirs, inTheWay);
      await write();
      assert.equal(readFileSync(theirs, "utf8"), "theirs");
      writeFileSync(inTheWay, "", { mode: 0o666 });
      await write();
      assert.equal(statSync(path).mode & 0o777, 0o600);
      assert.equal(statSync(path).nlink, 1);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a file is on the disk before it has its name, and the name is on the disk before it is answered", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  const path = join(directory, "file");
  try {
    for (const [write, synced] of [
      [() => replaceFile(path, "ours"), ["file.new-PID: 4 bytes", "[file]"]],
      [() => replaceOwnFile(path, "own"), ["file.new: 3 bytes", "[file]"]],
      [() => replaceOwnFileAside(path, "aside"), ["file.new: 5 bytes", "[file]"]],
      [() => syncFile(path), ["file: 5 bytes"]],
      [() => linkNew(path, join(directory, "other")), ["[other]"]],
      [() => syncDirectory(directory), ["[other]"]],
      [() => syncDirectoryAside(directory), ["[other]"]],
    ] as const) {
      using files = watchedFiles(directory);
      await write();
      assert.deepEqual(files.synced, synced);
      assert.equal(files.open(), 0);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("every file is its owner's alone, and an error is the one that stopped it", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  const path = join(directory, "file");
  try {
    for (const write of [replaceFile, replaceOwnFile, replaceOwnFileAside]) {
      await write(path, "ours");
      assert.equal(statSync(path).mode & 0o777, 0o600);
      rmSync(path);
    }
    assert.throws(() => replaceFile(join(directory, "nowhere", "file"), ""), /ENOENT: .*, open /);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a file gets its last name on a disk that knows no links as well, and keeps its first where the disk fails", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  const [part, whole] = [join(directory, "part"), join(directory, "whole")];
  try {
    for (const code of ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EIO", undefined]) {
      writeFileSync(part, "ours");
      using _ = withOther(fs, {
        linkSync() {
          throw Object.assign(new Error(`${code}: link`), { code });
        },
      });
      if (code === "EIO" || code === undefined) {
        assert.throws(() => linkNew(part, whole), /: link/);
        assert.deepEqual(readdirSync(directory), ["part"]);
      } else {
        linkNew(part, whole);
        assert.deepEqual(readdirSync(directory), ["whole"]);
        rmSync(whole);
      }
    }
    writeFileSync(whole, "theirs");
    assert.throws(() => linkNew(part, whole), { code: "EEXIST" });
    assert.equal(readFileSync(whole, "utf8"), "theirs");
  } finally {
    rmSync(directory, { recursive: true });
  }
});
