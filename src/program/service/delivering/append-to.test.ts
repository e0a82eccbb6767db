import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openFilesIn } from "../../../../test/support/open-files.ts";
import { appendTo } from "./append-to.ts";

const unnamed = { actorScreenName: undefined, userScreenName: undefined };
const nothing = { applicationName: undefined, applicationDeleted: false };
const made = { id: "1", at: 0, name: "backup.created", actor: "service" } as const;
const event = { ...made, ...unnamed, ...nothing };
const { signal } = new AbortController();

test("the file is its owner's alone, and a line that was cut off is ended before the next", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  const path = join(directory, "audit.jsonl");
  try {
    const deliveries = [{ id: "a", event }];
    const outcome = await appendTo(path)(deliveries, signal);
    assert.deepEqual(outcome, {
      delivered: deliveries,
      rejected: [],
      problem: undefined,
      failure: undefined,
      isDown: false,
    });
    assert.equal(statSync(path).mode & 0o777, 0o600);
    await appendTo(path)(deliveries, signal);
    appendFileSync(path, '{"id":');
    await appendTo(path)([...deliveries, ...deliveries], signal);
    const lines = readFileSync(path, "utf8").split("\n");
    assert.deepEqual([lines[2], lines.length, lines[5]], ['{"id":', 6, ""]);
    for (const at of [0, 1, 3, 4]) assert.equal(JSON.parse(lines[at] ?? "").name, "backup.created");
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("what is appended is on the disk before it counts as delivered, and no file stays open", {
  skip: process.platform === "linux" ? false : "it reads /proc, which only Linux has",
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  const path = join(directory, "audit.jsonl");
  const handle = await open(join(directory, "other"), "w");
  const sizes: number[] = [];
  const files: Pick<FileHandle, "sync"> = Object.getPrototypeOf(handle);
  const { sync } = files;
  files.sync = async function (this: FileHandle) {
    sizes.push((await this.stat()).size);
    await sync.call(this);
  };
  try {
    const { delivered } = await appendTo(path)([{ id: "a", event }], signal);
    assert.equal(delivered.length, 1);
    assert.deepEqual(sizes, [statSync(path).size]);
    assert.deepEqual(
      openFilesIn(directory).map((one) => one.path),
      [join(directory, "other")],
    );
  } finally {
    files.sync = sync;
    await handle.close();
    rmSync(directory, { recursive: true });
  }
});

test("a pipe where the file was gets no events: it would get each of them again and again", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  const path = join(directory, "audit.jsonl");
  assert.equal(spawnSync("mkfifo", [path]).status, 0);
  const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    const outcome = await appendTo(path)([{ id: "a", event }], signal);
    assert.deepEqual([outcome.delivered, outcome.isDown], [[], true]);
    assert.equal(outcome.problem, `${path} is not a regular file`);
    assert.throws(() => readSync(reader, Buffer.alloc(1)), /EAGAIN/);
  } finally {
    closeSync(reader);
    rmSync(directory, { recursive: true });
  }
});
