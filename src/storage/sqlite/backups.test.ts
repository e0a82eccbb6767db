import assert from "node:assert/strict";
import childProcess, { fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { backupPlace } from "../../../test/support/ledger-place.ts";
import { withOther } from "../../../test/support/other-functions.ts";
import { backUpBeside } from "./backups.ts";

test("a process of its own, with the lowest priority where that may be, makes the backup", async () => {
  using place = await backupPlace();
  const lowered: (number | undefined)[][] = [];
  {
    using _ = withOther(os, { setPriority: (...args: number[]) => void lowered.push(args) });
    const { sha256 } = await backUpBeside(place, new AbortController().signal);
    assert.match(sha256, /^[0-9a-f]{64}$/);
  }
  assert.equal(lowered.length, 1);
  assert.notEqual(lowered[0]?.[0], process.pid);
  assert.equal(lowered[0]?.[1], os.constants.priority.PRIORITY_LOW);
  assert.deepEqual(place.backups(), ["backup.db", "backup.db.sha256"]);
  using _ = withOther(os, {
    setPriority() {
      throw new Error("a sandbox");
    },
  });
  await backUpBeside(
    { ...place, file: join(place.folder, "other.db") },
    new AbortController().signal,
  );
});

test("why there is no backup is what its process says; one that ends or cannot start says so too", async () => {
  using place = await backupPlace();
  const never = new AbortController().signal;
  const gone = join(place.directory, "gone");
  await assert.rejects(backUpBeside({ ...place, ledger: gone }, never), {
    message: `there is no database ${gone}`,
  });
  const { execPath } = process;
  for (const [other, why] of [
    ["/bin/true", /^Error: the backup failed: its process ended$/],
    [gone, /ENOENT/],
  ] as const) {
    process.execPath = other;
    try {
      await assert.rejects(backUpBeside(place, never), why);
    } finally {
      process.execPath = execPath;
    }
  }
  assert.deepEqual(place.backups(), []);
});

test("a system that lets no process start says so", async () => {
  using place = await backupPlace();
  using _ = withOther(childProcess, {
    fork() {
      const child = new childProcess.ChildProcess();
      setImmediate(() => child.emit("error", new Error("spawn EMFILE")));
      return child;
    },
  });
  await assert.rejects(backUpBeside(place, new AbortController().signal), /^Error: spawn EMFILE$/);
});

test("stopping the server ends it", async () => {
  using place = await backupPlace();
  const stopping = new AbortController();
  let pid = 0;
  {
    using _ = withOther(os, {
      setPriority(child: number) {
        pid = child;
        stopping.abort();
      },
    });
    await assert.rejects(backUpBeside(place, stopping.signal), { name: "AbortError" });
  }
  assert.ok(pid > 0);
  assert.deepEqual(place.backups(), []);
});

test("the process answers once and ends", async () => {
  using place = await backupPlace();
  for (const answer of ["done", "failed"]) {
    const child = fork(new URL("./backup-process.ts", import.meta.url), {
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    const [answered, ended] = [once(child, "message"), once(child, "exit")];
    const { ledger, file } = place;
    child.send({ ledger, file });
    const [message] = await answered;
    assert.deepEqual(Object.keys(message), [answer]);
    if (answer === "failed")
      assert.equal(message.failed, `${file} already exists; choose a different file`);
    assert.deepEqual(await ended, [0, null]);
  }
});
