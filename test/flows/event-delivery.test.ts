/** Administrators see what waits for each receiver of events and why it fails, and have it tried again at once. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { assertProblem, clientOf, makeApiKey } from "../admin-api/support.ts";
import { scratchDirectory } from "../cli/command.ts";
import { runHere } from "../cli/run-here.ts";
import { freePort } from "../support/free-port.ts";
import { makeAdmin, startTestService } from "../support/service.ts";
import { decoded, signedIn } from "../support/visitor.ts";
import {
  startWebhookReceiver,
  type WebhookReceiver,
  webhookSettings,
} from "../support/webhook-receiver.ts";

const path = "/admin/webhooks";
const { webhooks: texts, overview } = english.admin;

// interface §16.79
test("200 — a receiver that fails is shown with the reason, and gets its events after “Retry now”", async (t) => {
  await using receiver = await startWebhookReceiver();
  receiver.nextStatus = 503;
  await using world = await startWith(t, receiver.url);
  const { admin, ledger, host, state } = world;
  await makeAdmin(ledger, "dave");
  await world.passUntil(async () => (await state())?.failure === "503");
  const page = (await admin.get(path)).html;
  const words = page.replace(/<[^>]*>/g, " ");
  assert.match(words, new RegExp(`${host}\\s+Failing`));
  assert.match(words, /Waiting\s+2\s+Dropped\s+0\s+Failing since/);
  assert.match(words, /Last failure\s+Response\s+503/);
  assert.match(words, /Administrator rights given/);
  assert.ok(!page.includes("canary"), "the URL has a token");
  const start = (await admin.get("/admin")).html;
  assert.ok(start.includes(overview.attention.deliveries.what));
  assert.ok(start.includes(`href="${path}"`));
  assert.ok((await admin.get("/admin/settings")).html.includes(`href="${path}"`));

  receiver.nextStatus = 200;
  const sent = receiver.received.length;
  const before = world.now();
  const retried = await admin.send(path, { change: "retry", receiver: host });
  assert.equal(retried.location, `${path}?retried`);
  assert.ok(
    (await admin.get(`${path}?retried`)).html.includes("All waiting events are retried now."),
  );
  await receiver.until(() => receiver.types().length === 2);
  assert.equal(world.now(), before, "no time has passed");
  assert.ok(receiver.received.length > sent);
  await world.passUntil(async () => (await state())?.waiting === 0);
  const after = (await admin.get(path)).html.replace(/<[^>]*>/g, " ");
  assert.match(after, new RegExp(`${host}\\s+Working`));
  assert.doesNotMatch(after, /Last failure/);
  const page1 = { after: undefined, size: 9 };
  const [event, ...others] = await ledger.eventsBy({ name: "deliveries.retried" }, page1);
  assert.deepEqual(others, []);
  assert.deepEqual(event?.details, { receiver: host, items: 2 });
  assert.equal(event?.actor, `user:${world.carol.id}`);

  const again = await admin.send(path, { change: "retry", receiver: host });
  assert.equal(again.status, 409);
  assert.ok(again.html.includes(texts.allDue));
});

// interface §16.79
test("200 — the admin API and the command list what waits and why, and retry it, as the page does", async (t) => {
  await using receiver = await startWebhookReceiver();
  receiver.nextStatus = 503;
  using directory = scratchDirectory();
  const settings = { ...webhookSettings(receiver.url), WEBHOOK_EVENTS: "admin.granted" };
  await using world = await startWith(t, receiver.url, {
    DATA_DIR: directory.path,
    INTERNAL_PORT: "0",
  });
  const { ledger, host, state } = world;
  const manager = clientOf(world.internalUrl, (await makeApiKey(ledger, "manager")).secret);
  const command = (...args: string[]) =>
    runHere(["webhook", ...args], { settings: { ...settings, DATA_DIR: directory.path } });
  await world.passUntil(async () => (await state())?.failure === "503");
  const listed = (await manager.call("GET", "/webhooks")).body.data[0];
  assert.ok(listed.failing_since !== null && listed.oldest_at !== null);
  assert.deepEqual(
    [listed.name, listed.waiting, listed.dropped, listed.failure],
    [host, 1, 0, "503"],
  );
  const line = new RegExp(
    `^${host}  waiting 1  dropped 0  failing since \\S+  503(  next try |$)`,
    "m",
  );
  assert.match((await command("list")).stdout, line);
  assert.equal((await command("retry", "--name", host)).stdout, "1 event due now\n");
  const again = await command("retry", "--name", host);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /is due already/);
  assert.equal((await command("retry", "--name", "other.example")).status, 1);

  await world.passUntil(async () => ((await state())?.nextAt ?? 0) > world.now());
  receiver.nextStatus = 200;
  const retry = (name: string) =>
    manager.call("POST", `/webhooks/${encodeURIComponent(name)}/retry`);
  const retried = await retry(host);
  assert.deepEqual([retried.status, retried.body], [200, { retried: 1 }]);
  await receiver.until(() => receiver.types().length === 1);
  await world.passUntil(async () => (await state())?.waiting === 0);
  assertProblem(await retry(host), 409, "conflict");
  assertProblem(await retry("other.example"), 404, "not-found");
  const [event] = await ledger.eventsBy({ name: "deliveries.retried" }, first);
  assert.match(event?.actor ?? "", /^api-key:/);
  assert.deepEqual(event?.details, { receiver: host, items: 1 });
});

// interface §16.79
test("200 — an event that the receiver rejects has the status, and is tried again at once too", async (t) => {
  await using receiver = await startWebhookReceiver();
  receiver.nextStatus = ({ body }) => (body.includes('"dave"') ? 422 : 200);
  await using world = await startWith(t, receiver.url);
  const { admin, ledger, host, state } = world;
  await makeAdmin(ledger, "dave");
  await world.passUntil(async () => {
    const [waiting] = await ledger.waitingDeliveries((await state())?.id ?? "", first);
    return (waiting?.tries ?? 0) > 1;
  });
  const words = (await admin.get(`${path}?receiver=${encodeURIComponent(host)}`)).html;
  assert.match(words.replace(/<[^>]*>/g, " "), /\s[2-9]\s+\S[^0-9]*\s+Response\s+422/);
  receiver.nextStatus = 200;
  await admin.send(path, { change: "retry", receiver: host });
  await receiver.until(() => receiver.types().length === 2);
  await world.passUntil(async () => (await state())?.waiting === 0);
});

test("200 — without a response, the page has the error's code; a receiver that does not exist is a 404 page", async (t) => {
  const port = await freePort();
  await using world = await startWith(t, `http://127.0.0.1:${port}/hook?token=canary`);
  const { admin, host, state } = world;
  await world.passUntil(async () => (await state())?.failure === "ECONNREFUSED");
  const { html } = await admin.get(path);
  assert.ok(html.includes(`${texts.failures.ECONNREFUSED} <code>ECONNREFUSED</code>`));
  assert.ok(!html.includes("canary"));
  assert.equal((await admin.get(`${path}?receiver=other.example`)).status, 404);
  assert.equal((await admin.send(path, { change: "retry", receiver: "other" })).status, 404);
  assert.equal((await admin.send(path, { change: "retry" })).status, 400);
  assert.equal((await admin.send(path, { change: "stop", receiver: host })).status, 400);
});

test("200 — more than ten events are on pages of their own", async (t) => {
  await using receiver = await startWebhookReceiver();
  receiver.nextStatus = 500;
  await using world = await startWith(t, receiver.url);
  const { admin, ledger } = world;
  for (let made = 0; made < 60; made += 1) await makeAdmin(ledger, `admin_${made}`);
  const rows = (html: string) => html.match(/href="\/admin\/audit\/\d+"/g)?.length;
  const overviewOfAll = (await admin.get(path)).html;
  assert.equal(rows(overviewOfAll), 10);
  const all = (await admin.get(hrefIn(overviewOfAll, /\/admin\/webhooks\?receiver=[^"]+/))).html;
  assert.equal(rows(all), 50);
  const next = (await admin.get(hrefIn(all, /\/admin\/webhooks\?receiver=[^"]+after=[^"]+/))).html;
  assert.equal(rows(next), 11);
  assert.equal((await admin.get(`${path}?after=x`)).status, 200);
});

const first = { after: undefined, size: 1 };

function hrefIn(html: string, form: RegExp): string {
  return form.exec(decoded(html))?.[0] ?? assert.fail(String(form));
}

/** The deliverer looks every fifteen seconds; here that time passes at once. */
async function startWith(
  t: TestContext,
  url: WebhookReceiver["url"],
  more: Readonly<Record<string, string>> = {},
) {
  t.mock.timers.enable({ apis: ["setInterval"] });
  let now = Date.now();
  const settings = { ...webhookSettings(url), WEBHOOK_EVENTS: "admin.granted", ...more };
  const service = await startTestService(settings, () => now);
  const { baseUrl, internalUrl, dependencies } = service;
  const { ledger } = dependencies;
  const carol = await makeAdmin(ledger, "carol");
  const admin = await signedIn(baseUrl, carol);
  return {
    ...{ ledger, internalUrl, carol, admin, host: new URL(url).host, now: () => now },
    state: async () => (await dependencies.receiverStates())[0],
    async passUntil(holds: () => Promise<boolean>) {
      while (!(await holds())) {
        now += 15_000;
        t.mock.timers.tick(15_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
