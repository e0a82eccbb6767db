import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { makeDirectory } from "./make-directory.ts";

test("a directory and what leads to it, for this account alone; one that is there stays as it is", () => {
  using at = scratch();
  const path = join(at.path, "a/b");
  makeDirectory(path);
  makeDirectory(path);
  for (const made of [path, join(at.path, "a")]) assert.equal(statSync(made).mode & 0o777, 0o700);
  symlinkSync(path, join(at.path, "link"));
  makeDirectory(join(at.path, "link"));
});

test("a file in its place, or on the way, is rejected", () => {
  using at = scratch();
  writeFileSync(join(at.path, "file"), "");
  const file = join(at.path, "file");
  for (const path of [file, join(file, "x"), join(file, "x/y")]) {
    const message = `${file} is a file, not a directory; use a different path, or move the file away`;
    assert.throws(() => makeDirectory(path), { message });
  }
});

test("where no directories can be made it ends, and says so", {
  skip: process.platform !== "linux",
}, () => {
  for (const path of ["/proc/countersign", "/proc/countersign/data"]) {
    assert.throws(
      () => makeDirectory(path),
      /\/proc\/countersign can't be created: .* \/proc doesn't support directories/,
    );
  }
});

function scratch(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "countersign-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}
