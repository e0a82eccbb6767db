/** Runs the command of docs/guide/automate.md that keeps a list of access tokens, as written. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { guideText } from "../support/guide-block.ts";
import { executable, makeAlice, makeApp, makeToken, run, scratchDirectory } from "./command.ts";

// interface §16.75
test("docs/guide/automate.md: the tokens that are neither used nor issued since are kept in a file", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  mkdirSync(join(path, "bin"));
  symlinkSync(executable, join(path, "bin/countersign"));
  const settings = { DATA_DIR: join(path, "data") };
  await makeAlice({ settings });
  const keys = await makeApp({ settings });
  await makeToken({ settings }, keys);
  const [block = ""] = /^countersign token export .*$/m.exec(guideText("automate")) ?? [];
  const perform = async (day: string) => {
    const command = block.replace("KEY", keys.consumer_key).replace("2026-05-01", day);
    assert.ok(command.includes(day), block);
    const { status, stdout, stderr } = await run(["-e", "-c", command], {
      ...{ command: "bash", cwd: path, settings },
      environment: {
        PATH: `${join(path, "bin")}:${dirname(process.execPath)}:${process.env["PATH"]}`,
      },
    });
    assert.equal(status, 0, `${stdout}\n${stderr}`);
    return readFileSync(join(path, "unused.csv"), "utf8").trimEnd().split("\n");
  };
  const head = "application_id,application,user_id,user,access,issued_at,last_used_on";
  assert.deepEqual(await perform("2020-01-01"), [head]);
  const [, line = "", ...more] = await perform("2999-01-01");
  assert.match(line, /^\d+,Weather Bot,\d+,alice,/);
  assert.deepEqual(more, []);
});
