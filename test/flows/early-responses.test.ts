/**
 * Responses that are sent before the whole request has arrived. Each one announces the end of its connection, and
 * what the client still sends is discarded, because a reset could destroy the response on its way.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { makeApiKey } from "../admin-api/support.ts";
import { startTestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const secret = "c3b1Qm5nJx0vT2yP8rZk";
const length = 300_000;
const whole = "a".repeat(length);
const pieces = [whole.slice(0, 100), whole.slice(100, 150_000), whole.slice(150_000)];

/** Sends the rest of the body only after the response. Resolves once the service has ended the connection. */
async function sentSlowly(url: string, head: readonly string[], parts: readonly string[]) {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  let received = "";
  let ended = false;
  socket.setEncoding("latin1").on("data", (text) => {
    received += text;
  });
  socket.once("end", () => {
    ended = true;
  });
  await once(socket, "connect");
  const [first = "", ...rest] = parts;
  socket.write(`${head.join("\r\n")}\r\n\r\n${first}`);
  await until(() => received.includes("\r\n\r\n"));
  for (const part of rest) {
    await new Promise((resolve, reject) => {
      socket.write(part, (error) => (error ? reject(error) : resolve(undefined)));
    });
  }
  // A client that does not know of the end could send its next request.
  socket.end("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await until(() => ended);
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
  return { statuses, received };
}

// interface §12.9
test("400, 401, 403, 404, 405, 413, 415 — before the whole body has arrived, and the connection ends in order", async () => {
  await using service = await startTestService({ INTERNAL_SECRET: secret });
  const { baseUrl, internalUrl = "", dependencies } = service;
  const viewer = await makeApiKey(dependencies.ledger, "viewer");
  const manager = await makeApiKey(dependencies.ledger, "manager");
  const withSecret = [`X-Countersign-Secret: ${secret}`];
  const asViewer = [`Authorization: Bearer ${viewer.secret}`];
  const asManager = [`Authorization: Bearer ${manager.secret}`];
  const gzip = "Content-Encoding: gzip";
  const json = "Content-Type: application/json";
  const cases: [url: string, line: string, lines: readonly string[], status: string][] = [
    [baseUrl, "POST /oauth/request_token", [], "413"],
    [baseUrl, "POST /oauth/request_token", [gzip], "415"],
    [baseUrl, "POST /oauth/request_token", ["Host: another"], "400"],
    [baseUrl, "POST /sign-in", [], "413"],
    [baseUrl, "PUT /oauth/request_token", [], "413"],
    [baseUrl, "POST /nowhere", [], "413"],
    [internalUrl, "POST /verify", [], "401"],
    [internalUrl, "POST /verify", [...withSecret, gzip], "415"],
    [internalUrl, "POST /verify", [...withSecret, "Host: another"], "400"],
    [internalUrl, "POST /introspect", withSecret, "413"],
    [internalUrl, "PUT /verify", withSecret, "405"],
    [internalUrl, "POST /nowhere", withSecret, "404"],
    [internalUrl, "POST /healthz", [], "401"],
    [internalUrl, "POST /gateway/njs", withSecret, "413"],
    [internalUrl, "GET /gateway/nginx", withSecret, "401"],
    [internalUrl, "POST /gateway/misspelled", withSecret, "500"],
    [internalUrl, "POST /admin/v1/users", [json], "401"],
    [internalUrl, "POST /admin/v1/users", ["Origin: https://evil.example"], "403"],
    [internalUrl, "POST /admin/v1/users", [...asViewer, json], "403"],
    [internalUrl, "POST /admin/v1/users", [...asManager, json], "413"],
    [internalUrl, "POST /admin/v1/users", [...asManager, json, gzip], "415"],
    [internalUrl, "PUT /admin/v1/users", asManager, "405"],
    [internalUrl, "POST /admin/v1/nothing", asManager, "404"],
  ];
  for (const [url, line, lines, status] of cases) {
    const what = `${line} ${lines.join(" ")}`;
    const head = [`${line} HTTP/1.1`, "Host: localhost", ...lines, `Content-Length: ${length}`];
    const { statuses, received } = await sentSlowly(url, head, pieces);
    assert.deepEqual(statuses, [status], what);
    assert.match(received, /^connection: close\r$/im, what);
  }
});

test("413 — a body of unknown length, at the byte that is too much", async () => {
  await using service = await startTestService();
  for (const [url, path] of [
    [service.baseUrl, "/oauth/request_token"],
    [service.internalUrl ?? "", "/introspect"],
  ] as const) {
    const head = [`POST ${path} HTTP/1.1`, "Host: localhost", "Transfer-Encoding: chunked"];
    const chunk = `${(100_000).toString(16)}\r\n${"a".repeat(100_000)}\r\n`;
    const { statuses, received } = await sentSlowly(url, head, [chunk, chunk, `${chunk}0\r\n\r\n`]);
    assert.deepEqual(statuses, ["413"], path);
    assert.match(received, /^connection: close\r$/im, path);
  }
});

test("429 — too many wrong keys, with a body that is still arriving", async () => {
  await using service = await startTestService({ RATE_LIMITS: "failed-credentials=1" });
  const head = ["POST /admin/v1/users HTTP/1.1", "Host: localhost", `Content-Length: ${length}`];
  for (const status of ["401", "429"]) {
    const { statuses, received } = await sentSlowly(service.internalUrl ?? "", head, pieces);
    assert.deepEqual(statuses, [status]);
    assert.match(received, /^connection: close\r$/im);
  }
});

test("100, 413 — a client that waits for 100 gets it, and its connection ends in order too", async () => {
  await using service = await startTestService();
  const head = [
    "POST /oauth/request_token HTTP/1.1",
    "Host: localhost",
    "Expect: 100-continue",
    `Content-Length: ${length}`,
  ];
  const { statuses, received } = await sentSlowly(service.baseUrl, head, ["", ...pieces]);
  assert.deepEqual(statuses, ["100", "413"]);
  assert.match(received, /^connection: close\r$/im);
});

test("404, 405 — a body that has arrived, and the next request of the connection", async () => {
  await using service = await startTestService();
  const next = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  for (const [line, status] of [
    ["POST /nowhere", "404"],
    ["PUT /oauth/request_token", "405"],
  ] as const) {
    const head = [`${line} HTTP/1.1`, "Host: localhost", "Content-Length: 3"];
    const { statuses } = await sentSlowly(service.baseUrl, head, ["abc", next]);
    assert.deepEqual(statuses, [status, "200"], line);
  }
});
