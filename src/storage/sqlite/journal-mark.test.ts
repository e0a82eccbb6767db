import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { journalMark } from "./journal-mark.ts";

test("the last mark and the one before it are known, also after a start; in a copy they are a copy's", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-mark-"));
  const copied = `${directory}-copy`;
  try {
    const mark = journalMark(directory);
    const [oldest, before, last] = [mark.renew(), mark.renew(), mark.renew()];
    assert.match(last, /^[0-9a-f]{32}$/);
    cpSync(directory, copied, { recursive: true });
    for (const one of [mark, journalMark(directory)]) {
      assert.deepEqual(
        [last, before, oldest, "none"].map((each) => one.compare(each)),
        ["same", "same", "another", "another"],
      );
    }
    assert.equal(journalMark(copied).compare(last), "copy");
  } finally {
    for (const one of [directory, copied]) rmSync(one, { recursive: true, force: true });
  }
});
