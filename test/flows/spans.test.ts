/**
 * Spans for OpenTelemetry: docs/guide/monitoring.md#traces. The SDK is loaded as the guide does it, with an exporter in
 * memory.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openSpans } from "../../src/tools/spans.ts";
import { executable } from "../cli/command.ts";
import { guideBlock } from "../support/guide-block.ts";
import { readyLine } from "../support/ready-line.ts";
import { withSharedEngine } from "../support/test-engine.ts";
import { signUp } from "../support/visitor.ts";
import { startWebhookReceiver, webhookSettings } from "../support/webhook-receiver.ts";

interface ShownSpan {
  readonly name: string;
  readonly trace: string;
  readonly span: string;
  readonly parent: string | undefined;
  readonly attributes: Readonly<Record<string, string | number>>;
}

test("without an SDK there is nothing to call", async () => {
  assert.equal(await openSpans(), undefined);
});

test("with the guide's file, a request and its stores are in the trace that it came with, and a webhook passes its own on", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-spans-"));
  // In a place from which it finds the packages that it imports.
  mkdirSync("node_modules/.cache", { recursive: true });
  const file = join(process.cwd(), "node_modules/.cache", `tracing-${process.pid}.mjs`);
  // An exporter that prints replaces the one that sends.
  const printing = `{
    export(spans, done) {
      for (const one of spans) process.stderr.write("span " + JSON.stringify({
        name: one.name, trace: one.spanContext().traceId, span: one.spanContext().spanId,
        parent: one.parentSpanContext?.spanId, attributes: one.attributes }) + "\\n");
      done({ code: 0 });
    },
    async shutdown() {}, async forceFlush() {},
  }`;
  const tracing = guideBlock("monitoring", "tracing.mjs", {
    'import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";\n': "",
    "new OTLPTraceExporter()": printing,
    BatchSpanProcessor: "SimpleSpanProcessor",
  });
  writeFileSync(file, tracing);
  await using receiver = await startWebhookReceiver();
  const settings = await withSharedEngine({
    ...webhookSettings(receiver.url),
    DATA_DIR: dataDir,
    SIGN_UP: "open",
    WEBHOOK_EVENTS: "user.created",
    PORT: "0",
    INTERNAL_PORT: "off",
  });
  const child = spawn(executable, ["serve"], {
    env: {
      PATH: process.env["PATH"],
      NODE_OPTIONS: `--import=${file}`,
      ...Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [`COUNTERSIGN_${name}`, value]),
      ),
    },
  });
  let output = "";
  const has = (what: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = what.exec(output);
        if (found) resolve(found[1] ?? "");
      };
      look();
      for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
      child.once("exit", () => reject(new Error(output)));
    });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  try {
    const baseUrl = await has(readyLine);
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const answered = await fetch(`${baseUrl}/1.1/account/verify_credentials.json`, {
      headers: {
        authorization:
          'OAuth oauth_consumer_key="canary", oauth_token="1-canary", oauth_nonce="n", oauth_version="1.0", ' +
          `oauth_signature_method="HMAC-SHA1", oauth_signature="x", oauth_timestamp="${Math.floor(Date.now() / 1000)}"`,
        traceparent: `00-${trace}-00f067aa0ba902b7-01`,
      },
    });
    assert.equal(answered.status, 401);
    const spans = () =>
      [...output.matchAll(/^span (\{.*\})$/gm)].map(
        ([, text = ""]) => JSON.parse(text) as ShownSpan,
      );
    await has(/"name":"(account\/verify_credentials)"/);
    const request = spans().find(({ name }) => name === "account/verify_credentials");
    assert.equal(request?.trace, trace);
    assert.equal(request?.parent, "00f067aa0ba902b7");
    assert.deepEqual(request?.attributes, {
      "http.request.method": "GET",
      "http.response.status_code": 401,
    });
    const children = spans().filter(({ parent }) => parent === request?.span);
    // Later the rejected request is explained, which needs further reads of the ledger.
    assert.equal(children[0]?.name, "database.accessTokenCredentials");
    assert.ok(children.every((one) => one.trace === trace));
    await signUp(baseUrl, "alice");
    await receiver.until(({ length }) => length === 1);
    const sent = receiver.received.at(-1)?.headers["traceparent"];
    const [, webhookTrace] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(String(sent)) ?? [];
    await has(new RegExp(`"name":"webhook","trace":"${webhookTrace}"`));
    assert.notEqual(webhookTrace, trace);
    for (const span of spans()) assert.doesNotMatch(JSON.stringify(span), /canary|alice/);
  } finally {
    child.kill("SIGKILL");
    rmSync(file, { force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
});
