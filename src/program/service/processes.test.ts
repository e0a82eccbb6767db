import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ProcessFailed, startProcesses } from "./processes.ts";

/** No process can be started in these situations. Node reports the first by an event and throws the second. */
const obstacles = {
  "a program that is gone": () => changed(process, "execPath", "/nowhere/node"),
  "an environment that is too large": () => changed(process.env, "TOO_LARGE", "x".repeat(300_000)),
};

for (const [name, withObstacle] of Object.entries(obstacles)) {
  test(`${name}: the other processes live on, and one takes the place as soon as it can`, async () => {
    using program = programThatIsReady();
    const log = loggedLines();
    const processes = await startProcesses(2, log);
    try {
      const first = program.pidOf(1);
      {
        using _ = withObstacle();
        const ended = log.next("warn");
        process.kill(program.pidOf(2), "SIGKILL");
        await ended;
        const { how, process: nth } = await log.next("warn");
        assert.match(how, /^spawn .*(ENOENT|E2BIG)$/);
        assert.equal(nth, 2);
      }
      await log.next("info");
      assert.equal(program.pidOf(1), first);
    } finally {
      assert.equal(await processes.stop({ drain: true }), true);
    }
  });

  test(`${name}: a first process that cannot be started is a failed start`, async () => {
    using _program = programThatIsReady();
    using _ = withObstacle();
    await assert.rejects(
      startProcesses(2, loggedLines()),
      (error) =>
        error instanceof ProcessFailed &&
        error.exitCode === 1 &&
        error.message.startsWith("process 1 could not be started (spawn "),
    );
  });
}

/** Until the end of the block, processes that this one starts are ready at once and end successfully. */
function programThatIsReady() {
  const directory = mkdtempSync(join(tmpdir(), "countersign-processes-"));
  const file = join(directory, "program.mjs");
  writeFileSync(
    file,
    `import { writeFileSync } from "node:fs";
    const { nth } = JSON.parse(process.env.PROCESS_OF_COUNTERSIGN);
    for (const event of ["SIGTERM", "disconnect"]) process.once(event, () => process.exit());
    writeFileSync(${JSON.stringify(directory)} + "/" + nth, String(process.pid));
    process.send({ baseUrl: "http://localhost", ports: { port: 1 } });`,
  );
  const restored = changed(process, "argv", [process.execPath, file]);
  return {
    pidOf: (nth: number) => Number(readFileSync(join(directory, String(nth)), "utf8")),
    [Symbol.dispose]() {
      restored[Symbol.dispose]();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function changed<Of extends object, N extends keyof Of>(of: Of, name: N, value: Of[N]): Disposable {
  const before = Object.getOwnPropertyDescriptor(of, name);
  of[name] = value;
  return {
    [Symbol.dispose]() {
      if (before === undefined) delete of[name];
      else Object.defineProperty(of, name, before);
    },
  };
}

/** A test can wait for lines of this log. */
function loggedLines() {
  const lines = new EventEmitter();
  const emitting = (level: string) => (fields: object) => void lines.emit(level, fields);
  return {
    info: emitting("info"),
    warn: emitting("warn"),
    async next(level: "info" | "warn") {
      const [fields] = await once(lines, level, { signal: AbortSignal.timeout(maxMs) });
      return fields as { readonly process: number; readonly how: string };
    },
  };
}

const maxMs = 60_000;
