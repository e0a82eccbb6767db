import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { appendTo } from "./append-to.ts";

test("a pipe where the file was gets no events: it would get each of them again and again", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  const path = join(directory, "audit.jsonl");
  assert.equal(spawnSync("mkfifo", [path]).status, 0);
  const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    const nobody = { actorScreenName: undefined, userScreenName: undefined };
    const nothing = { applicationName: undefined, applicationDeleted: false };
    const made = { id: "1", at: 0, name: "backup.made", actor: "service" } as const;
    const event = { ...made, ...nobody, ...nothing };
    const { signal } = new AbortController();
    const outcome = await appendTo(path)([{ id: "a", event }], signal);
    assert.deepEqual([outcome.delivered, outcome.isDown], [[], true]);
    assert.match(outcome.problem ?? "", /audit\.jsonl is not a regular file/);
    assert.throws(() => readSync(reader, Buffer.alloc(1)), /EAGAIN/);
  } finally {
    closeSync(reader);
    rmSync(directory, { recursive: true });
  }
});
