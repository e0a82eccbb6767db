import assert from "node:assert/strict";
import { test } from "node:test";
import { approvalOf, exchange, requestErrorOf, requestTokenFor } from "../support/flow.ts";
import { startWorld } from "../support/world.ts";

// interface §5.1, §5.3, §5.4
test("200 — an access token: four fields in order, a form that no one has to decode", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const request = await requestTokenFor(baseUrl, application);
  const verifier = await approvalOf(baseUrl, request.token, alice);
  const response = await exchange(baseUrl, application, request, verifier);
  assert.equal(response.status, 200);
  const type = "application/x-www-form-urlencoded; charset=utf-8";
  assert.equal(response.headers.get("content-type"), type);
  assert.equal(response.headers.get("cache-control"), "no-store");
  const text = await response.text();
  const [, id = ""] =
    /^oauth_token=(\d+)-[A-Za-z0-9]{40}&oauth_token_secret=[A-Za-z0-9]{45}&user_id=\1&screen_name=alice$/.exec(
      text,
    ) ?? [];
  assert.equal(id, alice.id, text);
  assert.ok(Number(id) <= Number.MAX_SAFE_INTEGER);
});

// interface §5.7
test("401 (code 32) — every verifier before approval; the fifth kills the request token", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const request = await requestTokenFor(baseUrl, application);
  for (let tries = 0; tries < 5; tries += 1) {
    const early = await exchange(baseUrl, application, request, "early");
    assert.equal(await requestErrorOf(early), "401 (code 32)");
  }
  const dead = await exchange(baseUrl, application, request, "early");
  assert.equal(await requestErrorOf(dead), "401 (code 89)");
});
