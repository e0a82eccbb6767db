/** The signed call of `countersign check` to its own service, through a proxy that changes something. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import {
  checkPublicAddress,
  checkRequest,
  type Surroundings,
} from "../../src/program/checks/public-address.ts";
import { ask } from "../../src/program/checks/request.ts";
import { KeyRing } from "../../src/tools/keys/key-ring.ts";
import { keySource } from "../../src/tools/keys/key-sources.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { makeCertificate } from "../support/tls.ts";

interface Passed {
  method: string;
  target: string;
  /** Names and values in turn. */
  headers: string[];
  body: Buffer;
}

type Spoil = (passed: Passed) => void;

interface Proxy extends AsyncDisposable {
  readonly port: number;
  to: number;
  spoil: Spoil;
}

async function startProxy(server: Server = createServer()): Promise<Proxy> {
  const proxy: Proxy = {
    port: await listening(server),
    to: 0,
    spoil: () => {},
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  server.on("request", async (incoming: IncomingMessage, response) => {
    const { method = "", url = "", rawHeaders } = incoming;
    const body = Buffer.concat(await Array.fromAsync(incoming));
    const passed = { method, target: url, headers: [...rawHeaders], body };
    proxy.spoil(passed);
    drop(passed, "content-length");
    passed.headers.push("Content-Length", String(passed.body.length));
    const onward = request({
      ...{ port: proxy.to, host: "127.0.0.1", agent: false },
      ...{ method: passed.method, path: passed.target, headers: passed.headers },
    });
    onward.on("response", (from) => {
      response.writeHead(from.statusCode ?? 500, from.headers);
      from.pipe(response);
    });
    onward.end(passed.body);
  });
  return proxy;
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );
}

function drop({ headers }: Passed, name: string): void {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name);
  if (at !== -1) headers.splice(at, 2);
}

const replace =
  (name: string, value: string): Spoil =>
  (passed) => {
    drop(passed, name);
    passed.headers.push(name, value);
  };

const retarget =
  (change: (target: string) => string): Spoil =>
  (passed) => {
    passed.target = change(passed.target);
  };

const spoilt: readonly (readonly [what: string, spoil: Spoil, says: RegExp])[] = [
  ["a prefix before the path", retarget((one) => `/auth${one}`), /^Path: the proxy puts \/auth /],
  ["another path", retarget((one) => one.replace("-check?", "-CHECK?")), /^Path: .* arrives as /],
  ["a query encoded again", retarget((one) => one.replace("%7e", "~")), /^Query: .*%7e.* arrives/],
  [
    "a query sorted",
    retarget((one) => one.replace("twice=2&twice=1", "twice=1&twice=2")),
    /^Query: /,
  ],
  ["a header dropped", (passed) => drop(passed, "authorization"), /^Header: Authorization does/],
  ["another header", replace("authorization", "Basic YTpi"), /^Header: Authorization arrives c/],
  [
    "a header more",
    ({ headers }) => headers.push("Authorization", "Basic YTpi"),
    /^Header: Authorization arrives twice/,
  ],
  ["another type", replace("content-type", "text/plain"), /^Header: Content-Type .* text\/plain/],
  [
    "a body encoded again",
    (passed) => {
      passed.body = Buffer.from(passed.body.toString().replaceAll("+", "%20"));
    },
    /^Body: 26 bytes arrive as 28 others/,
  ],
  [
    "no body",
    (passed) => {
      passed.body = Buffer.alloc(0);
    },
    /^Body: the body of a POST doesn't arrive/,
  ],
  [
    "another method",
    (passed) => {
      passed.method = "PUT";
    },
    /^Method: POST arrives as PUT/,
  ],
];

test("an honest proxy: a signed request arrives as it was sent, and nothing is written to the database", async () => {
  await using proxy = await startProxy();
  await using service = await behind(proxy);
  const origin = `http://127.0.0.1:${proxy.port}`;
  const findings = await checked(origin, service.dependencies.keys);
  assert.deepEqual(
    findings.map(({ level }) => level),
    ["ok"],
  );
});

test("each change on the way is named, and what to do about it", async () => {
  await using proxy = await startProxy();
  await using service = await behind(proxy);
  const origin = `http://127.0.0.1:${proxy.port}`;
  for (const [what, spoil, says] of spoilt) {
    proxy.spoil = spoil;
    const findings = await checked(origin, service.dependencies.keys);
    assert.equal(findings.length, 1, `${what}: ${JSON.stringify(findings)}`);
    assert.equal(findings[0]?.level, "failure", what);
    assert.match(findings[0]?.message ?? "", says, what);
    assert.ok(findings[0]?.fix, what);
    assert.doesNotMatch(JSON.stringify(findings), /[0-9a-f]{32}/, "no proof in what is printed");
  }
});

test("another base URL than the settings of the command: host and port are named", async () => {
  await using service = await startTestService();
  const { keys } = service.dependencies;
  const origin = `http://localhost:${service.port}`;
  const [finding] = await checked(origin, keys);
  assert.match(
    finding?.message ?? "",
    /^Base URL: .*checked against http:\/\/127.*\(another host\)/,
  );

  await using proxy = await startProxy();
  proxy.to = service.port;
  const throughProxy = `http://127.0.0.1:${proxy.port}`;
  const [other] = await checked(throughProxy, keys);
  assert.match(other?.message ?? "", /\(another port\)/);
});

