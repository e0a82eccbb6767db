/**
 * "Litestream" in docs/guide/backups.md: its effects on a ledger, imitated by hand, and the restore from its copy.
 */
import assert from "node:assert/strict";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { checkpointProblem } from "../../src/storage/sqlite/database.ts";
import { bearerFor } from "../support/flow.ts";
import { guideBlock } from "../support/guide-block.ts";
import { makeApplication, makeUser, startTestService } from "../support/service.ts";
import { executable, run, scratchDirectory } from "./command.ts";

test("its tables and its open read disturb nothing, no log begins anew under it, and its copy is restored as a backup", async () => {
  using scratch = scratchDirectory();
  const at = (name: string) => join(scratch.path, name);
  for (const name of ["data", "restored", "backup", "bin"]) mkdirSync(at(name));
  const ledgerFile = at("data/countersign.db");
  const bearer = await (async () => {
    await using service = await startTestService({ DATA_DIR: at("data") });
    const { ledger } = service.dependencies;
    const alice = await makeUser(ledger, "alice");
    const application = await makeApplication(ledger, alice);
    const bearer = await bearerFor(service.baseUrl, application);
    using other = new DatabaseSync(ledgerFile);
    other.exec(`
      create table if not exists _litestream_seq (id integer primary key, seq integer);
      create table if not exists _litestream_lock (id integer);
      insert into _litestream_seq (id, seq) values (1, 1) on conflict (id) do update set seq = seq + 1;
      begin`);
    // Reading the first row begins a read that lasts.
    const reading = other.prepare("select seq from _litestream_seq");
    assert.equal(reading.all().length, 1);
    const inOne = logId(ledgerFile);

    // More than the thousand pages after which SQLite would restart the log.
    let made = 0;
    while (statSync(`${ledgerFile}-wal`).size < 1500 * 4096) {
      await makeUser(ledger, `user${made++}`);
      assert.ok(made < 2000, "the log does not grow");
    }
    using third = new DatabaseSync(ledgerFile);
    assert.equal(checkpointProblem(third), undefined);
    await makeUser(ledger, "last");
    assert.equal(logId(ledgerFile), inOne, "the log was begun anew under the open read");
    const health = await fetch(`${service.internalUrl}/healthz`);
    assert.equal(health.status, 200, await health.text());

    // Once the read ends, the log restarts, which shows that the check above can fail.
    other.exec("commit");
    assert.equal(checkpointProblem(third), undefined);
    await makeUser(ledger, "later");
    assert.notEqual(logId(ledgerFile), inOne);
    return bearer;
  })();

  const settings = { DATA_DIR: at("data") };
  assert.equal(
    (await run(["revocations", "export", at("backup/revocations.jsonl")], { settings })).status,
    0,
  );
  copyFileSync(at("data/keys"), at("restored/keys"));
  chmodSync(at("restored/keys"), 0o600);
  writeFileSync(at("bin/countersign"), `#!/bin/sh\nexec ${executable} "$@"\n`, { mode: 0o755 });
  // Instead of the program, a script that copies the ledger as it would.
  writeFileSync(at("bin/litestream"), '#!/bin/sh\n[ "$1 $2" = "restore -o" ] && cp "$4" "$3"\n', {
    mode: 0o755,
  });
  const commands = guideBlock("backups", "litestream", {
    "/backup": at("backup"),
    "/var/lib/countersign/countersign.db": ledgerFile,
  });
  const { status, stdout, stderr } = await run(["-e", "-c", commands], {
    command: "bash",
    settings: { DATA_DIR: at("restored") },
    environment: { PATH: `${at("bin")}:${dirname(process.execPath)}:${process.env["PATH"]}` },
  });
  assert.equal(status, 0, `${stdout}\n${stderr}`);
  await using again = await startTestService({ DATA_DIR: at("restored") });
  // Signed requests have to wait: only the other data directory knows the nonces of the last minutes (ADR 3).
  const { status: answered } = await fetch(
    `${again.baseUrl}/1.1/application/rate_limit_status.json`,
    { headers: { authorization: `Bearer ${bearer}` } },
  );
  assert.equal(answered, 200);
});

/**
 * The salt of the write-ahead log, which changes when the log restarts
 * (https://sqlite.org/fileformat2.html#the_write_ahead_log).
 */
function logId(ledger: string): number {
  const file = openSync(`${ledger}-wal`, "r");
  try {
    const header = Buffer.alloc(32);
    readSync(file, header, 0, 32, 0);
    return header.readUInt32BE(16);
  } finally {
    closeSync(file);
  }
}
