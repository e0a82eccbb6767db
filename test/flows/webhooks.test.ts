/** Events reach webhooks and a file: docs/guide/events.md, docs/adr/0046-deliveries.md. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { serve } from "../cli/command.ts";
import { runHere } from "../cli/run-here.ts";
import { startClockedService } from "../support/clocked.ts";
import { revoke, wholeFlow } from "../support/flow.ts";
import { makeAdmin, makeApplication, makeUser, startTestService } from "../support/service.ts";
import { withSharedEngine } from "../support/test-engine.ts";
import { signUp } from "../support/visitor.ts";
import {
  startWebhookReceiver,
  webhookSecret,
  webhookSettings,
} from "../support/webhook-receiver.ts";

test("a grant, its revocation and a suspension arrive, signed as Standard Webhooks says, without a secret", async () => {
  await using receiver = await startWebhookReceiver();
  const types = ["access-token.issued", "access-token.revoked", "application.suspended"];
  const settings = { ...webhookSettings(receiver.url), WEBHOOK_EVENTS: types.join() };
  await using service = await startTestService(settings);
  const { baseUrl, dependencies } = service;
  const { ledger } = dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const access = await wholeFlow(baseUrl, application, alice);
  await receiver.until(({ length }) => length === 1);
  assert.equal((await revoke(baseUrl, application, access)).status, 200);
  await receiver.until(({ length }) => length === 2);
  await ledger.suspendApplication(application.id, "Spam.", {
    ...{},
    ...{ actor: "command-line", at: Date.now() },
  });
  await receiver.until(({ length }) => length === 3);
  assert.deepEqual(receiver.types(), types);
  const ids = new Set<string>();
  for (const { headers, body } of receiver.received) {
    const signed = headers as Record<string, string>;
    const message = new Webhook(webhookSecret).verify(body, signed) as Record<string, unknown>;
    assert.deepEqual(Object.keys(message), ["type", "timestamp", "data"]);
    const wrong = new Webhook(`whsec_${Buffer.alloc(32, 8).toString("base64")}`);
    assert.throws(() => wrong.verify(body, signed));
    ids.add(signed["webhook-id"] ?? "");
    for (const secret of [
      access.token,
      access.secret,
      application.consumerSecret,
      alice.password,
    ]) {
      assert.ok(!body.includes(secret) && !JSON.stringify(headers).includes(secret));
    }
  }
  assert.equal(ids.size, 3);
  const { data } = JSON.parse(receiver.received[0]?.body ?? "");
  assert.equal(data.user_id, alice.id);
  assert.equal(data.user_screen_name, "alice");
  assert.equal(data.application_id, application.id);
  assert.equal(data.application_name, "Weather Bot");
});

test("a receiver that is down for ten minutes gets everything, though the node was killed in between", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-webhooks-"));
  try {
    await using receiver = await startWebhookReceiver();
    const made = { WEBHOOK_EVENTS: "admin.granted", DATA_DIR: dataDir };
    const settings = await withSharedEngine({
      ...webhookSettings(receiver.url),
      ...made,
      LOG_LEVEL: "info",
    });
    // Commands use the machine's time, which passes while they run.
    const began = Date.now() + 3_600_000;
    await using killed = await startClockedService(settings, began);
    receiver.nextStatus = 503;
    const create = (name: string) =>
      runHere(
        ["user", "create", "--admin", "--screen-name", name, "--password", "a long one 4711"],
        {
          settings: { DATA_DIR: dataDir },
        },
      );
    // A command in another process, which knows no webhook.
    assert.equal((await create("alice")).status, 0);
    while (receiver.received.length === 0) await killed.pass(15_000);
    await killed.logged("events can't be delivered; they are kept");
    await killed.pass(300_000);
    await killed.kill();
    assert.equal((await create("bob")).status, 0);
    await using service = await startClockedService(settings, killed.now());
    const before = receiver.received.length;
    await service.pass(300_000);
    // The second node has to fail as well; otherwise it is no news that event delivery works again.
    while (receiver.received.length === before) await service.pass(60_000);
    await service.logged("events can't be delivered; they are kept");
    assert.deepEqual(receiver.types(), []);
    const tried = receiver.received.length;
    assert.ok(tried < 25, `${tried} tries`);
    receiver.nextStatus = 200;
    while (receiver.types().length < 2) await service.pass(60_000);
    assert.deepEqual(receiver.types().toSorted(), ["admin.granted", "admin.granted"]);
    const users = receiver.received.map(({ body }) => JSON.parse(body).data.user_screen_name);
    assert.deepEqual([...new Set(users)].toSorted(), ["alice", "bob"]);
    // All tries of one event have the same id, by which a receiver recognizes an event that it already has.
    const ids = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
    assert.equal(ids.size, 2);
    await service.logged("event delivery works again");
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("a node that is killed while the receiver has not answered loses nothing", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-webhooks-"));
  try {
    await using receiver = await startWebhookReceiver();
    const made = { WEBHOOK_EVENTS: "admin.granted", DATA_DIR: dataDir };
    const settings = await withSharedEngine({ ...webhookSettings(receiver.url), ...made });
    await using killed = await startClockedService(settings, Date.now() + 3_600_000);
    receiver.nextStatus = "hang";
    const args = ["user", "create", "--admin", "--screen-name", "alice"];
    await runHere([...args, "--password", "a long one 4711"], { settings: { DATA_DIR: dataDir } });
    while (receiver.received.length === 0) await killed.pass(15_000);
    await killed.kill();
    receiver.nextStatus = 200;
    await using service = await startClockedService(settings, killed.now());
    while (receiver.types().length === 0) await service.pass(15_000);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("what a receiver rejects is overtaken, a redirect is not followed, and health, metrics and the overview say who fails", async (t) => {
  await using receiver = await startWebhookReceiver();
  const settings = { ...webhookSettings(receiver.url), WEBHOOK_EVENTS: "admin.granted" };
  const time = lettingTimePass(t);
  await using service = await startTestService(settings, time.now);
  const { passUntil } = time;
  const { ledger } = service.dependencies;
  receiver.nextStatus = ({ body }) => (body.includes('"bob"') ? 308 : 200);
  for (const name of ["bob", "carol"]) await makeAdmin(ledger, name);
  await passUntil(() => receiver.types().length === 1);
  receiver.nextStatus = 410;
  await makeAdmin(ledger, "alice");
  await passUntil(() => receiver.received.length >= 3);
  const host = new URL(receiver.url).host;
  const state = async () => (await service.dependencies.receiverStates())[0];
  await passUntil(async () => (await state())?.failingSince !== undefined);
  assert.equal((await state())?.waiting, 2);
  const ask = async (path: string) => (await fetch(`${service.internalUrl}${path}`)).text();
  const health = await ask("/healthz");
  assert.match(health, new RegExp(`events cannot be delivered to ${host}`));
  assert.equal(JSON.parse(health).status, "ok");
  const metrics = await ask("/metrics");
  assert.match(metrics, new RegExp(`^countersign_deliveries_waiting{receiver="${host}"} 2$`, "m"));
  assert.match(metrics, new RegExp(`^countersign_deliveries_total{receiver="${host}"} 1$`, "m"));
  assert.ok(!metrics.includes("canary") && !health.includes("canary"));
});

test("what an anonymous caller causes and the receiver rejects keeps nothing else waiting", async (t) => {
  await using receiver = await startWebhookReceiver();
  const settings = { ...webhookSettings(receiver.url), WEBHOOK_EVENTS: "admin.granted" };
  const time = lettingTimePass(t);
  await using service = await startTestService(settings, time.now);
  const { ledger } = service.dependencies;
  for (const status of [400, 500]) {
    receiver.nextStatus = ({ body }) => (body.includes(`"mallory_${status}`) ? status : 200);
    for (let made = 0; made < 20; made += 1) await makeAdmin(ledger, `mallory_${status}_${made}`);
    const rejected = () => receiver.received.filter(({ body }) => body.includes(`_${status}_`));
    await time.passUntil(() => rejected().length > 0);
    await makeAdmin(ledger, `carol_${status}`);
    const began = time.now();
    await time.passUntil(() =>
      receiver.received.some(({ body }) => body.includes(`carol_${status}`)),
    );
    assert.ok(time.now() - began <= 600_000, `after ${status}: ${time.now() - began} ms`);
  }
});

/** The deliverer looks every fifteen seconds for events to try again. */
function lettingTimePass(t: TestContext) {
  t.mock.timers.enable({ apis: ["setInterval"] });
  let now = Date.now();
  return {
    now: () => now,
    async passUntil(holds: () => boolean | Promise<boolean>) {
      while (!(await holds())) {
        now += 15_000;
        t.mock.timers.tick(15_000);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

test("AUDIT_FILE has every event; a file that was renamed is followed by another", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-audit-"));
  try {
    const file = join(dataDir, "audit.jsonl");
    const settings = { DATA_DIR: dataDir, AUDIT_FILE: file };
    // A line that a crash cut off must not swallow the next one.
    writeFileSync(file, '{"id":"1","na');
    const service = await startTestService(settings);
    const { ledger } = service.dependencies;
    const alice = await makeUser(ledger, "alice");
    const lines = (path: string, names: RegExp) => {
      const text = readFileSync(path, "utf8");
      return names.test(text) ? text.trimEnd().split("\n") : undefined;
    };
    const has = async (path: string, names: RegExp) => {
      for (;;) {
        try {
          const found = lines(path, names);
          if (found !== undefined) return found;
        } catch {
          // The file does not exist yet.
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const [torn, ...first] = await has(file, /"user\.created"/);
    assert.equal(torn, '{"id":"1","na');
    assert.ok(first.some((line) => JSON.parse(line).user_id === alice.id));
    renameSync(file, `${file}.1`);
    await makeApplication(ledger, alice);
    const [only = "", ...more] = await has(file, /"application\.created"/);
    assert.deepEqual(more, []);
    assert.equal(JSON.parse(only).application_name, "Weather Bot");
    await service[Symbol.asyncDispose]();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("SIGHUP: the secret of webhooks is read again, and one that does not fit changes nothing", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-webhooks-"));
  try {
    await using receiver = await startWebhookReceiver();
    const file = join(dataDir, "secret");
    writeFileSync(file, `${webhookSecret}\n`, { mode: 0o600 });
    const { WEBHOOK_SECRET: _, ...others } = webhookSettings(receiver.url);
    const opened = { SIGN_UP: "open", WEBHOOK_EVENTS: "user.created" };
    const settings = { ...others, WEBHOOK_SECRET_FILE: file, DATA_DIR: dataDir, ...opened };
    await using served = await serve(["serve"], { settings });
    const next = `whsec_${Buffer.alloc(24, 9).toString("base64")}`;
    writeFileSync(file, "nonsense");
    served.child.kill("SIGHUP");
    await served.says("the webhook secret could not be reloaded");
    writeFileSync(file, `${next},${webhookSecret}`);
    served.child.kill("SIGHUP");
    await served.says("webhook secret reloaded");
    await signUp(served.baseUrl, "alice");
    await receiver.until(({ length }) => length === 1);
    const { headers, body } = receiver.received[0] ?? assert.fail();
    for (const secret of [next, webhookSecret]) {
      new Webhook(secret).verify(body, headers as Record<string, string>);
    }
    assert.ok(!served.output.stderr.includes("canary"));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
