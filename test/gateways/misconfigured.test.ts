/** A gateway whose configuration is wrong: its clients learn nothing of it, and the administrator does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../support/free-port.ts";
import { keepLedgersOnDisk, startTestService, type TestService } from "../support/service.ts";
import { startWorld } from "../support/world.ts";
import { ask } from "../verification/asking.ts";
import { origin, secret, settings } from "./cases.ts";
import { openClient } from "./client.ts";
import { caddy, haproxy, kong, nginx, njs, tyk } from "./configured.ts";
import { callGateway, dialects, own, requestIdLine, traefik } from "./dialects.ts";
import { startApi } from "./gateway.ts";

// As in production, where the ledger is in a file.
keepLedgersOnDisk();

const other = { INTERNAL_SECRET: "another-secret-than-the-gateway-has" };
const internalError =
  /^\{"errors":\[\{"code":131,"message":"Internal error: request [0-9a-z-]+"\}\]\}$/;

for (const [name, gateway] of Object.entries({ nginx, njs, caddy, haproxy, kong, tyk })) {
  for (const [problem, wrong] of [
    ["secret", other],
    ["origin", { API_ORIGINS: "https://media.example.com" }],
  ] as const) {
    test(`500 (code 131) — ${name} with a wrong ${problem}: its clients learn neither names nor settings`, {
      skip: gateway.skip,
    }, async () => {
      await using service = await startTestService({ ...settings, ...wrong });
      await using api = await startApi();
      const port = await freePort();
      const countersign = new URL(service.internalUrl ?? "").host;
      await using _gateway = await gateway.start(
        { port, countersign, api: api.address },
        undefined,
      );
      using client = openClient(port);
      for (const authorization of [undefined, "Bearer nothing-like-a-token"]) {
        const headers = authorization === undefined ? {} : { authorization };
        const response = await client.send("GET", "/1/things", { headers });
        assert.deepEqual([response.status, api.calls()], [500, 0]);
        assert.match(response.body, internalError);
        assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
        assert.equal(response.headers.get("cache-control"), "no-store");
        assert.equal(response.headers.get("x-content-type-options"), "nosniff");
        assert.equal(response.headers.get("www-authenticate"), null);
      }
      // nginx asks a second time, for the response.
      const each = name === "nginx" && problem === "secret" ? 2 : 1;
      assert.equal(await counted(service, problem), 2 * each);
    });
  }
}

test("500 (code 131) — every gateway endpoint without the secret, and a path that does not exist", async () => {
  await using world = await startWorld({ ...settings, ...other });
  const described = {
    ...Object.fromEntries(
      Object.entries(dialects).map(([name, one]) => [name, one("GET", "/1/x")]),
    ),
    caddy: { line: "GET /gateway/caddy", lines: [...own("GET", "/1/x"), requestIdLine()] },
    rejection: { line: "GET /gateway/error", lines: ["X-Countersign-Error: e30"] },
    misspelled: { line: "GET /gateway/ngnix", lines: own("GET", "/1/x") },
  };
  for (const [name, { line, lines: sent }] of Object.entries(described)) {
    const { status, text } = await callGateway(world, line, sent);
    assert.equal(status, 500, name);
    assert.match(text, internalError, name);
  }
  const ofNginx = await callGateway(world, "GET /gateway/nginx", [
    ...own("GET", "/1/x"),
    requestIdLine(),
  ]);
  assert.deepEqual([ofNginx.status, ofNginx.text], [401, ""]);
  const carried = ofNginx.header("x-countersign-error") ?? "";
  const { status, body } = JSON.parse(Buffer.from(carried, "base64url").toString());
  assert.equal(status, 500);
  assert.match(body, internalError);
});

test("500, 413 — with the secret: a path that does not exist, and a form that is too large", async () => {
  await using world = await startWorld(settings);
  const misspelled = await callGateway(world, "GET /gateway/ngnix", own("GET", "/1/x"));
  assert.equal(misspelled.status, 500);
  assert.match(misspelled.text, internalError);
  const body = `a=${"b".repeat(300_000)}`;
  const form = [
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
  ];
  const lines = [...own("POST", "/1/x"), requestIdLine(), ...form];
  const large = await callGateway(world, "POST /gateway/haproxy", lines, body);
  assert.equal(large.status, 413);
  assert.match(
    large.text,
    /^\{"errors":\[\{"code":215,"message":"The request body is over 64 KB"\}\]\}$/,
  );
});

test("wrong secrets and unknown origins at /verify are counted; hosts that clients name are counted apart", async () => {
  await using world = await startWorld(settings);
  const { service } = world;
  const described = { method: "GET", origin: "https://elsewhere.example", target: "/" };
  const wrong = { "x-countersign-secret": "a guess" };
  const right = { "x-countersign-secret": secret };
  assert.equal((await ask(world, "/verify", described, wrong)).status, 401);
  assert.equal((await ask(world, "/nothing", {}, wrong)).status, 401);
  assert.equal((await ask(world, "/verify", described, right)).status, 400);
  const batch = { requests: [described, { ...described, origin }] };
  assert.equal((await ask(world, "/verify/batch", batch, right)).status, 400);
  const host = traefik("GET", "/1/x").map((line) => line.replace("api.example.com", "x.example"));
  assert.equal((await callGateway(world, "GET /gateway/traefik", host)).status, 400);
  assert.deepEqual(
    await Promise.all(["secret", "origin", "host"].map((problem) => counted(service, problem))),
    [2, 2, 1],
  );
});

async function counted({ internalUrl }: TestService, problem: string): Promise<number> {
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  const [, value] =
    new RegExp(
      `^countersign_misconfigured_calls_total\\{problem="${problem}"\\} (\\d+)$`,
      "m",
    ).exec(text) ?? [];
  return Number(value);
}
