/** Runs docs/guide/high-availability.md: its configuration, its statements, and its promises. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import { missing, startGateway } from "../gateways/gateway.ts";
import { verifyCredentials } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { guideBlock } from "../support/guide-block.ts";
import { upServers } from "../support/haproxy.ts";
import { ask } from "../support/postgres.ts";
import { ownPostgres } from "../support/postgres-server.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
  type TestService,
} from "../support/service.ts";
import { until } from "../support/until.ts";

const block = (name: string, instead?: Readonly<Record<string, string>>) =>
  guideBlock("high-availability", name, instead);

test("a node is stopped and started again, and the primary dies: what was answered stands", {
  skip: missing("haproxy"),
}, async () => {
  await using resources = new AsyncDisposableStack();
  const primary = resources.use(await ownPostgres());
  const standby = resources.use(await ownPostgres());
  await statements(primary.url, "create database ledger");
  const both = new URL("/ledger", primary.url);
  await standby.stop("SIGQUIT");
  await standby.follow(primary);
  await statements(primary.url, block("synchronous", { "(db2, db3)": "(*)" }));
  await until(async () => (await statements(primary.url, block("check"))) === 1);

  const { port: second } = new URL(standby.url);
  const settings = {
    DATABASE_URL: both.href.replace(both.host, `${both.host},127.0.0.1:${second}`),
    DATABASE_TIMEOUT: "5000",
    DRAIN_SECONDS: "4",
    KEYS: `k1:${randomBytes(32).toString("base64")}`,
    BASE_URL: `http://127.0.0.1:${await freePort()}`,
  };
  const nodes: TestService[] = [];
  resources.defer(async () => {
    for (const node of nodes) await node[Symbol.asyncDispose]();
  });
  const places = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const place = { PORT: String(await freePort()), INTERNAL_PORT: String(await freePort()) };
    places.push(place);
    nodes.push(await startTestService({ ...settings, ...place }));
  }
  const port = Number(new URL(settings.BASE_URL).port);
  const balancer = resources.use(
    await startGateway(
      "haproxy",
      ["-db", "-f", "{dir}/haproxy.cfg"],
      { "haproxy.cfg": block("haproxy.cfg", balanced(port, places)) },
      port,
    ),
  );
  const [first, other] = nodes;
  assert.ok(first && other);
  const { ledger } = other.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const access = await makeAccessToken(ledger, application, alice);
  const verify = async () =>
    (await verifyCredentials(settings.BASE_URL, application, access)).status;
  await until(async () => (await verify()) === 200);

  const statuses: number[] = [];
  let done = false;
  const client = (async () => {
    while (!done) statuses.push(await verify());
  })();
  const admin = join(balancer.directory, "admin.sock");
  await first.drain();
  await first[Symbol.asyncDispose]();
  const then = statuses.length;
  await until(() => statuses.length > then + 20);
  nodes[0] = await startTestService({ ...settings, ...places[0] });
  await until(async () => (await upServers(admin)) === 3);
  const afterwards = statuses.length;
  await until(() => statuses.length > afterwards + 20);
  done = true;
  await client;
  assert.deepEqual(new Set(statuses), new Set([200]), "an upgrade without a rejected request");

  const last = await makeAccessToken(ledger, application, alice, "write");
  await primary.stop("SIGKILL");
  await statements(standby.url, block("promote", { "ANY 1 (db1, db3)": "" }));
  await until(async () => (await verify()) === 200);
  const response = await verifyCredentials(settings.BASE_URL, application, last);
  assert.equal(response.status, 200, "issued just before the primary died");
});

/** The guide's configuration with this test's addresses. */
function balanced(port: number, places: readonly { PORT: string; INTERNAL_PORT: string }[]) {
  const own = places.map(({ PORT, INTERNAL_PORT }, at) => [
    `10.0.0.${at + 1}:8080 check port 8081`,
    `127.0.0.1:${PORT} check port ${INTERNAL_PORT}`,
  ]);
  return {
    "bind :443 ssl crt /etc/haproxy/id.example.com.pem": `bind 127.0.0.1:${port}`,
    "/run/haproxy": "{dir}",
    ...Object.fromEntries(own),
  };
}

/** Runs the statements one after the other; returns the number of rows that the last one found. */
async function statements(url: string, text: string): Promise<number> {
  return (await ask(url, ...text.split(";\n").filter((one) => one.trim() !== ""))).length;
}
