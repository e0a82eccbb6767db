/**
 * A single service whose supervisor keeps its sockets is restarted while signed requests arrive, directly and through
 * nginx as docs/guide/tls.md configures it: none is lost. RESTARTS says how often (3).
 */
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { test } from "node:test";
import { readConfig } from "../../src/config/config.ts";
import { migrateLedger, openStores, unlogged } from "../../src/program/stores.ts";
import { scratchDirectory } from "../cli/command.ts";
import { freePort } from "../support/free-port.ts";
import { guideBlock } from "../support/guide-block.ts";
import { makeAccessToken, makeAdmin, makeApplication } from "../support/service.ts";
import { authorizationHeader, type SigningCredentials, signedPairs } from "../support/signing.ts";
import { startSupervised } from "../support/supervised.ts";
import { until } from "../support/until.ts";
import { missing } from "./gateway.ts";
import { startNginx } from "./nginx.ts";

const restarts = Number(process.env["RESTARTS"] ?? 3);

for (const [through, skip] of [
  ["directly", false],
  ["through nginx", missing("nginx")],
] as const) {
  for (const perSecond of [40, 400]) {
    test(`${restarts} restarts with ${perSecond} signed requests a second ${through}: none is lost`, {
      skip,
    }, async (context) => {
      await using resources = new AsyncDisposableStack();
      const directory = resources.use(scratchDirectory());
      const settings = {
        COUNTERSIGN_DATA_DIR: directory.path,
        COUNTERSIGN_TRUSTED_PROXIES: "127.0.0.1",
        COUNTERSIGN_RATE_LIMITS: "off",
        COUNTERSIGN_LOG_LEVEL: "silent",
      };
      const credentials = await credentialsIn(settings);
      const supervised = resources.use(await startSupervised(settings));
      const port = through === "directly" ? supervised.port : await nginxPort();
      const sent = load(port, supervised.baseUrl, credentials, perSecond);
      for (let nth = 1; nth <= restarts; nth += 1) {
        await sent.next(perSecond / 4);
        await supervised.restart();
      }
      await sent.next(perSecond / 4);
      const { count, lost, maxMs } = await sent.end();
      context.diagnostic(`${count} requests, the longest took ${Math.round(maxMs)} ms`);
      assert.deepEqual(lost, [], `of ${count}`);
      assert.ok(count > restarts * (perSecond / 4));

      async function nginxPort() {
        const free = await freePort();
        resources.use(await startNginxBefore(free, supervised.port));
        return free;
      }
    });
  }
}

async function credentialsIn(settings: Readonly<Record<string, string>>) {
  const config = readConfig(settings, () => {});
  await migrateLedger(config);
  await using stores = await openStores(config, unlogged);
  const alice = await makeAdmin(stores.ledger, "alice");
  const application = await makeApplication(stores.ledger, alice);
  const { token, secret } = await makeAccessToken(stores.ledger, application, alice);
  const { consumerKey, consumerSecret } = application;
  return { consumerKey, consumerSecret, token, tokenSecret: secret };
}

/** More requests than this may not wait for a response: a slower machine sends fewer. */
const maxPending = 1000;

/** Sends so many a second, whether or not earlier ones have their response. */
function load(port: number, baseUrl: string, credentials: SigningCredentials, perSecond: number) {
  const agent = new Agent({ keepAlive: true });
  const lost: string[] = [];
  const pending = new Set<Promise<void>>();
  let count = 0;
  let maxMs = 0;
  const timer = setInterval(() => {
    if (pending.size >= maxPending) return;
    const one = sendOne().finally(() => pending.delete(one));
    pending.add(one);
  }, 1000 / perSecond);

  async function sendOne() {
    const began = performance.now();
    const outcome = await send();
    count += 1;
    maxMs = Math.max(maxMs, performance.now() - began);
    if (outcome !== "200") lost.push(outcome);
  }

  function send(): Promise<string> {
    const path = "/1.1/account/verify_credentials.json";
    const headers = {
      authorization: authorizationHeader(signedPairs("GET", baseUrl + path, credentials)),
      "x-forwarded-proto": "http",
    };
    return new Promise((resolve) => {
      const sent = request({ host: "127.0.0.1", port, path, agent, headers }, (response) => {
        response.on("error", (error) => resolve(String(error)));
        response.on("end", () => resolve(String(response.statusCode)));
        response.resume();
      });
      sent.on("error", (error) => resolve(String(error)));
      sent.end();
    });
  }

  return {
    /** Resolves once so many more have their response. */
    next: (more: number, from = count) => until(() => count >= from + more),
    async end() {
      clearInterval(timer);
      await Promise.all(pending);
      agent.destroy();
      return { count, lost, maxMs };
    },
  };
}

function startNginxBefore(port: number, publicPort: number) {
  const configuration = guideBlock("tls", "nginx.conf", {
    // Each request that waits takes two, and a busy machine starts slowly.
    "events {}": "events { worker_connections 4096; }",
    "127.0.0.1:8080": `127.0.0.1:${publicPort}`,
    "listen 443 ssl": `listen 127.0.0.1:${port}`,
    "ssl_certificate     /etc/ssl/id.example.com.pem;": "",
    "ssl_certificate_key /etc/ssl/id.example.com.key;": "",
    "$host:$server_port": "$http_host",
    "X-Forwarded-Proto https": "X-Forwarded-Proto http",
  });
  return startNginx({ "nginx.conf": configuration }, port);
}
