/** What commands show on a terminal, and scripts don't see. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runOnTerminal, withoutTerminal } from "../support/terminal.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { executable, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

const skip = withoutTerminal || skippedOnPostgres("the data is in files");
const clear = "\r\u001b[K";

test("help is in groups, and no command is outside of one", async () => {
  const { stdout } = await runHere(["--help"]);
  const headings = [...stdout.matchAll(/^(\w.*):$/gm)].map(([, heading]) => heading);
  assert.deepEqual(headings, [
    ...["Options", "Service", "Accounts", "Applications", "Credentials", "Data", "Checks"],
    ...["Trying it out", "Help"],
  ]);
  assert.match(stdout, /^Accounts:\n {2}user .*\n {2}admin .*\n {2}invitation /m);
});

test("import and keys rotate draw a bar on a terminal and remove it, and scripts get nothing of it", {
  skip,
}, async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: join(directory.path, "data") };
  const environment = { COUNTERSIGN_DATA_DIR: settings.DATA_DIR };
  const file = join(directory.path, "users.jsonl");
  await runHere(["migrate"], { settings });
  writeFileSync(file, usersWithAuthenticators(15_000), { mode: 0o600 });
  const imported = await runOnTerminal(`${executable} import ${file}`, { environment });
  assert.equal(imported.status, 0, imported.output);
  assert.match(imported.output, /\[[#.]{30}\] \d of \d MB/);
  const rotated = await runOnTerminal(`${executable} keys rotate`, { environment });
  assert.match(rotated.output, /\[#{30}\] [\d,]+ of [\d,]+ secrets/);
  for (const { output } of [imported, rotated]) {
    const last = output.slice(output.lastIndexOf("["));
    assert.ok(output.lastIndexOf(clear) > output.lastIndexOf("] "), last);
  }
  const json = await runOnTerminal(`${executable} keys rotate --json`, { environment });
  assert.match(json.output, /^\{"key_id":.*\}\r?\n$/);
  const piped = await runHere(["keys", "rotate"], { settings });
  assert.deepEqual([piped.status, piped.stderr], [0, ""]);
});

function usersWithAuthenticators(count: number): string {
  return Array.from({ length: count }, (_, n) => {
    const [id, name] = [String(1000 + n), `user${n}`];
    return [
      { type: "user", id, screen_name: name },
      { type: "totp", user_id: id, screen_name: name, secret: "ABCDEFGHIJKLMNOP" },
    ];
  })
    .flat()
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
}

test("backup and restore, which keep the process busy, have a bar from another thread", {
  skip: withoutTerminal,
}, async () => {
  using directory = scratchDirectory();
  const file = join(directory.path, "growing.part");
  const script = `
    import { appendFileSync } from "node:fs";
    import { watchFile } from "${import.meta.resolve("../../src/program/cli/watch-file.ts")}";
    for (const json of [false, true]) {
      await using _watched = watchFile({ file: ${JSON.stringify(file)}, bytes: 40_000_000 }, { json });
      for (let at = 0; at < 20; at += 1) {
        appendFileSync(${JSON.stringify(file)}, Buffer.alloc(1_000_000));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      }
      console.log(json ? "second" : "first");
    }`;
  const at = join(directory.path, "script.mjs");
  writeFileSync(at, script);
  const { status, output } = await runOnTerminal(`${process.execPath} ${at}`);
  assert.equal(status, 0, output);
  const [first = "", second = ""] = output.split("first");
  assert.match(first, /\[#{9,15}\.{15,21}\] 1\d of 40 MB/);
  assert.doesNotMatch(second, /MB/);
});

test("lines are as wide as the terminal, and a pipe gets them whole", {
  skip: withoutTerminal,
}, async () => {
  using directory = scratchDirectory();
  const environment = { COUNTERSIGN_DATA_DIR: directory.path };
  for (const columns of [60, 100]) {
    const { output } = await runOnTerminal(`${executable} config`, { environment, columns });
    const tooLong = output.split(/\r?\n/).filter((line) => line.length > columns);
    // Only a value that is one word may be longer.
    assert.deepEqual(
      tooLong.filter((line) => / \S+ /.test(line.trim())),
      [],
    );
  }
  const { stdout } = await runHere(["config"], { settings: { DATA_DIR: directory.path } });
  assert.ok(stdout.split("\n").some((line) => line.length > 200));
});
