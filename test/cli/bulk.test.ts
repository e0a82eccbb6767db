import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setImmediate, setTimeout } from "node:timers/promises";
import { mintAccessTokenCandidate } from "../../src/domain/credentials.ts";
import { makeApplication, makeUser, startTestService } from "../support/service.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { json, makeAlice, makeApp, makeToken, scratchDirectory, start } from "./command.ts";
import { runHere } from "./run-here.ts";

interface Action {
  readonly id: string;
  readonly state: string;
  readonly items: number;
  readonly done: number;
}

test("bulk revoke-tokens counts, asks, and revokes without a server; bulk begin begins what was announced", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const keys = await makeApp(options);
  const { consumer_key: key } = keys;
  await makeToken(options, keys);
  const which = ["bulk", "revoke-tokens", "--consumer-key", key, "--never-used"];
  const asked = await runHere(which, options);
  assert.equal(asked.status, 1);
  assert.match(asked.stderr, /nothing was changed; run it again with --yes/);
  assert.match(asked.stderr, /Revoked until users give access again: 1 access token of 1 user\./);
  const announced = await json<Action>([...which, "--dry-run"], options);
  assert.deepEqual([announced.state, announced.items, announced.done], ["announced", 1, 0]);
  assert.match(
    (await runHere(["bulk", "show", "--id", announced.id], options)).stdout,
    /announced: 1 access token of 1 user\n$/,
  );
  const none = await json<Action>([...which, "--unused-since", "2020-01-01", "--yes"], options);
  assert.deepEqual([none.state, none.items], ["announced", 0]);
  const begun = await runHere(["bulk", "begin", "--id", announced.id], options);
  assert.equal(begun.status, 0, begun.stderr);
  assert.match(
    begun.stdout,
    /^\d+ {2}revoke-access-tokens {2}done: 1 of 1 access token of 1 user\n$/,
  );
  const { data } = await json<{ data: object[] }>(
    ["token", "list", "--consumer-key", key],
    options,
  );
  assert.deepEqual(data, []);
  const again = await runHere(["bulk", "stop", "--id", announced.id], options);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /It does not run/);
});

// interface §16.75
test("token export prints the tokens that fit filters as CSV or JSON Lines, without the tokens", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const keys = await makeApp(options);
  const { consumer_key: key } = keys;
  const { token } = await makeToken(options, keys);
  const exported = ["token", "export", "--consumer-key", key];
  const { status, stdout, stderr } = await runHere(exported, options);
  assert.equal(status, 0, stderr);
  const [head, line = "", ...more] = stdout.split("\n");
  assert.equal(head, "application_id,application,user_id,user,access,issued_at,last_used_on");
  assert.match(line, /^\d+,[^,]+,\d+,alice,(?:read|write),\d{4}-\d\d-\d\dT[\d:.]+Z,$/);
  assert.deepEqual(more, [""]);
  const lines = await runHere([...exported, "--format", "jsonl", "--never-used"], options);
  const [application_id, , user_id, user, access, issued_at] = line.split(",");
  const { application, ...one } = JSON.parse(lines.stdout) as Record<string, unknown>;
  assert.ok(line.includes(`,${application},`));
  const expected = { application_id, user_id, user, access, issued_at, last_used_on: null };
  assert.deepEqual(one, expected);
  const [, suffix = token] = token.split("-");
  assert.ok(!`${stdout}${lines.stdout}`.includes(suffix));
  const none = await runHere([...exported, "--unused-since", "2020-01-01"], options);
  assert.equal(none.stdout, `${head}\n`);
  const audited = (await runHere(["audit", "export"], options)).stdout.trim().split("\n");
  const events = audited.map((text) => JSON.parse(text) as Record<string, unknown>);
  assert.deepEqual(
    events
      .filter(({ name }) => name === "access-token.exported")
      .map(({ actor, details }) => [actor, details]),
    [
      ["command-line", { filter: "", items: 1 }],
      ["command-line", { filter: "never_used=true", items: 1 }],
      ["command-line", { filter: "unused_since=2020-01-01", items: 0 }],
    ],
  );
  const wrong = await runHere([...exported, "--unused-since", "2020-02-30"], options);
  assert.equal(wrong.status, 2, wrong.stderr);
  const all = await runHere(["token", "export"], options);
  assert.match(
    all.stderr,
    /choose the tokens with --screen-name NAME, --consumer-key KEY, or both/,
  );
});

test("bulk suspend-apps takes IDs and consumer keys from a file, and rejects a wrong one", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const { consumer_key: key } = await makeApp(options);
  const file = join(directory.path, "applications");
  writeFileSync(file, `${key}\n\n`);
  const because = ["--because", "spam", "--yes"];
  const done = await json<Action>(["bulk", "suspend-apps", "--from", file, ...because], options);
  assert.deepEqual([done.state, done.done], ["done", 1]);
  const { data } = await json<{ data: { suspended_because: string }[] }>(["app", "list"], options);
  assert.equal(data[0]?.suspended_because, "spam");
  writeFileSync(file, "key-of-nobody\n");
  const unknown = await runHere(["bulk", "restore-apps", "--from", file, "--yes"], options);
  assert.notEqual(unknown.status, 0);
  assert.match(unknown.stderr, /key-of-nobody/);
  const none = await runHere(["bulk", "restore-apps", "--yes"], options);
  assert.equal(none.status, 2);
  assert.match(none.stderr, /Send ids, or another filter of applications/);
  const gone = await runHere(
    ["bulk", "restore-apps", "--from", join(directory.path, "no")],
    options,
  );
  assert.equal(gone.status, 2);
});

test("a command that is killed in the middle has done whole steps, and a server does the rest", {
  skip: skippedOnPostgres("it reads the file of SQLite while a command writes it"),
}, async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  const count = 1500;
  let key = "";
  {
    await using service = await startTestService({ DATA_DIR: directory.path });
    const { ledger } = service.dependencies;
    const application = await makeApplication(ledger, await makeUser(ledger, "alice"));
    key = application.consumerKey;
    const by = { at: Date.now(), actor: "command-line" } as const;
    const makeOne = async (at: number) => {
      const user = await makeUser(ledger, `user${at}`);
      const candidate = mintAccessTokenCandidate(randomBytes);
      const grant = { applicationId: application.id, userId: user.id, access: "read" } as const;
      await ledger.grantAccess({ ...grant, emailGranted: false, candidate, now: by.at }, by);
    };
    for (let at = 0; at < count; at += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, more) => makeOne(at + more)));
    }
  }
  using file = new DatabaseSync(join(directory.path, "countersign.db"), { readOnly: true });
  const action = file.prepare("select id, state, done, items from bulk_action");
  const events = file.prepare(
    "select count(*) as n from audit_event where name = 'access-token.revoked'",
  );
  const which = ["bulk", "revoke-tokens", "--consumer-key", key, "--yes"];
  const { child, ended } = start(which, options);
  while (Number(action.get()?.["done"] ?? 0) === 0) await setImmediate();
  child.kill("SIGKILL");
  await ended;
  const killed = action.get() as Record<string, number | string>;
  assert.equal(killed["state"], "running");
  assert.equal(Number(killed["done"]) % 50, 0);
  assert.ok(Number(killed["done"]) < count, "it was killed in the middle");
  assert.equal(events.get()?.["n"], killed["done"]);
  await using _service = await startTestService({ DATA_DIR: directory.path });
  while (action.get()?.["state"] === "running") await setTimeout(20);
  assert.deepEqual({ ...action.get() }, { ...killed, state: "done", done: count });
  assert.equal(events.get()?.["n"], count);
});
