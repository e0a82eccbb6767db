/** The command `countersign-conformance`, used correctly and incorrectly. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startNaive } from "./naive/provider.ts";

test("exit 0, 1 and 3 — a run, its report as JSON and HTML, and no secret in either", async () => {
  using directory = scratchDirectory();
  const file = (name: string) => join(directory.path, name);
  await using right = await startNaive();
  writeFileSync(file("right.json"), JSON.stringify(right.config));
  const some = ["--only", "3.3/nonce", "--only", "2.3/once,3.4.2/key"];
  const passed = await run(["--config", file("right.json"), ...some]);
  assert.equal(passed.status, 0, passed.stderr + passed.stdout);
  assert.match(passed.stdout, /^A naive provider: \d+ cases, \d+ requests/m);

  await using wrong = await startNaive(["nonce-race", "secret-in-error"]);
  writeFileSync(file("wrong.json"), JSON.stringify(wrong.config));
  const reports = ["--json", file("report.json"), "--html", file("report.html")];
  const only = ["--only", "3.3/replay,4/no-secret"];
  const failed = await run(["--config", file("wrong.json"), ...only, ...reports]);
  assert.equal(failed.status, 1);
  assert.match(failed.stdout, /^FAILED security §3\.3 3\.3\/replay\/at-the-same-time\/resource$/m);
  const { client } = wrong.config as { client: { secret: string } };
  const json = readFileSync(file("report.json"), "utf8");
  const html = readFileSync(file("report.html"), "utf8");
  assert.equal(JSON.parse(json).results.length > 10, true);
  for (const text of [failed.stdout, json, html]) {
    assert.ok(!text.includes(client.secret));
    assert.match(text, /3\.3\/replay\/at-the-same-time\/resource/);
  }

  const nobody = { ...right.config, client: { key: "nobody", secret: "no secret of anybody" } };
  writeFileSync(
    file("nobody.json"),
    JSON.stringify({ ...nobody, signature_methods: ["HMAC-SHA1"] }),
  );
  const untried = await run(["--config", file("nobody.json"), "--only", "3.4.2/key"]);
  assert.equal(untried.status, 3, untried.stdout);
  assert.match(untried.stdout, /a rejection would show nothing/);
});

test("--list and --dry-run ask no one", async () => {
  using directory = scratchDirectory();
  const file = join(directory.path, "provider.json");
  const url = "http://127.0.0.1:1/request_token";
  writeFileSync(
    file,
    JSON.stringify({ name: "Nobody", request_token: { url }, client: { key: "k", secret: "s" } }),
  );
  const listed = await run(["--list", "--severity", "should"]);
  assert.equal(listed.status, 0);
  assert.match(listed.stdout, /^should {3}§3\.2 3\.2\/401\/wrong-signature\/resource: .*\.$/m);
  const planned = await run(["--config", file, "--dry-run", "--only", "2.1"]);
  assert.equal(planned.status, 0, planned.stderr);
  assert.match(
    planned.stdout,
    /^\d+ of \d+ cases would be tried at Nobody, .*\nOnly these hosts are asked: 127\.0\.0\.1:1$/m,
  );
});

test("the README has every option of the help, and every exit status", async () => {
  const help = await run(["--help"]);
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const options = help.stdout.match(/^ {2}--\w[\w-]*/gm) ?? [];
  assert.ok(options.length >= 8, help.stdout);
  for (const option of options) assert.ok(readme.includes(`\`${option.trim()}`), option);
  const [, statuses = ""] = /^Exit status: (.*)/ms.exec(help.stdout) ?? [];
  const listed = [...readme.matchAll(/^\| (\d) \|/gm)].map(([, status]) => status);
  assert.deepEqual(listed, statuses.match(/\b\d\b/g));
});

for (const [what, args, says] of [
  ["no config", [], /--config is missing/],
  [
    "a config that is not there",
    ["--config", "/nowhere/provider.json"],
    /\/nowhere\/provider\.json cannot be read/,
  ],
  [
    "a config that is none",
    ["--config", fileURLToPath(new URL("../package.json", import.meta.url))],
    /--config package\.json: .*name|client/s,
  ],
  ["a severity that is none", ["--severity", "may"], /must, should, security/],
  ["an unknown option", ["--onyl", "3.3"], /--onyl/],
  ["a case that is none", ["--only", "9.9"], /no case has such an ID/],
] as const) {
  test(`exit 2 — ${what}`, async () => {
    const { status, stderr, stdout } = await run(args);
    assert.equal(status, 2, stdout);
    assert.match(stderr, says);
  });
}

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

async function run(args: readonly string[]) {
  const child = execFile(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    main,
    ...args,
  ]);
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (text) => {
    output.stdout += text;
  });
  child.stderr?.on("data", (text) => {
    output.stderr += text;
  });
  const [status] = await once(child, "close");
  return { status, ...output };
}

/** A directory that is removed after the test. */
function scratchDirectory(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "conformance-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
