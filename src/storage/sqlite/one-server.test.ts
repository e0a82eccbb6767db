import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { holdDataDirectory, holdLedger } from "./one-server.ts";

test("one holder at a time, whom the next one's error names", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-hold-"));
  try {
    {
      using _held = holdDataDirectory(directory);
      const holder = readFileSync(join(directory, "serve.holder"), "utf8");
      assert.match(holder, new RegExp(`^process ${process.pid}, started \\S+, on ${hostname()}$`));
      assert.throws(() => holdDataDirectory(directory), {
        message: `another server uses the data directory ${directory}: ${holder}; stop it, or use a different directory`,
      });
    }
    holdDataDirectory(directory)[Symbol.dispose]();
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a killed holder holds nothing", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-hold-"));
  try {
    const module = import.meta.resolve("./one-server.ts");
    const script = `import { holdDataDirectory, holdLedger } from "${module}"; globalThis.held = holdDataDirectory(process.argv[1]); console.log("held"); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script, directory]);
    const exit = once(child, "exit");
    try {
      await once(child.stdout, "data");
      assert.throws(() => holdDataDirectory(directory), new RegExp(`process ${child.pid},`));
    } finally {
      child.kill("SIGKILL");
      await exit;
    }
    holdDataDirectory(directory)[Symbol.dispose]();
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a database has one holder under all of its paths, also before it is made", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-hold-"));
  try {
    mkdirSync(join(directory, "real"));
    symlinkSync("real", join(directory, "by-directory"));
    symlinkSync("second", join(directory, "first"));
    symlinkSync("real/ledger.db", join(directory, "second"));
    const paths = ["real/ledger.db", "by-directory/ledger.db", "first", "second"];
    for (const made of [false, true]) {
      if (made) writeFileSync(join(directory, "real/ledger.db"), "");
      for (const held of paths) {
        using _held = holdLedger(join(directory, held), "/a");
        for (const path of paths) {
          assert.throws(
            () => holdLedger(join(directory, path), "/b"),
            new RegExp(`real/ledger\\.db: process ${process.pid}, .*the data directory /a;`),
            `${path} while ${held} is held`,
          );
        }
      }
    }
    holdLedger(join(directory, "real/other.db"), "/a")[Symbol.dispose]();
    linkSync(join(directory, "real/ledger.db"), join(directory, "hard.db"));
    assert.throws(() => holdLedger(join(directory, "hard.db"), "/a"), /2 hard links.*use a copy/);
    symlinkSync("loop", join(directory, "loop"));
    assert.throws(() => holdLedger(join(directory, "loop"), "/a"), /ELOOP/);
    assert.throws(() => holdLedger(join(directory, "missing/ledger.db"), "/a"), /ENOENT/);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
