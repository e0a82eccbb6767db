/** Prometheus, set up as docs/guide/alerts.md says, scrapes a service and evaluates the dashboard and the alerts. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { json, scratchDirectory } from "./cli/command.ts";
import { missing } from "./gateways/gateway.ts";
import { wholeFlow } from "./support/flow.ts";
import { freePort } from "./support/free-port.ts";
import { guideBlock } from "./support/guide-block.ts";
import { makeAdmin, makeApplication, startTestService } from "./support/service.ts";
import { startMailServer } from "./support/smtp.ts";
import { startWebhookReceiver, webhookSettings } from "./support/webhook-receiver.ts";

const alerts = "ops/alerts.yaml";
const dashboard = "ops/grafana-dashboard.json";
const skip = missing("prometheus");

interface Rule {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
}

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

/** Nothing waits in the service of the test, and it has no certificate. */
const mayBeEmpty = /deliveries_oldest|certificate_expiry/;

test(`${dashboard}, ${alerts}: each query finds what a service exports, and each rule is evaluated`, {
  skip,
}, async () => {
  using scratch = scratchDirectory();
  await using receiver = await startWebhookReceiver();
  await using mail = await startMailServer();
  await using service = await busyService(scratch.path, receiver.url, mail.port);
  await using prometheus = await startPrometheus(
    scratch.path,
    new URL(service.internalUrl ?? "").host,
  );
  // Rates need two samples.
  await prometheus.until(async () => (await prometheus.query(rate)).length > 0);

  const { panels } = JSON.parse(readFileSync(dashboard, "utf8")) as { panels: readonly Panel[] };
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  assert.ok(queries.length > 30);
  const empty: string[] = [];
  for (const one of queries) {
    const found = await prometheus.query(one.replaceAll("$__rate_interval", "30s"));
    if (found.length === 0 && !mayBeEmpty.test(one)) empty.push(one);
  }
  assert.deepEqual(empty, []);
  let rules: readonly Rule[] = [];
  await prometheus.until(async () => {
    rules = await prometheus.rules();
    return rules.every(({ health }) => health !== "unknown");
  });
  assert.ok(rules.length > 20);
  for (const { name, health, lastError } of rules)
    assert.equal(health, "ok", `${name} ${lastError}`);
});

const rate = "rate(countersign_requests_total[30s])";

/** Something of everything that the dashboard shows has happened in it. */
async function busyService(path: string, webhook: string, mailPort: number) {
  const DATA_DIR = join(path, "data");
  const service = await startTestService({
    ...webhookSettings(webhook),
    ...{ DATA_DIR, WEBHOOK_EVENTS: "all" },
    ...{ SMTP_URL: `smtp://127.0.0.1:${mailPort}`, MAIL_FROM: "id@service.example" },
  });
  const { ledger } = service.dependencies;
  const alice = await makeAdmin(ledger, "alice");
  await wholeFlow(service.baseUrl, await makeApplication(ledger, alice), alice);
  const url = `${service.baseUrl}/1.1/account/verify_credentials.json`;
  assert.equal((await fetch(url)).status, 401);
  const key = ["--name", "deploy", "--role", "viewer", "--expires", "30d"];
  await json(["api-key", "create", ...key], { settings: { DATA_DIR } });
  const event = { actor: "command-line", at: Date.now(), details: { bytes: 1 } } as const;
  await ledger.record({ ...event, name: "backup.created" });
  const details = { bytes: 1, latestEventAt: new Date().toISOString() };
  await ledger.record({ ...event, name: "backup.verified", details });
  return service;
}

async function startPrometheus(path: string, target: string) {
  const port = await freePort();
  copyFileSync(alerts, join(path, "alerts.yaml"));
  const configuration = join(path, "prometheus.yml");
  const global = "global: { scrape_interval: 1s, evaluation_interval: 1s }\n";
  const given = guideBlock("alerts", "prometheus.yml", { "127.0.0.1:8081": target });
  writeFileSync(configuration, global + given);
  const child = spawn(
    "prometheus",
    [
      `--config.file=${configuration}`,
      `--storage.tsdb.path=${join(path, "prometheus")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
  const ask = async (what: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${what}`);
    const answer = (await response.json()) as { status: string; error?: string; data: never };
    assert.equal(answer.status, "success", `${what}: ${answer.error}`);
    return answer.data;
  };
  const query = async (text: string) => {
    const { result } = (await ask(`query?query=${encodeURIComponent(text)}`)) as {
      result: readonly unknown[];
    };
    return result;
  };
  return {
    query,
    async rules() {
      const { groups } = (await ask("rules")) as {
        groups: readonly { rules: readonly Rule[] }[];
      };
      return groups.flatMap(({ rules }) => rules);
    },
    async until(holds: () => Promise<boolean>) {
      const deadline = performance.now() + 60_000;
      // It refuses connections until it is ready.
      while (!(await holds().catch(() => false))) {
        if (performance.now() > deadline) assert.fail(`Prometheus never did: ${holds}`);
        await wait(100);
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}
