/** A page in a browser that reaches the internal address: by DNS rebinding, across origins, or with an odd Host. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { internalEndpoints } from "../../src/http/endpoints/index.ts";
import { sendText } from "../support/raw-http.ts";
import { startTestService, type TestService } from "../support/service.ts";

const secret = "c3b1Qm5nJx0vT2yP8rZk";
const paths = [
  ...internalEndpoints.map(
    ({ path, methods }) => `${methods === "any" ? "GET" : methods[0]} ${path}`,
  ),
  "GET /nothing",
  "GET /gateway/misspelled",
  "GET /admin/v1/applications",
];
const open = ["/healthz", "/livez", "/readyz", "/metrics"];

/** `lines` are the header lines. */
async function statusOf({ internalUrl = "" }: TestService, line: string, lines: readonly string[]) {
  const version = lines.some((one) => one.startsWith("Host:")) ? "1.1" : "1.0";
  const head = [`${line} HTTP/${version}`, ...lines, "Connection: close", "Content-Length: 0"];
  const received = await sendText(internalUrl, `${head.join("\r\n")}\r\n\r\n`);
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(received)?.[1]), received };
}

/** Gateways get 500, for their clients, and nginx gets that in a header. */
function expected(line: string, status: number): number {
  if (!line.includes("/gateway/")) return status;
  return line.endsWith("/nginx") ? 401 : 500;
}

test("400, 403, 421 — T73: at every path without a secret, if a page may have sent the request", async () => {
  await using service = await startTestService();
  for (const line of paths) {
    for (const [host, status] of [
      ["evil.example", 421],
      ["evil.example:8081", 421],
      ["127.0.0.1.evil.example", 421],
      ["", 421],
      ["evil.example#.internal", 400],
      ["evil.example/.internal", 400],
      ["evil.example?.test", 400],
      ["user@localhost", 400],
      ["evil.example, localhost", 400],
      ["[::1", 400],
      ["localhost:80a", 400],
    ] as const) {
      const found = await statusOf(service, line, [`Host: ${host}`]);
      assert.equal(found.status, expected(line, status), `${line} ${host}`);
    }
    // Gateways pass these on from their clients.
    if (line.includes("/gateway/")) continue;
    for (const header of [
      "Origin: https://evil.example",
      "Origin: null",
      "Sec-Fetch-Site: same-origin",
    ]) {
      const found = await statusOf(service, line, ["Host: localhost", header]);
      assert.equal(found.status, 403, `${line} ${header}`);
    }
  }
});

test("400, 403, 421 — T73: of paths that are open although there is a secret", async () => {
  await using service = await startTestService({ INTERNAL_SECRET: secret });
  for (const path of open) {
    for (const [lines, status] of [
      [["Host: evil.example"], 421],
      [["Host: evil.example#.internal"], 400],
      [["Host: localhost", "Origin: https://evil.example"], 403],
      [["Host: metrics.example.com", `X-Countersign-Secret: ${secret}`], 200],
    ] as const) {
      assert.equal((await statusOf(service, `GET ${path}`, lines)).status, status, lines.join());
    }
  }
  const verify = await statusOf(service, "POST /verify", ["Host: evil.example"]);
  assert.equal(verify.status, 401, "the secret comes first");
});

test("200 — probes and scrapes by IP address, by a name of a cluster, without Host, and of a user's browser", async () => {
  await using service = await startTestService({
    INTERNAL_SECRET: secret,
    API_ORIGINS: "https://api.example.com",
  });
  for (const path of open) {
    for (const lines of [
      ["Host: 10.244.1.7:8081"],
      ["Host: [fd00::7]:8081"],
      ["Host: localhost"],
      ["Host: Countersign-Internal:8081"],
      ["Host: countersign-internal.countersign.svc:8081"],
      ["Host: countersign-internal.countersign.svc.cluster.local"],
      ["Host: api.example.com:8081"],
      [],
      ["Host: localhost:8081", "Sec-Fetch-Site: none"],
    ]) {
      assert.equal((await statusOf(service, `GET ${path}`, lines)).status, 200, lines.join());
    }
  }
});

test("401 (code 215) — without a secret, a gateway may call with the Host and the Origin of its client", async () => {
  await using service = await startTestService({ API_ORIGINS: "https://api.example.com" });
  const described = [
    "X-Countersign-Method: GET",
    "X-Countersign-Origin: https://api.example.com",
    "X-Countersign-Target: /",
    "X-Countersign-Address: 203.0.113.9",
    "X-Countersign-Request-Id: request-1",
  ];
  const page = ["Origin: https://spa.example", "Sec-Fetch-Site: cross-site"];
  const lines = ["Host: api.example.com", ...page, ...described];
  const { status, received } = await statusOf(service, "GET /gateway/caddy", lines);
  assert.equal(status, 401);
  assert.match(received, /"code":215/);
});
