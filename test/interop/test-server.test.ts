/** The examples of docs/guide/testing.md in other languages, run as readers would run them. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { executable, repository } from "../cli/command.ts";
import { guideBlock } from "../support/guide-block.ts";
import { fastResolver } from "../support/process.ts";

const examples = join(repository, "examples/testing");

interface Example {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
  /** A command that succeeds if everything that the example needs is installed. */
  readonly present: readonly [string, ...string[]];
  readonly says: RegExp;
}

// Debian's Python has Debian's packages; another Python earlier in the PATH may not have them.
const python = ["/usr/bin/python3", "python3"].find((one) => works([one, "-c", "import pytest"]));
const all: readonly Example[] = [
  {
    title: "pytest and requests-oauthlib",
    command: [
      python ?? "python3",
      "-m",
      "pytest",
      "-q",
      "-p",
      "no:cacheprovider",
      "test_weather.py",
      "test_api.py",
    ],
    present: [python ?? "python3", "-c", "import pytest, requests_oauthlib"],
    says: /^7 passed/m,
  },
  {
    title: "PHPUnit and the OAuth extension",
    command: ["phpunit", "--do-not-cache-result", "WeatherTest.php"],
    present: ["sh", "-c", "command -v phpunit && php -m | grep -q OAuth"],
    says: /^OK \(2 tests/m,
  },
  {
    title: "go test",
    command: ["go", "test", "-count=1", "weather_test.go"],
    present: ["go", "version"],
    says: /^ok /m,
  },
];

for (const { title, command, present, says } of all) {
  const skip = !works(present) && `${title}: not installed; see the packages in .ci/run`;
  test(`${title}: an application is tested against a test server`, { skip }, async (t) => {
    const scratch = mkdtempSync(join(tmpdir(), "countersign-examples-"));
    t.after(() => rmSync(scratch, { recursive: true, force: true }));
    const [program, ...args] = command;
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: examples,
      env: {
        ...process.env,
        COUNTERSIGN: executable,
        GOCACHE: join(scratch, "go"),
        PYTHONDONTWRITEBYTECODE: "1",
      },
    });
    assert.match(stdout, says);
  });
}

test("node:test: an API that Countersign protects is tested against a test server", async (t) => {
  const scratch = mkdtempSync(join(tmpdir(), "countersign-guide-"));
  t.after(() => rmSync(scratch, { recursive: true, force: true }));
  symlinkSync(join(repository, "node_modules"), join(scratch, "node_modules"));
  const source = (file: string) =>
    JSON.stringify(pathToFileURL(join(repository, "src", file)).href);
  const file = join(scratch, "api.test.mjs");
  writeFileSync(
    file,
    guideBlock("testing", "api.test.mjs", {
      '"@countersign/client/express"': source("../packages/client/src/express.ts"),
      '"countersign/testing"': source("program/test-server/testing.ts"),
    }),
  );
  const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
  const args = ["--disable-warning=ExperimentalWarning", fastResolver, "--test", file];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  assert.match(stdout, /^. pass 5$/m);
});

function works([program, ...args]: readonly [string, ...string[]]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}
