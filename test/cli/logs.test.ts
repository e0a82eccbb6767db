/** What a journal or a terminal shows of the service has one format: docs/guide/running.md. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { inheritedEnvironment } from "../support/process.ts";
import { startOnTerminal, withoutTerminal } from "../support/terminal.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { until } from "../support/until.ts";
import { executable, scratchDirectory, serve } from "./command.ts";
import { runHere } from "./run-here.ts";

interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** Fails unless all that was printed are lines of JSON. */
function linesOf({
  stdout,
  stderr,
}: {
  readonly stdout: string;
  readonly stderr: string;
}): readonly Line[] {
  const lines = `${stdout}${stderr}`
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  for (const { level, time, msg } of lines) {
    assert.ok(Number.isInteger(level) && !Number.isNaN(Date.parse(time)) && msg !== "");
  }
  return lines;
}

test("JSON throughout: a first start with a warning, the hint of the first administrator, and the end", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path, PORT_80_TCP: "tcp://10.0.0.1:80" };
  const served = await serve(["serve"], { settings });
  await served.says("first-administrator");
  served.child.kill("SIGTERM");
  assert.equal(await served.ended, 0);
  const lines = linesOf(served.output);
  assert.ok(lines.some(({ level, msg }) => level === 40 && /PORT_80_TCP is ignored/.test(msg)));
  const hint = lines.find(({ msg }) => /^There is no administrator yet/.test(msg));
  assert.equal(hint?.["file"], join(directory.path, "first-administrator"));
  assert.equal(hint?.["portal"], `${served.baseUrl}/portal`);
});

test("standard output that can't be written is a line of the log, and the service continues", {
  skip: !existsSync("/dev/full") && "/dev/full is absent",
}, async () => {
  using directory = scratchDirectory();
  const args = ["-c", 'exec "$0" serve > /dev/full', executable];
  const env = {
    ...inheritedEnvironment(),
    COUNTERSIGN_DATA_DIR: directory.path,
    COUNTERSIGN_PORT: "0",
    COUNTERSIGN_INTERNAL_PORT: "0",
  };
  const child = spawn("sh", args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  await until(() => stderr.includes("standard output cannot be written"));
  await until(() => stderr.includes('"msg":"started"'));
  child.kill("SIGTERM");
  await once(child, "close");
  assert.equal(child.exitCode, 0);
  linesOf({ stdout: "", stderr });
});

test("one line of a start has the version, the engine, the addresses, and the IDs of the keys, but no key", {
  skip: skippedOnPostgres("the engine is another one"),
}, async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path, INTERNAL_PORT: "0" };
  await using served = await serve(["serve"], { settings });
  const line = linesOf(served.output).find(({ msg }) => msg === "started");
  const ring = readFileSync(join(directory.path, "keys"), "utf8");
  const [, id = "", key = ""] = /^([^:\s]+):(\S+)$/m.exec(ring) ?? [];
  assert.notEqual(key, "");
  assert.deepEqual(
    { ...line, level: 0, time: "", internalUrl: "", port: 0 },
    {
      ...{ level: 0, time: "", internalUrl: "", port: 0, msg: "started", host: "127.0.0.1" },
      version: JSON.parse(readFileSync("package.json", "utf8")).version,
      ...{ engine: "SQLite", database: join(directory.path, "countersign.db"), keys: [id] },
      baseUrl: served.baseUrl,
    },
  );
  assert.match(String(line?.["internalUrl"]), /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.ok(!served.output.stderr.includes(key));
});

for (const [what, settings, args, status, msg] of [
  ["a wrong setting", { PORT: "high" }, [], 2, /^COUNTERSIGN_PORT: /],
  ["a wrong number of processes", { PROCESSES: "0" }, [], 2, /COUNTERSIGN_PROCESSES/],
  [
    "an unknown setting",
    { PROT: "1" },
    [],
    2,
    /^COUNTERSIGN_PROT: unknown setting; `countersign config`/,
  ],
  ["an unknown option", {}, ["--prot", "1"], 2, /^error: unknown option '--prot'/],
  [
    "a directory that can't be made",
    { DATA_DIR: "/dev/null/data" },
    [],
    1,
    /COUNTERSIGN_DATA_DIR: /,
  ],
] as const) {
  test(`exit ${status} — ${what}: the reason is a line of JSON for a collector, and text for people`, async () => {
    using directory = scratchDirectory();
    const all = { DATA_DIR: join(directory.path, "data"), INTERNAL_PORT: "off", ...settings };
    const failed = await runHere(["serve", ...args], { settings: all });
    assert.equal(failed.status, status, failed.stderr);
    const [line] = linesOf(failed);
    assert.equal(line?.level, 60);
    assert.match(line?.msg ?? "", msg);
    const text = await runHere(["serve", ...args], { settings: { ...all, LOG_FORMAT: "text" } });
    assert.equal(text.status, status);
    assert.ok(text.stderr.replace(/^countersign: /, "").startsWith(line?.msg ?? "?"), text.stderr);
  });
}

