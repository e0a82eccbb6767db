/** The examples of `--help` work as they stand: they run one after the other, as one administrator would type them. */
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commandAt, programOf } from "../../src/program/cli/commands.ts";
import { examples } from "../../src/program/cli/examples.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { executable, json, password, run, scratchDirectory, serve } from "./command.ts";
import { runHere } from "./run-here.ts";

test("each example stands in the help of its own command, and each command of the first level has one", async () => {
  const program = await programOf();
  for (const [path, lines] of Object.entries(examples)) {
    const names = path.split(" ");
    assert.ok(commandAt(program, names), path);
    for (const line of lines) assert.ok(line.includes(`countersign ${path}`), line);
    const { stdout } = await runHere([...names, "--help"]);
    for (const line of lines) assert.ok(stdout.includes(`\n  ${line}\n`), stdout);
  }
  const shown = new Set(Object.keys(examples).map((path) => path.split(" ")[0]));
  assert.deepEqual(
    program.commands.map((one) => one.name()).filter((name) => !shown.has(name)),
    [],
  );
});

const serving = ["serve", "demo", "test-server", "gallery"];
/** These report what they find by their status. */
const reporting = ["check", "debug-signature"];
/** test/postgres/move.test.ts runs it. */
const elsewhere = ["move"];

test("the examples run, with real values for the words in capitals", {
  skip: skippedOnPostgres("backups are of SQLite"),
}, async () => {
  using directory = scratchDirectory();
  const at = (name: string) => join(directory.path, name);
  mkdirSync(at("bin"));
  symlinkSync(executable, at("bin/countersign"));
  writeFileSync(at("password.txt"), `${password}\n`);
  const environment = { PATH: `${at("bin")}:${process.env["PATH"]}` };
  const settings = { DATA_DIR: at("data"), INTERNAL_PORT: "off" };
  let consumerKey = "";
  for (const [path, lines] of Object.entries(examples)) {
    if (elsewhere.includes(path)) continue;
    const place = path === "restore" ? { ...settings, DATA_DIR: at("restored") } : settings;
    for (const line of lines) {
      if (serving.includes(path)) {
        const args = line
          .split(" ")
          .slice(1)
          .map((word) => (/^\d+$/.test(word) ? "0" : word));
        await using served = await serve(args, { settings: place });
        assert.match(served.baseUrl, /^http:/, line);
        continue;
      }
      const text = line.replaceAll("CONSUMER_KEY", consumerKey);
      const ended = await run(["-c", text], {
        command: "bash",
        cwd: directory.path,
        environment,
        settings: place,
      });
      const isFine = ended.status === 0 || (reporting.includes(path) && ended.status === 1);
      assert.ok(isFine, `${line}: ${ended.status}\n${ended.stdout}${ended.stderr}`);
    }
    if (path === "app create") {
      const { data } = await json<{ data: { consumer_key: string }[] }>(["app", "list"], {
        settings,
      });
      consumerKey = data[0]?.consumer_key ?? "";
      writeFileSync(
        at("request.txt"),
        `curl -u '${consumerKey}:wrong' -d grant_type=client_credentials http://127.0.0.1:8080/oauth2/token\n`,
      );
    }
  }
});
