/** Slow, silent, greedy and broken connections: their limits, and that other clients are served meanwhile. */
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Server, type Socket } from "node:net";
import { test } from "node:test";
import { connect as connectTls } from "node:tls";
import { makeAccessToken, startTestService } from "../support/service.ts";
import { authorizationHeader, signedPairs } from "../support/signing.ts";
import { makeCertificate } from "../support/tls.ts";
import { startWorld } from "../support/world.ts";
import { ask, signedVerification } from "../verification/asking.ts";

const quick = { headers: 200, request: 400, check: 20 };

async function open(port: number, text = "", host = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port, host, allowHalfOpen: true });
  await once(socket, "connect");
  socket.on("error", () => {});
  if (text !== "") socket.write(text);
  return socket;
}

async function readToEnd(socket: Socket): Promise<string> {
  let received = "";
  for await (const chunk of socket.setEncoding("latin1")) received += chunk;
  return received;
}

async function isServed(baseUrl: string): Promise<void> {
  assert.equal((await fetch(`${baseUrl}/no-such-path`)).status, 404);
}

// interface §1.13
test("408 (code 215) — headers, or a body, that take too long; a connection without a word is just closed", async () => {
  await using service = await startTestService({}, Date.now, quick);
  const head = "POST /oauth2/token HTTP/1.1\r\nHost: here\r\n";
  const expected = new Map([
    ["", /^$/],
    ["GET /", /^HTTP\/1\.1 408 .*"code":215/s],
    [head, /^HTTP\/1\.1 408 /],
    [`${head}Content-Length: 10\r\n\r\nabc`, /^HTTP\/1\.1 408 .*"code":215/s],
  ]);
  for (const [text, answer] of expected) {
    assert.match(await readToEnd(await open(service.port, text)), answer, text);
  }
});

// interface §1.12
test("401 (code 89) — a use of the token, pipelined behind its revocation", async () => {
  await using world = await startWorld();
  const { token, secret } = await makeAccessToken(world.ledger, world.application, world.alice);
  const credentials = { ...world.application, token, tokenSecret: secret };
  const requests = [
    ["POST", "/1.1/oauth/invalidate_token"],
    ["GET", "/1.1/account/verify_credentials.json"],
  ] as const;
  const text = requests.map(([method, path]) => {
    const pairs = signedPairs(method, world.baseUrl + path, credentials);
    return `${method} ${path} HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\nAuthorization: ${authorizationHeader(pairs)}\r\n\r\n`;
  });
  const socket = await open(world.service.port, `${text.join("")}BROKEN\r\n\r\n`);
  const received = await readToEnd(socket);
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  assert.deepEqual(statuses, ["200", "401", "400"], received);
});

// interface §1.12
test("404 (code 34) — of a long pipeline 33 are answered, also where the paths are no paths", async () => {
  await using service = await startTestService();
  for (const path of ["/nothing", "/%zz", `/portal/applications/${"1".repeat(200)}`]) {
    const text = `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`.repeat(60);
    const received = await readToEnd(await open(service.port, `${text}BROKEN\r\n\r\n`));
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    assert.deepEqual(statuses, Array(33).fill("404"), path);
  }
});

test("a client that leaves before its body is whole is no failure of the service", async () => {
  await using service = await startTestService();
  const leaving = await open(
    service.port,
    "POST /oauth/request_token HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nabc",
  );
  await isServed(service.baseUrl);
  leaving.destroy();
  await once(leaving, "close");
  for (const _ of "12345") await isServed(service.baseUrl);
  const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
  assert.match(metrics, /status="404"/);
  assert.doesNotMatch(metrics, /status="500"/);
});

test("a client that asks and does not read loses its connection", async () => {
  await using service = await startTestService({}, Date.now, { stalled: 300 });
  const socket = (await open(service.port)).pause();
  const gone = new Promise((resolve) => socket.once("error", resolve));
  const asking = setInterval(() => {
    socket.write("GET /openapi.json HTTP/1.1\r\nHost: here\r\n\r\n".repeat(10));
  }, 2);
  await gone;
  clearInterval(asking);
  await isServed(service.baseUrl);
});

test("a service with as many idle connections as it holds serves newcomers", async () => {
  await using service = await startTestService({ MAX_CONNECTIONS: "1000" });
  const idle: Socket[] = [];
  let closed = 0;
  for (let count = 0; count < 2000; count += 1) {
    const socket = await open(service.port, count % 2 === 0 ? "" : "GET / HT");
    socket.once("close", () => {
      closed += 1;
    });
    socket.on("end", () => socket.destroy());
    idle.push(socket.resume());
  }
  await isServed(service.baseUrl);
  while (closed < 1000) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok(closed <= 1010, `${closed} closed`);
  for (const socket of idle) socket.destroy();
});

