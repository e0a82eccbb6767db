/** What stands in ops/: the unit, as far as systemd judges it without running it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { missing } from "./gateways/gateway.ts";

const unit = "ops/countersign.service";

test(`${unit}: systemd knows all of it, and rates what it could still do with at most 1.5`, {
  skip: missing("systemd-analyze"),
}, () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-unit-"));
  try {
    const here = join(directory, "countersign.service");
    const text = readFileSync(unit, "utf8");
    // The command that the unit starts has to exist.
    writeFileSync(here, text.replace("/usr/local/bin/countersign", resolve("bin/countersign")));
    const known = spawnSync("systemd-analyze", ["verify", "--man=no", here], { encoding: "utf8" });
    assert.doesNotMatch(known.stderr, /countersign\.service/, known.stderr);
    const args = ["security", "--offline=true", "--threshold=15", "--no-pager", here];
    const rated = spawnSync("systemd-analyze", args, { encoding: "utf8" });
    assert.equal(rated.status, 0, rated.stdout + rated.stderr);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
