import assert from "node:assert/strict";
import { test } from "node:test";
import { withCode } from "./phrase.ts";

test("a command in a text is code, and has the name that it has on this machine", () => {
  const text = "Run “countersign keys rotate”, and see COUNTERSIGN_BACKUP_DIR.";
  assert.equal(
    String(withCode(text)),
    "Run <code>countersign keys rotate</code>, and see <code>COUNTERSIGN_BACKUP_DIR</code>.",
  );
  assert.equal(
    String(withCode(text, "countersign-admin")),
    "Run <code>countersign-admin keys rotate</code>, and see <code>COUNTERSIGN_BACKUP_DIR</code>.",
  );
});