test("exit 2 — a format that there isn't", async () => {
  const { status, stderr } = await runHere(["config"], { settings: { LOG_FORMAT: "xml" } });
  assert.equal(status, 2);
  assert.match(
    stderr,
    /COUNTERSIGN_LOG_FORMAT: "xml" is not a valid value\. It takes json or text/,
  );
});

test("text throughout, without colors, if a pipe is to get it", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path, LOG_FORMAT: "text" };
  const served = await serve(["serve"], { settings });
  await served.says("There is no administrator yet");
  served.child.kill("SIGTERM");
  await served.ended;
  const { stdout, stderr } = served.output;
  assert.equal(stdout, `ready ${served.baseUrl}\n`);
  assert.match(stderr, /^\d{4}-\d\d-\d\dT\S+Z info {2}started version=\S+ engine=/m);
  assert.ok(!/^\{/m.test(stderr) && !stderr.includes("\u001b"), stderr);
});

test("a terminal gets text with colors, and none with NO_COLOR", {
  skip: withoutTerminal,
}, async () => {
  using directory = scratchDirectory();
  for (const NO_COLOR of ["", "1"]) {
    const environment = {
      NO_COLOR,
      ...{ COUNTERSIGN_DATA_DIR: directory.path, COUNTERSIGN_PORT: "0" },
      COUNTERSIGN_INTERNAL_PORT: "off",
    };
    const started = startOnTerminal(`exec ${executable} serve`, { environment });
    await until(() => /^ready http\S+$/m.test(started.output()));
    await until(() => started.output().includes("There is no administrator yet"));
    started.child.stdin.write("\u0003");
    await started.ended;
    const [line = ""] = /^.*started.*$/m.exec(started.output()) ?? [];
    assert.equal(line.includes("\u001b[36minfo"), NO_COLOR === "", line);
    assert.match(stripVTControlCharacters(line), /^\d\d:\d\d:\d\dZ info {2}started version=/);
  }
});

test("messages name the command as administrators of this machine call it", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path, COMMAND: "countersign-admin" };
  const missing = await runHere(["user", "list"], { settings });
  assert.match(missing.stderr, /run `countersign-admin migrate`/);
  const help = await runHere(["--help"], { settings });
  assert.match(help.stdout, /^Usage: countersign-admin .*see\s+`countersign-admin config`/s);
  const served = await serve(["serve"], { settings });
  await served.says("There is no administrator yet");
  served.child.kill("SIGTERM");
  await served.ended;
  const hint = linesOf(served.output).find(({ msg }) => /no administrator/.test(msg));
  assert.deepEqual(hint?.["commands"], [
    "countersign-admin user create --admin --screen-name alice --password 'choose-your-own'",
    "countersign-admin admin grant --screen-name alice",
  ]);
});

test("what check finds names it too, as lines and as JSON", {
  skip: skippedOnPostgres("the schema is made older in the file"),
}, async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path, COMMAND: "countersign-admin" };
  await runHere(["migrate"], { settings });
  const database = new DatabaseSync(join(directory.path, "countersign.db"));
  database.exec("delete from migration where rowid = (select max(rowid) from migration)");
  database.close();
  for (const args of [["check"], ["check", "--json"]]) {
    const { stdout } = await runHere(args, { settings });
    assert.match(stdout, /run `countersign-admin migrate`/);
  }
});

test("nothing of the log comes between the lines of the demo's tour", async () => {
  await using served = await serve(["demo"]);
  await until(() => served.output.stdout.includes("4. examples/"));
  const [, id = "", secret = ""] = /-u '([^:]+):([^']+)'/.exec(served.output.stdout) ?? [];
  const { status } = await fetch(`${served.baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  assert.equal(status, 200);
  assert.equal(served.output.stderr, "");
});

test("the demo logs as much as COUNTERSIGN_LOG_LEVEL says", async () => {
  await using served = await serve(["demo"], { settings: { LOG_LEVEL: "info" } });
  await served.says('"msg":"started"');
});
