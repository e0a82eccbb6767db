/** `countersign check` on webhooks, the audit file and identity providers. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { outboxFinding } from "../../src/program/checks/webhooks.ts";
import { freePort } from "../support/free-port.ts";
import { guideBlock } from "../support/guide-block.ts";
import { startIdentityProvider } from "../support/identity-provider.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import {
  startWebhookReceiver,
  webhookSecret,
  webhookSettings,
} from "../support/webhook-receiver.ts";
import { check } from "./checked.ts";
import { scratchDirectory } from "./command.ts";
import { runHere, serveHere } from "./run-here.ts";

test("webhooks: where each leads, and nothing is sent; with --test-webhooks one signed request is", async () => {
  using directory = scratchDirectory();
  await using receiver = await startWebhookReceiver();
  const settings = { DATA_DIR: directory.path, ...webhookSettings(receiver.url) };
  const looked = await check(settings);
  assert.equal(looked.status, 0);
  assert.match(
    looked.of("webhooks")[0]?.message ?? "",
    /^127\.0\.0\.1:\d+ resolves to 127\.0\.0\.1, wi/,
  );
  assert.equal(receiver.received.length, 0);

  const sent = await check(settings, ["--test-webhooks"]);
  assert.equal(sent.status, 0);
  assert.match(sent.of("webhooks")[0]?.message ?? "", /accepted the test event \(200\)/);
  const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
  const signed = headers as Record<string, string>;
  const message = new Webhook(webhookSecret).verify(body, signed) as Record<string, unknown>;
  assert.deepEqual([message["type"], message["data"]], ["check", {}]);

  receiver.nextStatus = 401;
  const rejected = await check(settings, ["--test-webhooks"]);
  assert.equal(rejected.status, 1);
  assert.match(rejected.of("webhooks")[0]?.message ?? "", /rejected the test event with 401/);
  assert.match(rejected.of("webhooks")[0]?.fix ?? "", /secret in these settings/);
  assert.doesNotMatch(JSON.stringify([looked, sent, rejected]), /canary|whsec_/);
});

test("webhooks: a host that leads to this machine, one that no one knows, and none to test", async () => {
  using directory = scratchDirectory();
  const DATA_DIR = directory.path;
  const WEBHOOKS = "https://localhost:1/hook?token=canary,https://nowhere.invalid/canary";
  const { status, of, findings } = await check({
    ...{ DATA_DIR, WEBHOOKS, WEBHOOK_SECRET: webhookSecret },
  });
  assert.equal(status, 1);
  const [first, second] = of("webhooks").map(({ message }) => message);
  assert.match(first ?? "", /^localhost:1 can't be resolved: .* is not on the public internet/);
  assert.match(second ?? "", /^nowhere\.invalid can't be resolved: /);
  assert.doesNotMatch(JSON.stringify(findings), /canary/);
  const none = await check({ DATA_DIR }, ["--test-webhooks"]);
  assert.equal(none.status, 1);
  assert.match(none.of("webhooks")[0]?.message ?? "", /no webhook to test/);
});

test("webhooks: a secret that others can read, and one that is missing", async () => {
  using directory = scratchDirectory();
  const file = join(directory.path, "webhooks");
  writeFileSync(file, `${webhookSecret}\n`, { mode: 0o644 });
  chmodSync(directory.path, 0o755);
  const settings = {
    DATA_DIR: join(directory.path, "data"),
    ...{ WEBHOOKS: "https://127.0.0.1:1/", WEBHOOK_SECRET_FILE: file },
    WEBHOOK_ADDRESSES: "private",
  };
  const open = await check(settings);
  assert.equal(open.status, 2);
  assert.match(
    open.findings[0]?.message ?? "",
    /^COUNTERSIGN_WEBHOOK_SECRET_FILE: .* can read it \(mode 644\); run chmod g-w,o= /,
  );
  rmSync(file);
  const missing = await check(settings);
  assert.equal(missing.status, 2);
  assert.match(
    missing.findings[0]?.message ?? "",
    /COUNTERSIGN_WEBHOOK_SECRET_FILE: .*file not found/,
  );
});

const lookedInto = skippedOnPostgres("it looks into the database's file");

test("webhooks and the audit file: what waits in the database, and since when nothing was accepted", {
  skip: lookedInto,
}, async () => {
  using directory = scratchDirectory();
  await using receiver = await startWebhookReceiver();
  receiver.nextStatus = 500;
  const settings = {
    ...{ DATA_DIR: directory.path, ...webhookSettings(receiver.url) },
    ...{ WEBHOOK_EVENTS: "all", AUDIT_FILE: join(directory.path, "away", "audit.jsonl") },
  };
  const before = await check(settings);
  assert.match(before.of("audit file")[0]?.fix ?? "", /Create its directory/);
  mkdirSync(join(directory.path, "away"));
  {
    await using _serving = await serveHere({ settings });
    const args = ["user", "create", "--screen-name", "alice", "--password", "a long one 4711"];
    assert.equal((await runHere(args, { settings: { DATA_DIR: directory.path } })).status, 0);
    await receiver.until(({ length }) => length > 0);
    // The result of the try is written after the request.
    using database = new DatabaseSync(join(directory.path, "countersign.db"), { readOnly: true });
    const failing = database.prepare("select 1 from receiver where failing_since is not null");
    while (failing.get() === undefined) await new Promise((resolve) => setImmediate(resolve));
  }
  const { status, of } = await check(settings);
  assert.equal(status, 1);
  assert.match(
    of("webhooks")[1]?.message ?? "",
    /^(?:1 event is|\d+ events are) waiting for 127\.0\.0\.1:\d+, the oldest since 20\S+Z, (?:1 was|\d+ were) rejected; nothing was accepted since 20/,
  );
  assert.equal(of("audit file").at(-1)?.level, "ok");
  // A new setting, so the ledger does not know the receiver yet.
  const other = await check({ ...settings, WEBHOOKS: "http://127.0.0.1:1/new" });
  assert.match(
    other.of("webhooks")[1]?.message ?? "",
    /No events are queued for 127\.0\.0\.1:1 yet/,
  );
});

test("the outbox has its bounds: what just happened waits rightly, and what was rejected is a warning", () => {
  const now = 1_000_000_000;
  const level = (change: object) => {
    const state = { id: "a", waiting: 0, rejected: 0, dropped: 0 };
    const times = { oldest: undefined, failingSince: undefined, failure: undefined, nextAt: 0 };
    return outboxFinding("webhooks", "it", { ...state, ...times, ...change }, now).level;
  };
  assert.equal(level({}), "ok");
  assert.equal(level({ dropped: 5 }), "ok", "what is over does not warn forever");
  assert.equal(level({ waiting: 1, oldest: now - 600_000 }), "ok");
  assert.equal(level({ waiting: 1, oldest: now - 600_001 }), "warning");
  assert.equal(level({ waiting: 1, oldest: now, rejected: 1 }), "warning");
  assert.equal(level({ failingSince: now - 1 }), "failure");
});

test("the outbox is told of in the singular and in the plural", () => {
  const says = (count: number) =>
    outboxFinding(
      "webhooks",
      "it",
      {
        id: "a",
        waiting: count,
        rejected: count,
        dropped: count,
        oldest: 0,
        failingSince: undefined,
        failure: undefined,
        nextAt: 0,
      },
      0,
    ).message;
  const since = "1970-01-01T00:00:00.000Z";
  assert.equal(
    says(1),
    `1 event is waiting for it, the oldest since ${since}, 1 was rejected; 1 event was dropped in total`,
  );
  assert.equal(
    says(2),
    `2 events are waiting for it, the oldest since ${since}, 2 were rejected; 2 events were dropped in total`,
  );
});

test("identity providers: one that answers and names itself so, and the secret that others can read", async () => {
  using directory = scratchDirectory();
  await using provider = await startIdentityProvider(new Map(), () => "https://id.example");
  const secret = join(directory.path, "secret");
  writeFileSync(secret, `${provider.clientSecret}\n`, { mode: 0o640 });
  chmodSync(directory.path, 0o755);
  const settings = providersOf(directory.path, [
    { ...given(provider.issuer), ...{ client_secret_file: "secret" } },
  ]);
  const { status, of } = await check(settings);
  assert.equal(status, 0);
  assert.deepEqual(
    of("identity providers").map(({ level }) => level),
    ["ok"],
  );
  assert.match(
    of("identity providers")[0]?.message ?? "",
    /^work: http:.* responds and its issuer matches$/,
  );
  chmodSync(secret, 0o604);
  const open = await check(settings);
  assert.equal(open.status, 1);
  assert.match(
    open.of("identity providers")[0]?.message ?? "",
    /secret: .* can read it \(mode 604/,
  );
  rmSync(secret);
  const missing = await check(settings);
  assert.equal(missing.status, 1);
  assert.match(missing.of("identity providers")[0]?.message ?? "", /secret: file not found/);
});

test("identity providers: another issuer, another status, no JSON, no end, and no one; each says what to do", async () => {
  using directory = scratchDirectory();
  const served: Record<string, string> = {
    "/other": JSON.stringify({ issuer: "https://other.example" }),
    "/page": "<!doctype html>",
    "/bare": "to be filled in",
    "/long": "x".repeat(300_000),
  };
  const server = createServer((request, response) => {
    const path = request.url?.replace("/.well-known/openid-configuration", "") ?? "";
    response.writeHead(Object.hasOwn(served, path) ? 200 : 404).end(served[path]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    served["/bare"] = JSON.stringify({ issuer: `${origin}/bare` });
    const issuers = [...Object.keys(served), "/gone"].map((path) => `${origin}${path}`);
    const all = [...issuers, `http://127.0.0.1:${await freePort()}`].map((issuer, at) => ({
      ...given(issuer),
      ...{ id: `p${at}`, name: `P${at}`, client_secret: "canary" },
    }));
    const { status, of, findings } = await check(providersOf(directory.path, all));
    assert.equal(status, 1);
    const says = of("identity providers").map((one) => one.message);
    for (const [at, why] of [
      /names the issuer "https:\/\/other\.example", and the settings "http/,
      /is not JSON/,
      /has no authorization_endpoint, token_endpoint, jwks_uri/,
      /too long/,
      /returns 404/,
      /ECONNREFUSED/,
    ].entries()) {
      assert.match(says[at] ?? "", why);
    }
    assert.doesNotMatch(JSON.stringify(findings), /canary/);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test("docs/guide/check-installation.md: the test of webhooks runs as it is written", async () => {
  using directory = scratchDirectory();
  await using receiver = await startWebhookReceiver();
  const settings = {
    ...{ DATA_DIR: join(directory.path, "data"), PORT: "0", INTERNAL_PORT: "off" },
    ...webhookSettings(receiver.url),
  };
  const [, ...args] = guideBlock("check-installation", "webhooks").trim().split(" ");
  const { status, stdout } = await runHere(args, { settings });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^ok +webhooks +127\.0\.0\.1:\d+ accepted the test event \(200\)$/m);
});

function given(issuer: string) {
  return { id: "work", name: "Work", issuer, client_id: "countersign" };
}

function providersOf(directory: string, providers: readonly object[]) {
  const file = join(directory, "providers.json");
  writeFileSync(file, JSON.stringify({ providers }), { mode: 0o600 });
  return { DATA_DIR: join(directory, "data"), IDENTITY_PROVIDERS: file };
}
