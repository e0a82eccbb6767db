import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readSecretFile, readSecretLine } from "./secret-file.ts";

test("the owner and the readers in the group have a secret; others have none, and the group changes none", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-secret-"));
  using _ = { [Symbol.dispose]: () => rmSync(directory, { recursive: true }) };
  const path = join(directory, "secret");
  writeFileSync(path, "  a secret \nnot that\n");
  for (const mode of [0o400, 0o600, 0o440, 0o640, 0o700, 0o750]) {
    chmodSync(path, mode);
    assert.equal(readSecretLine(path), "a secret", mode.toString(8));
  }
  for (const [mode, can] of [
    [0o444, "read"],
    [0o604, "read"],
    [0o644, "read"],
    [0o602, "change"],
    [0o620, "change"],
    [0o660, "change"],
    [0o666, "change"],
  ] as const) {
    chmodSync(path, mode);
    assert.throws(() => readSecretFile(path), {
      message: `${path}: other accounts of this machine can ${can} it (mode ${mode.toString(8)}); run chmod g-w,o= ${path}`,
    });
  }
});