test("the internal address answers while 5,000 connections of the public one hang", async () => {
  await using world = await startWorld({ MAX_CONNECTIONS: "6000" });
  const { port, internalUrl = "" } = world.service;
  const begun = ["", "GET / HT", "POST /oauth2/token HTTP/1.1\r\nHost: here\r\n"];
  const hanging: Socket[] = [];
  for (let count = 0; count < 5000; count += 1) {
    hanging.push((await open(port, begun[count % begun.length])).resume());
  }
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    assert.equal((await fetch(internalUrl + path)).status, 200, path);
  }
  const verificationRequest = signedVerification(world, "GET", "/1.1/things.json", {
    token,
    origin: world.baseUrl,
  });
  const { json } = await ask(world, "/verify", verificationRequest);
  assert.equal(json.valid, true, JSON.stringify(json));
  for (const socket of hanging) socket.destroy();
});

test("over TLS too, a connection counts once, and the one that has waited longest gives way", async () => {
  using certificate = await makeCertificate(["localhost"]);
  await using service = await startTestService({
    HOST: "127.0.0.1",
    TLS_CERT: certificate.certificate,
    TLS_KEY: certificate.key,
    MAX_CONNECTIONS: "3",
  });
  const ca = readFileSync(certificate.authority);
  const shake = async () => {
    const socket = connectTls({
      port: service.port,
      host: "127.0.0.1",
      servername: "localhost",
      ca,
    });
    socket.on("error", () => {});
    await once(socket, "secureConnect");
    return socket;
  };
  const silent = await open(service.port);
  const [first, second] = [await shake(), await shake()];
  first.write("GET /no-such-path HTTP/1.1\r\nHost: here\r\n\r\n");
  await once(first, "data");
  const closed = once(silent.resume(), "close");
  silent.on("end", () => silent.destroy());
  const third = await shake();
  await closed;
  for (const socket of [first, second, third]) {
    socket.write("GET /no-such-path HTTP/1.1\r\nHost: here\r\n\r\n");
    const [answer] = await once(socket, "data");
    assert.match(String(answer), /^HTTP\/1\.1 404/);
    socket.destroy();
  }
});

test("0 — what waits for a request does not keep a stopping service", async () => {
  const service = await startTestService();
  const silent = await open(service.port);
  const partial = await open(service.port, "GET / HT");
  await isServed(service.baseUrl);
  await service[Symbol.asyncDispose]();
  for (const socket of [silent, partial]) {
    await readToEnd(socket).catch(() => {});
    socket.destroy();
  }
});

test("408 — the internal address: headers, or a body, that take too long", async () => {
  await using service = await startTestService({}, Date.now, quick);
  const port = Number(new URL(service.internalUrl ?? "").port);
  const head = "POST /verify HTTP/1.1\r\nHost: here\r\n";
  for (const text of ["GET /", head, `${head}Content-Length: 10\r\n\r\nabc`]) {
    assert.match(await readToEnd(await open(port, text)), /^HTTP\/1\.1 408 .*"error":"/s, text);
  }
  assert.equal(await readToEnd(await open(port)), "");
});

test("the internal address has a bound of its own: one more closes the one that waits longest", async () => {
  await using service = await startTestService({ MAX_CONNECTIONS: "2" });
  const { internalUrl = "" } = service;
  const port = Number(new URL(internalUrl).port);
  const idle = await open(port);
  await Promise.all([readToEnd(idle), open(port).then(() => open(port))]);
  assert.equal((await fetch(`${internalUrl}/healthz`)).status, 200);
  await isServed(service.baseUrl);
});

test("localhost is both of its addresses, with one bound and one patience for the two", async () => {
  const settings = { HOST: "localhost", MAX_CONNECTIONS: "2" };
  await using service = await startTestService(settings, Date.now, quick);
  const first = await open(service.port, "", "127.0.0.1");
  const closed = readToEnd(first);
  await open(service.port, "", "127.0.0.1");
  const third = await open(service.port, "GET /no-such-path HTTP/1.1\r\nHost: here\r\n\r\n", "::1");
  assert.equal(await closed, "");
  assert.match(String(await once(third, "data")), /^HTTP\/1\.1 404 /);
  const slow = await open(service.port, "GET /", "::1");
  assert.match(await readToEnd(slow), /^HTTP\/1\.1 408 /);
});

test("an error of a listening socket is logged, and requests are served", async () => {
  const servers: Server[] = [];
  const channel = "tracing:net.server.listen:asyncStart";
  const note = (message: unknown) => servers.push((message as { server: Server }).server);
  subscribe(channel, note);
  try {
    await using service = await startTestService({ HOST: "localhost" });
    assert.equal(servers.length, 3);
    for (const server of servers) server.emit("error", new Error("accept EMFILE"));
    await isServed(`http://127.0.0.1:${service.port}`);
    await isServed(`http://[::1]:${service.port}`);
    assert.equal((await fetch(`${service.internalUrl}/healthz`)).status, 200);
  } finally {
    unsubscribe(channel, note);
  }
});