test("a certificate that is not trusted, and a proxy that does not say https: both are found", async () => {
  using certificate = await makeCertificate(["localhost"]);
  const tls = {
    cert: readFileSync(certificate.certificate),
    key: readFileSync(certificate.key),
  };
  await using proxy = await startProxy(createTlsServer(tls) as unknown as Server);
  const origin = `https://localhost:${proxy.port}`;
  await using service = await startTestService({ BASE_URL: origin, TRUSTED_PROXIES: "127.0.0.1" });
  proxy.to = service.port;
  const look = () => checked(origin, service.dependencies.keys, { trustedProxies: ["127.0.0.1"] });
  const silent = await look();
  assert.match(silent[0]?.message ?? "", /not trusted/);
  assert.match(silent[1]?.message ?? "", /^Scheme: .*sends no X-Forwarded-Proto/);
  assert.equal(silent.length, 2);
  proxy.spoil = replace("X-Forwarded-Proto", "http");
  assert.match((await look())[1]?.message ?? "", /^Scheme: .*X-Forwarded-Proto is "http"/);
  proxy.spoil = replace("X-Forwarded-Proto", "https");
  assert.match((await look())[1]?.message ?? "", /all clients appear to have the same IP address/);
  proxy.spoil = (passed) => {
    replace("X-Forwarded-Proto", "https")(passed);
    replace("X-Forwarded-For", "203.0.113.9")(passed);
  };
  assert.deepEqual(
    (await look()).map(({ level }) => level),
    ["failure", "ok"],
  );
});

test("nothing answers, something else answers, or it redirects", async () => {
  const keys = anotherRing();
  const closed = "http://127.0.0.1:1";
  const levels = async (running: "yes" | "no" | "not known") =>
    (await checked(closed, keys, { running })).map(({ level }) => level);
  assert.deepEqual(await levels("yes"), ["failure"]);
  assert.deepEqual(await levels("no"), ["skipped"]);
  assert.deepEqual(await levels("not known"), ["warning"]);

  let answer = { status: 200, location: "" };
  const server = createServer((_request, response) => {
    response.writeHead(answer.status, { location: answer.location, server: "other/1" });
    response.end("hello");
  });
  const origin = `http://127.0.0.1:${await listening(server)}`;
  const [other] = await checked(origin, keys);
  assert.match(other?.message ?? "", /Something else responds .* 200 \(other\/1\)/);
  answer = { status: 301, location: "https://id.example/countersign-check?countersign_check=x" };
  const [redirected] = await checked(origin, keys);
  assert.match(redirected?.message ?? "", /redirects to https:\/\/id\.example\/countersign-check$/);
  server.close();
});

test("404 (code 34) — anonymous callers: without a proof, with a stale one, of another ring, the path is like any other", async () => {
  let now = Date.now();
  await using service = await startTestService({}, () => now);
  const { baseUrl: origin } = service;
  const { keys } = service.dependencies;
  const other = await ask(origin, { method: "POST", target: "/no-such-path", body: "a=b" });
  const same = async (target: string) => {
    const { status, body, headers } = await ask(origin, { method: "POST", target, body: "a=b" });
    assert.deepEqual([status, body], [404, other.body], target);
    const names = (one: typeof headers) => Object.keys(one).sort();
    assert.deepEqual(names(headers), names(other.headers));
  };
  const good = checkRequest(origin, keys, now).target;
  assert.equal((await ask(origin, { method: "POST", target: good, body: "a=b" })).status, 200);
  await same("/countersign-check");
  await same("/countersign-check?countersign_check=");
  await same(checkRequest(origin, anotherRing(), now).target);
  await same(good.slice(0, -1) + (good.endsWith("A") ? "B" : "A"));
  now += 62_000;
  await same(good);
  now -= 124_000;
  await same(good);
});

test("of this response an anonymous caller who copies a proof learns nothing but their own request", async () => {
  await using service = await startTestService();
  const { baseUrl: origin, dependencies } = service;
  const sent = checkRequest(origin, dependencies.keys, Date.now());
  const { body } = await ask(origin, { ...sent, headers: { authorization: "OAuth a=b" } });
  const { answer: _, ...seen } = JSON.parse(body);
  assert.equal(seen.signed, false, "the proof does not sign");
  assert.deepEqual(Object.keys(seen).sort(), [
    ...["authorization", "authorizations", "body", "bodyBytes", "client", "contentType"],
    ...["forwardedFor", "forwardedProto", "host", "method", "origin", "peer", "secure"],
    ...["signed", "target", "time"],
  ]);
});

async function checked(origin: string, keys: KeyRing, more: Partial<Surroundings> = {}) {
  const here: Surroundings = {
    ...{ running: "yes", trustedProxies: [], isRingFixed: false, clocks: [] },
    ...more,
  };
  return (await checkPublicAddress(origin, keys, here)).findings;
}

async function behind(proxy: Proxy): Promise<TestService> {
  const service = await startTestService({ BASE_URL: `http://127.0.0.1:${proxy.port}` });
  proxy.to = service.port;
  return service;
}

function anotherRing(): KeyRing {
  return new KeyRing(keySource({ given: `other:${randomBytes(32).toString("base64")}` }));
}
