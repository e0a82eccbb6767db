import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { until } from "../../../test/support/until.ts";
import { openLogSink } from "./log-sink.ts";

const line = (number: number) => `${JSON.stringify({ number, more: "x".repeat(1000) })}\n`;

function scratch(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "countersign-log-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

function openSink(path: string, flags = constants.O_WRONLY | constants.O_CREAT) {
  const fd = openSync(path, flags | constants.O_NONBLOCK);
  return { fd, close: () => closeSync(fd) };
}

test("lines that fit into no buffer are dropped and counted; those before are whole and in order", async () => {
  using directory = scratch();
  const path = join(directory.path, "pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const recovered: [number, string][] = [];
  await using sink = openLogSink(
    () => openSink(path, constants.O_WRONLY),
    (...what) => recovered.push(what),
  );
  for (let number = 0; number < 2000; number += 1) sink.write(line(number));
  assert.ok(sink.dropped() > 800 && sink.dropped() < 1100, `${sink.dropped()} dropped`);
  assert.match(sink.problem() ?? "", new RegExp(`${sink.dropped()} lines are lost`));

  let text = "";
  await until(() => {
    const buffer = Buffer.alloc(65536);
    try {
      text += buffer.toString("utf8", 0, readSync(reader, buffer));
    } catch {
      // The file does not exist yet.
    }
    return recovered.length > 0;
  });
  closeSync(reader);
  assert.deepEqual(recovered, [[sink.dropped(), "no one reads it"]]);
  assert.equal(sink.problem(), undefined);
  const numbers = text
    .trimEnd()
    .split("\n")
    .map((one) => JSON.parse(one).number);
  assert.deepEqual(
    numbers,
    Array.from({ length: 2000 - sink.dropped() }, (_, at) => at),
  );
});

test("a full disk is a problem at once, and delays no end", async () => {
  const sink = openLogSink(
    () => openSink("/dev/full"),
    () => {},
  );
  sink.write(line(1));
  await until(() => sink.problem() !== undefined);
  assert.match(sink.problem() ?? "", /ENOSPC/);
  let ended = false;
  sink[Symbol.asyncDispose]().then(() => {
    ended = true;
  });
  await new Promise(setImmediate);
  assert.ok(ended);
});

test("what is written last is there after the end", async () => {
  using directory = scratch();
  const path = join(directory.path, "log");
  {
    await using sink = openLogSink(
      () => openSink(path),
      () => {},
    );
    for (let number = 0; number < 3; number += 1) sink.write(line(number));
  }
  assert.equal(readFileSync(path, "utf8"), [0, 1, 2].map(line).join(""));
});

test("a process that ends without closing the log has written every line", () => {
  using directory = scratch();
  const path = join(directory.path, "log");
  assert.equal(endWithoutClosing(openSync(path, "w")), 3);
  assert.deepEqual(
    readFileSync(path, "utf8")
      .split(/(?<=\n)/)
      .sort(),
    [0, 1, 2].map(line),
  );
});

test("neither a full disk nor a closed pipe delays the end of a process that does not close the log", () => {
  using directory = scratch();
  const path = join(directory.path, "pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const closedPipe = openSync(path, constants.O_WRONLY);
  closeSync(reader);
  assert.equal(endWithoutClosing(closedPipe), 3);
  assert.equal(endWithoutClosing(openSync("/dev/full", "w")), 3);
});

/** Returns the exit code of a process that logs three lines and ends at once, or null if it did not end. */
function endWithoutClosing(standardError: number): number | null {
  const script = `
    import { openLogSink } from "${import.meta.resolve("./log-sink.ts")}";
    import { standardError } from "${import.meta.resolve("./standard-error.ts")}";
    const sink = openLogSink(standardError, () => {});
    for (const line of ${JSON.stringify([0, 1, 2].map(line))}) sink.write(line);
    process.exit(3);`;
  const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "ignore", standardError],
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  closeSync(standardError);
  return status;
}
