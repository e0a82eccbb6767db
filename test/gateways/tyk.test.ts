import assert from "node:assert/strict";
import { test } from "node:test";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { startWorld } from "../support/world.ts";
import { gatewayCases, settings } from "./cases.ts";
import { openClient } from "./client.ts";
import { tyk } from "./configured.ts";
import { startApi } from "./gateway.ts";

test("the plugin for Tyk", { skip: tyk.skip }, (t) => gatewayCases(t, tyk));

test("400 (code 215) — the plugin for Tyk rejects a path that would not reach the API unchanged", {
  skip: tyk.skip,
}, async () => {
  await using world = await startWorld(settings);
  await using api = await startApi();
  const port = await freePort();
  const countersign = new URL(world.service.internalUrl ?? "").host;
  await using _gateway = await tyk.start({ port, countersign, api: api.address }, undefined);
  using client = openClient(port);
  const authorization = `Bearer ${await bearerFor(world.baseUrl, world.application)}`;
  const headers = { authorization };
  for (const target of ["/", "/1/things/", "/1/%28a%29?b=(c)"])
    assert.equal((await client.send("GET", target, { headers })).status, 200, target);
  const calls = api.calls();
  for (const target of ["/1/(a)", "/1//things", "//", "/1/x/../things", "/1/%2e%2e/things"]) {
    const { status, body } = await client.send("GET", target, { headers });
    assert.equal(status, 400, target);
    assert.match(body, /"code":215,"message":"Bad Authentication data: this path would not reach/);
  }
  assert.equal(api.calls(), calls);
});

test("503 (code 130) — the plugin for Tyk, while Countersign doesn't respond", {
  skip: tyk.skip,
}, async () => {
  await using api = await startApi();
  const port = await freePort();
  const countersign = `127.0.0.1:${await freePort()}`;
  await using _gateway = await tyk.start({ port, countersign, api: api.address }, undefined);
  using client = openClient(port);
  const { status, body, headers } = await client.send("GET", "/1/things", {
    headers: { "X-Countersign-Decision": "made-up" },
  });
  assert.deepEqual([status, headers.get("retry-after"), api.calls()], [503, "5", 0]);
  assert.equal(body, '{"errors":[{"code":130,"message":"Over capacity"}]}');
});
