/**
 * Nodes are restarted one after the other behind HAProxy and nginx, with the configurations of
 * docs/guide/high-availability.md, and behind Caddy with that of ops/compose.yaml, and no request is lost.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { readConfig } from "../../src/config/config.ts";
import { migrateLedger, openStores, unlogged } from "../../src/program/stores.ts";
import { scratchDirectory } from "../cli/command.ts";
import { missing, startGateway } from "../gateways/gateway.ts";
import { startNginx } from "../gateways/nginx.ts";
import { basicHeader, bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { guideBlock } from "../support/guide-block.ts";
import { upServers } from "../support/haproxy.ts";
import { freshDatabase } from "../support/postgres.ts";
import { type ServeProcess, startServe } from "../support/process.ts";
import { makeApplication, makeUser, type TestApplication } from "../support/service.ts";
import { chooseOwnEngines } from "../support/test-engine.ts";
import { until } from "../support/until.ts";

chooseOwnEngines();

interface Place {
  readonly HOST: string;
  readonly INTERNAL_HOST: string;
  readonly PORT: string;
  readonly INTERNAL_PORT: string;
}

test("two nodes, one with two processes, restarted behind HAProxy, nginx and Caddy: of 10,000 GETs and POSTs none is lost", {
  skip: missing("haproxy") || missing("nginx") || missing("caddy"),
}, async () => {
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await freshDatabase());
  const directory = resources.use(scratchDirectory());
  const settings = {
    DATABASE_URL: database.url,
    DATABASE_TIMEOUT: "20000",
    DATA_DIR: directory.path,
    TRUSTED_PROXIES: "127.0.0.1",
    DRAIN_SECONDS: "4",
  };
  const application = await applicationOn(settings);
  const places: Place[] = [];
  // Nodes on machines of their own have the same port, which Caddy asks.
  const INTERNAL_PORT = String(await freePort());
  for (const host of ["127.0.0.1", "127.0.0.2"]) {
    const PORT = String(await freePort());
    places.push({ HOST: host, INTERNAL_HOST: host, PORT, INTERNAL_PORT });
  }
  const [first, second] = places as [Place, Place];
  const nodes = [
    { ...settings, ...first, PROCESSES: "2" },
    { ...settings, ...second },
  ];
  const running: ServeProcess[] = [];
  resources.defer(async () => {
    for (const node of running) await node.kill();
  });
  for (const node of nodes) running.push(await startServe(node));

  const [haproxyPort, nginxPort, caddyPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const haproxy = resources.use(await startHaproxy(haproxyPort, first, second));
  resources.use(await startNginxBefore(nginxPort, first, second));
  resources.use(await startCaddy(caddyPort, first, second));
  const admin = join(haproxy.directory, "admin.sock");
  const areUp = () => until(async () => (await upServers(admin)) === 2);
  await areUp();
  const bearer = await bearerFor(`http://127.0.0.1:${nginxPort}`, application);

  const totals = { requests: 0, lost: [] as string[] };
  let isOver = false;
  const proxies = { HAProxy: haproxyPort, nginx: nginxPort, Caddy: caddyPort };
  const clients = Object.entries(proxies).flatMap(([proxy, port]) =>
    ["GET", "GET", "GET", "POST", "POST", "POST"].map(async (method) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!isOver) {
        const outcome = await send(method, port, agent, application, bearer);
        totals.requests += 1;
        if (outcome !== 200) totals.lost.push(`${method} through ${proxy}: ${outcome}`);
      }
      agent.destroy();
    }),
  );
  try {
    for (const [at, node] of nodes.entries()) {
      assert.equal(await running[at]?.stop(), 0);
      running[at] = await startServe(node);
      await areUp();
    }
    await until(() => totals.requests >= 10_000);
  } finally {
    isOver = true;
    await Promise.all(clients);
  }
  assert.deepEqual(totals.lost, [], `of ${totals.requests}`);
});

async function applicationOn(settings: Readonly<Record<string, string>>): Promise<TestApplication> {
  const environment = Object.entries(settings).map(([name, value]) => [
    `COUNTERSIGN_${name}`,
    value,
  ]);
  const config = readConfig(Object.fromEntries(environment), () => {});
  await migrateLedger(config);
  await using stores = await openStores(config, unlogged);
  return await makeApplication(stores.ledger, await makeUser(stores.ledger, "alice"));
}

/** Resolves to the status, or to what went wrong. */
function send(
  method: string,
  port: number,
  agent: Agent,
  application: TestApplication,
  bearer: string,
): Promise<number | string> {
  const reads = method === "GET";
  const path = reads ? "/1.1/application/rate_limit_status.json" : "/oauth2/token";
  const authorization = reads ? `Bearer ${bearer}` : basicHeader(application);
  const form = "application/x-www-form-urlencoded";
  const headers = { authorization, ...(!reads && { "content-type": form }) };
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port, method, path, agent, headers }, (response) => {
      response.on("error", (error) => resolve(String(error)));
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.on("error", (error) => resolve(String(error)));
    sent.end(reads ? undefined : "grant_type=client_credentials");
  });
}

function startHaproxy(port: number, first: Place, second: Place) {
  const line = (nth: number) => `10.0.0.${nth}:8080 check port 8081`;
  const own = ({ HOST, PORT, INTERNAL_PORT }: Place) =>
    `${HOST}:${PORT} check port ${INTERNAL_PORT}`;
  const configuration = guideBlock("high-availability", "haproxy.cfg", {
    "bind :443 ssl crt /etc/haproxy/id.example.com.pem": `bind 127.0.0.1:${port}`,
    "/run/haproxy": "{dir}",
    [line(1)]: own(first),
    [line(2)]: own(second),
    [`    server node3 ${line(3)}\n`]: "",
  });
  const files = { "haproxy.cfg": configuration };
  return startGateway("haproxy", ["-db", "-f", "{dir}/haproxy.cfg"], files, port);
}

function startNginxBefore(port: number, first: Place, second: Place) {
  const configuration = guideBlock("high-availability", "nginx.conf", {
    "10.0.0.1:8080": `${first.HOST}:${first.PORT}`,
    "10.0.0.2:8080": `${second.HOST}:${second.PORT}`,
    "        server 10.0.0.3:8080 max_fails=0;\n": "",
    "listen 443 ssl": `listen 127.0.0.1:${port}`,
    "ssl_certificate     /etc/ssl/id.example.com.pem;": "",
    "ssl_certificate_key /etc/ssl/id.example.com.key;": "",
    "$host:$server_port": "$http_host",
  });
  return startNginx({ "nginx.conf": configuration }, port);
}

function startCaddy(port: number, first: Place, second: Place) {
  const { CADDYFILE } = parse(readFileSync("ops/compose.yaml", "utf8")).services.caddy.environment;
  const configuration = String(CADDYFILE)
    .replace(/^\S+/, `{\n  admin off\n}\nhttp://127.0.0.1:${port}`)
    .replace("first:8080", `${first.HOST}:${first.PORT}`)
    .replace("second:8080", `${second.HOST}:${second.PORT}`)
    .replace("health_port 8081", `health_port ${first.INTERNAL_PORT}`);
  const args = ["run", "--adapter", "caddyfile", "--config", "{dir}/Caddyfile"];
  return startGateway("caddy", args, { Caddyfile: configuration }, port);
}
