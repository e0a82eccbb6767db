import assert from "node:assert/strict";
import { test } from "node:test";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { startWorld } from "../support/world.ts";
import { gatewayCases, settings } from "./cases.ts";
import { openClient } from "./client.ts";
import { kong } from "./configured.ts";
import { startApi } from "./gateway.ts";

test("the plugin for Kong", { skip: kong.skip }, (t) => gatewayCases(t, kong));

test("400 (code 215) — the plugin for Kong rejects a path that would not reach the API unchanged", {
  skip: kong.skip,
}, async () => {
  await using world = await startWorld(settings);
  await using api = await startApi();
  const port = await freePort();
  const countersign = new URL(world.service.internalUrl ?? "").host;
  await using _gateway = await kong.start({ port, countersign, api: api.address }, undefined);
  using client = openClient(port);
  const authorization = `Bearer ${await bearerFor(world.baseUrl, world.application)}`;
  const headers = { authorization };
  assert.equal((await client.send("GET", "/1/things", { headers })).status, 200);
  const calls = api.calls();
  const { status, body } = await client.send("GET", "/rewritten", { headers });
  assert.equal(status, 400);
  assert.match(body, /"code":215,"message":"Bad Authentication data: this path would not reach/);
  const many = Object.fromEntries(Array.from({ length: 999 }, (_, at) => [`X-${at}`, "1"]));
  assert.equal(
    (await client.send("GET", "/1/things", { headers: { ...headers, ...many } })).status >= 400,
    true,
  );
  assert.equal(api.calls(), calls);
});
