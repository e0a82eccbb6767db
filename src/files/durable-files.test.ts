import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { copyEnded } from "../storage/ended-copy.ts";
import { replaceFile } from "./durable-files.ts";

test("what somebody has put in the way of a new file is not written to", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  try {
    const theirs = join(directory, "theirs");
    const path = join(directory, "file");
    const inTheWay = `${path}.new-${process.pid}`;
    const nothing = { ended: async () => ({ rows: [], last: 0 }) };
    for (const write of [
      () => replaceFile(path, "ours"),
      () => copyEnded(nothing, path, async () => {}),
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
