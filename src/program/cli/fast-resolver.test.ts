import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const directory = mkdtempSync(join(tmpdir(), "countersign quick#imports-"));
after(() => rmSync(directory, { recursive: true, force: true }));

const first = fileURLToPath(new URL("fast-resolver.ts", import.meta.url));

test("each folder's modules are what its own package.json says, as without it", () => {
  put("package.json", '{ "type": "module" }');
  put("main.js", 'import "./esm/one.js"; import "./esm/two.js"; import "./cjs/three.js";');
  put("esm/one.js", 'console.log("one", import.meta.url.endsWith("/esm/one.js"));');
  put("esm/two.js", 'import "../esm/one.js"; import "node:fs"; console.log("two");');
  put("cjs/package.json", '{ "type": "commonjs" }');
  put("cjs/three.js", 'console.log("three", require("./four.js"), require("./four"));');
  put("cjs/four.js", 'module.exports = "four";');
  const { stdout, stderr } = run("main.js");
  assert.equal(stderr, "");
  assert.equal(stdout, "one true\ntwo\nthree four four\n");
});

test("a missing module is an error that names it", () => {
  put("missing/here.js", "");
  put("missing.js", 'import "./missing/here.js"; import "./missing/gone.js";');
  const { status, stderr } = run("missing.js");
  assert.equal(status, 1);
  assert.match(stderr, /missing\/gone\.js/);
});

function put(name: string, text: string): void {
  const file = join(directory, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function run(name: string): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--require", first, join(directory, name)],
    { encoding: "utf8", env },
  );
}
