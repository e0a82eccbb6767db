import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { holdDataDirectory } from "./data-directory.ts";

test("one holder at a time, whom the next one is told", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-hold-"));
  try {
    {
      using _held = holdDataDirectory(directory);
      assert.throws(
        () => holdDataDirectory(directory),
        new RegExp(`${directory}: process ${process.pid}, started \\d{4}-`),
      );
    }
    holdDataDirectory(directory)[Symbol.dispose]();
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a killed holder holds nothing", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-hold-"));
  try {
    const module = import.meta.resolve("./data-directory.ts");
    const script = `import { holdDataDirectory } from "${module}"; globalThis.held = holdDataDirectory(process.argv[1]); console.log("held"); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script, directory]);
    await once(child.stdout, "data");
    assert.throws(() => holdDataDirectory(directory), new RegExp(`process ${child.pid},`));
    child.kill("SIGKILL");
    await once(child, "exit");
    holdDataDirectory(directory)[Symbol.dispose]();
  } finally {
    rmSync(directory, { recursive: true });
  }
});
