/** `/livez`, `/readyz` and `/metrics` of the internal address: docs/guide/monitoring.md. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { promisify } from "node:util";
import { dayMs } from "../../src/domain/day.ts";
import { makeApiKey } from "../admin-api/support.ts";
import { revoke, verifyCredentials, wholeFlow } from "../support/flow.ts";
import {
  keepLedgersOnDisk,
  makeApplication,
  makeUser,
  startTestService,
  type TestService,
} from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { until } from "../support/until.ts";

keepLedgersOnDisk();

test("/metrics — what was answered, rejected, issued and revoked, by operation and never by whom", async () => {
  await using service = await startTestService();
  const { baseUrl, dependencies } = service;
  const alice = await makeUser(dependencies.ledger, "alice");
  const application = await makeApplication(dependencies.ledger, alice, { access: "write" });
  const access = await wholeFlow(baseUrl, application, alice);
  assert.equal((await verifyCredentials(baseUrl, application, access)).status, 200);
  assert.equal((await revoke(baseUrl, application, access)).status, 200);
  assert.equal((await verifyCredentials(baseUrl, application, access)).status, 401);
  const { text, type } = await metricsOf(service);
  assert.match(type, /^text\/plain; version=0\.0\.4/);
  const verify = 'operation="account/verify_credentials"';
  assert.equal(sampleOf(text, `countersign_requests_total{${verify},status="200"}`), 1);
  assert.equal(sampleOf(text, `countersign_requests_total{${verify},status="401"}`), 1);
  assert.equal(sampleOf(text, `countersign_request_duration_seconds_count{${verify}}`), 2);
  assert.equal(
    sampleOf(text, `countersign_request_duration_seconds_bucket{${verify},le="+Inf"}`),
    2,
  );
  assert.equal(sampleOf(text, 'countersign_rejections_total{code="89",authenticated="false"}'), 1);
  assert.equal(sampleOf(text, 'countersign_events_total{event="access-token.issued"}'), 1);
  assert.equal(sampleOf(text, 'countersign_events_total{event="access-token.revoked"}'), 1);
  assert.ok(Number(sampleOf(text, "countersign_database_commit_writes_count")) > 0);
  assert.equal(sampleOf(text, 'countersign_store_up{store="database"}'), 1);
  for (const theirs of [application.consumerKey, application.id, alice.id, access.token, "alice"]) {
    assert.ok(!text.includes(theirs), theirs);
  }
  for (const [, name] of text.matchAll(/^# TYPE (\S+) counter$/gm))
    assert.match(name ?? "", /_total$/);
});

test("/metrics — for how long API keys work, by name: not those that have expired, or never do", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const now = Date.now();
  const make = (name: string, expiresAt: number | undefined) =>
    makeApiKey(ledger, "viewer", { name, expiresAt });
  const { secret } = await make("deploy", now + 14 * dayMs);
  await make("over", now - 1);
  await make("lasting", undefined);
  const name = "countersign_api_key_expiry_seconds";
  const { text } = await metricsOf(service);
  const seconds = Number(sampleOf(text, `${name}{name="deploy"}`));
  assert.ok(seconds > 13.9 * 86_400 && seconds <= 14 * 86_400, String(seconds));
  assert.ok(!/"(over|lasting)"/.test(text));
  assert.ok(!text.includes(secret.slice(0, 12)));
  for (let at = 1; at <= 105; at += 1) await make(`key-${at}`, now + at * 3_600_000);
  const more = (await metricsOf(service)).text;
  assert.equal(more.match(/^countersign_api_key_expiry_seconds{/gm)?.length, 100);
  assert.notEqual(sampleOf(more, `${name}{name="key-100"}`), undefined);
  assert.equal(sampleOf(more, `${name}{name="key-101"}`), undefined);
});

test("/metrics — every metric that the dashboard, the alerts and the guide ask for is there", async () => {
  const smtp = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "id@example.com" };
  await using service = await startTestService(smtp);
  const { ledger } = service.dependencies;
  await makeUser(ledger, "alice");
  await fetch(`${service.baseUrl}/nowhere`);
  const { text } = await metricsOf(service);
  const there = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? ["", "_bucket", "_sum", "_count"].map((part) => name + part) : [name],
    ),
  );
  for (const file of [
    "ops/grafana-dashboard.json",
    "ops/alerts.yaml",
    "docs/guide/monitoring.md",
  ]) {
    const source = readFileSync(file, "utf8");
    const names = [...source.matchAll(/\b(?:countersign|process|nodejs)_[a-z_]+\b/g)].map(
      ([name]) => name,
    );
    assert.ok(names.length > 10);
    assert.deepEqual(
      [...new Set(names)].filter((name) => !there.has(name)),
      [],
      file,
    );
  }
  const listed = readFileSync("docs/guide/monitoring.md", "utf8");
  for (const [, name = ""] of text.matchAll(/^# TYPE (\S+) /gm)) {
    assert.ok(listed.includes(`\`${name}\``), `${name} is in the guide`);
  }
  JSON.parse(readFileSync("ops/grafana-dashboard.json", "utf8"));
});

test("/metrics — emails that the mail server accepted, and those that were not sent, by what is wrong", async () => {
  await using mails = await startMailServer({
    onRcptTo({ address }, _session, done) {
      done(address.startsWith("bob@") ? new Error("no such user") : null);
    },
  });
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  await using service = await startTestService(smtp);
  const { mail } = service.dependencies;
  const sendTo = (to: string) =>
    mail?.sendAsked(async () => [{ to, subject: "A test", text: "A test" }], { network: to });
  const counts = async () => {
    const { text } = await metricsOf(service);
    return ["mails_sent_total", ...["rejected", "unreachable"].map(failuresBy)].map((name) =>
      sampleOf(text, `countersign_${name}`),
    );
  };
  const failuresBy = (problem: string) => `mail_failures_total{problem="${problem}"}`;
  assert.deepEqual(await counts(), [0, 0, 0], "each is there from the start");
  sendTo("alice@users.example");
  sendTo("bob@users.example");
  await until(async () => (await counts()).slice(0, 2).join() === "1,1");
  await mails[Symbol.asyncDispose]();
  sendTo("alice@users.example");
  await until(async () => (await counts()).join() === "1,1,1");
});

test("200 — the guide's commands; 503 — /readyz once the service stops, while /livez answers", async () => {
  const service = await startTestService();
  const guide = readFileSync("docs/guide/monitoring.md", "utf8");
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = ""]) => text);
  assert.equal(blocks.length, 2);
  const { internalUrl = "" } = service;
  for (const block of blocks) {
    const commands = block.replaceAll("http://127.0.0.1:8081", internalUrl);
    const { stdout } = await promisify(execFile)("sh", ["-e", "-c", commands]);
    assert.ok(stdout.length > 0);
  }
  assert.deepEqual(await (await fetch(`${internalUrl}/readyz`)).json(), {
    status: "ready",
    stores: { database: "ready", "nonce-store": "ready" },
  });
  // An unfinished request keeps the public address from closing.
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode("grant_type="));
      await sent;
      controller.enqueue(new TextEncoder().encode("client_credentials"));
      controller.close();
    },
  });
  const request = fetch(`${service.baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
    duplex: "half",
  } as RequestInit);
  for (let open = 0; open === 0; ) {
    open = sampleOf((await metricsOf(service)).text, "countersign_connections") ?? 1;
  }
  const stopped = service[Symbol.asyncDispose]();
  const ready = await fetch(`${internalUrl}/readyz`);
  assert.equal(ready.status, 503);
  assert.equal(((await ready.json()) as { status: string }).status, "draining");
  assert.equal((await fetch(`${internalUrl}/livez`)).status, 200);
  send();
  await (await request).text();
  await stopped;
});

test("503 — /readyz names the store that fails; /livez asks none", async () => {
  await using service = await startTestService();
  const { ledger, nonceStore } = service.dependencies;
  await nonceStore.ping();
  // As if the disk were gone.
  await (ledger as typeof ledger & AsyncDisposable)[Symbol.asyncDispose]();
  const ready = await fetch(`${service.internalUrl}/readyz`);
  assert.equal(ready.status, 503);
  assert.deepEqual(await ready.json(), {
    status: "failing",
    stores: { database: "failing", "nonce-store": "ready" },
  });
  assert.equal((await fetch(`${service.internalUrl}/livez`)).status, 200);
  const { text } = await metricsOf(service);
  assert.equal(sampleOf(text, 'countersign_store_up{store="database"}'), 0);
});

async function metricsOf({ internalUrl }: TestService): Promise<{ text: string; type: string }> {
  const response = await fetch(`${internalUrl}/metrics`);
  assert.equal(response.status, 200);
  return { text: await response.text(), type: response.headers.get("content-type") ?? "" };
}

function sampleOf(text: string, sample: string): number | undefined {
  const line = text.split("\n").find((one) => one.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
}
