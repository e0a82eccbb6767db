/** The programs and commands of docs/guide/events.md work as it says. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { webhookEvents } from "../../src/domain/audit.ts";
import { Secret } from "../../src/domain/credentials.ts";
import { signedHeaders } from "../../src/tools/webhooks/signature.ts";
import { executable, run } from "../cli/command.ts";
import { missing } from "../gateways/gateway.ts";
import { freePort } from "../support/free-port.ts";
import { guideBlock, guideText } from "../support/guide-block.ts";
import { makeAdmin, makeUser, startTestService } from "../support/service.ts";
import { withSharedEngine } from "../support/test-engine.ts";
import { webhookSecret, webhookSettings } from "../support/webhook-receiver.ts";

test("the receiver in Node accepts what the service sends, and nothing else", async () => {
  const port = await freePort();
  const program = guideBlock("events", "receiver.mjs", { 3000: String(port) });
  const receiver = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env: { ...process.env, WEBHOOK_SECRET: webhookSecret },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = `http://127.0.0.1:${port}/`;
    const post = async (body: string) => {
      for (;;) {
        try {
          return (await fetch(url, { method: "POST", body })).status;
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    };
    assert.equal(await post("{}"), 401);
    await using service = await startTestService(webhookSettings(url));
    let printed = "";
    const said = new Promise<void>((resolve) => {
      receiver.stdout.on("data", (text) => {
        printed += String(text);
        if (/^admin\.granted \d+\n/m.test(printed)) resolve();
      });
    });
    await makeAdmin(service.dependencies.ledger, "alice");
    await said;
    let [state] = await service.dependencies.receiverStates();
    while (state?.waiting !== 0) {
      await new Promise(setImmediate);
      [state] = await service.dependencies.receiverStates();
    }
  } finally {
    receiver.kill();
  }
});

test("the function in Python accepts the service's signature, and no other body, time or secret", {
  skip: missing("python3"),
}, () => {
  const program = `${guideBlock("events", "verify.py")}
import json, sys
for secret, headers, body in json.load(sys.stdin):
    print(verify(secret, headers, body.encode()))`;
  const at = Date.now();
  const other = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  const body = '{"type":"user.suspended","because":"¡No!"}';
  const signed = (when: number, ...secrets: string[]) =>
    signedHeaders(
      secrets.map((one) => new Secret(one)),
      { id: "a", at: when, body },
    );
  const cases = [
    [webhookSecret, signed(at, webhookSecret), body],
    [webhookSecret, signed(at, other, webhookSecret), body],
    [other, signed(at, webhookSecret), body],
    [webhookSecret, signed(at, webhookSecret), `${body} `],
    [webhookSecret, signed(at - 301_000, webhookSecret), body],
    [webhookSecret, { ...signed(at, webhookSecret), "webhook-id": "b" }, body],
  ];
  const ended = spawnSync("python3", ["-c", program], {
    input: JSON.stringify(cases),
    encoding: "utf8",
  });
  assert.equal(ended.stderr, "");
  assert.deepEqual(ended.stdout.trim().split("\n"), [
    "True",
    "True",
    ...Array.from({ length: 4 }, () => "False"),
  ]);
});

test("the table has every event that webhooks get by default, and no other", () => {
  const [, table = ""] =
    /^\| What happened \| Events \|\n(.*?)\n\n/ms.exec(guideText("events")) ?? [];
  const named = [...table.matchAll(/`([a-z.-]+)`/g)].map(([, name]) => name);
  assert.deepEqual(named.toSorted(), webhookEvents.toSorted());
});

test("audit export: the oldest first, beyond one step, and on from where the last one ended", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-audit-"));
  try {
    const settings = await withSharedEngine({ DATA_DIR: dataDir });
    const service = await startTestService(settings);
    const { ledger } = service.dependencies;
    const alice = await makeUser(ledger, "alice");
    const event = { name: "user.signed-out", userId: alice.id, actor: "service" } as const;
    await Promise.all(
      Array.from({ length: 1100 }, () => ledger.record({ ...event, at: Date.now() })),
    );
    const all = await run(["audit", "export"], { settings });
    assert.equal(all.status, 0, all.stderr);
    const events = all.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.ok(events.length > 1100);
    assert.deepEqual(
      events.map(({ id }) => Number(id)),
      events.map(({ id }) => Number(id)).toSorted((one, other) => one - other),
    );
    const last = events.at(-1);
    assert.equal(last.name, "audit.exported");
    assert.match(
      all.stderr,
      new RegExp(`^${events.length} events; the last one is ${last.id}\\n$`),
    );
    const more = await run(["audit", "export", "--after", last.id], { settings });
    const [only = "", ...others] = more.stdout.trimEnd().split("\n");
    assert.deepEqual(others, []);
    assert.deepEqual(JSON.parse(only).details, { filter: `after=${last.id}` });
    assert.equal((await run(["audit", "export", "--after", "x"], { settings })).status, 2);
    await service[Symbol.asyncDispose]();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("audit export into a reader that has had enough ends", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-audit-"));
  try {
    const settings = await withSharedEngine({ DATA_DIR: dataDir });
    const service = await startTestService(settings);
    const { ledger } = service.dependencies;
    const alice = await makeUser(ledger, "alice");
    const event = { name: "user.signed-out", userId: alice.id, actor: "service" } as const;
    await Promise.all(
      Array.from({ length: 3000 }, () => ledger.record({ ...event, at: Date.now() })),
    );
    await service[Symbol.asyncDispose]();
    const line = `'${executable}' audit export | head -n 1`;
    const ended = await run(["-c", line], { command: "sh", settings });
    assert.equal(ended.stderr, "");
    assert.equal(ended.status, 0);
    assert.equal(JSON.parse(ended.stdout).id, "1");
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
