/** What an API may cache: `max_age` in decisions, and the header of the gateway endpoints. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { mintConsumerSecret } from "../../src/domain/credentials.ts";
import { settings as gatewaySettings } from "../gateways/cases.ts";
import { bodiless, callGateway, dialects } from "../gateways/dialects.ts";
import { bearerFor } from "../support/flow.ts";
import { makeAccessToken, makeApplication } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";
import { api, ask, settings, signedVerification } from "./asking.ts";

const cached = { ...settings, DECISION_MAX_AGE: "60" };

async function aboutBearer({ baseUrl, application }: Pick<World, "baseUrl" | "application">) {
  const authorization = `Bearer ${await bearerFor(baseUrl, application)}`;
  return { method: "GET", origin: api, target: "/1/things", authorization };
}

test("200 — T78: nothing may be cached unless the setting says so, and then a bearer token alone", async () => {
  {
    await using world = await startWorld(settings);
    const { json } = await ask(world, "/verify", await aboutBearer(world));
    assert.deepEqual([json.valid, json.max_age], [true, 0]);
  }
  await using world = await startWorld(cached);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const bearer = await aboutBearer(world);
  const requests = [
    bearer,
    signedVerification(world, "GET", "/1/things", { token }),
    signedVerification(world, "GET", "/1/things"),
    { ...bearer, limit: "search" },
    { ...bearer, method: "POST" },
    { ...bearer, authorization: "Bearer none" },
  ];
  const single = [];
  for (const request of requests) single.push((await ask(world, "/verify", request)).json);
  const expected = [
    ...[
      [true, 60],
      [true, 0],
      [true, 0],
      [true, 0],
    ],
    ...[
      [false, undefined],
      [false, undefined],
    ],
  ];
  const ages = (all: readonly { valid: boolean; max_age?: number }[]) =>
    all.map(({ valid, max_age }) => [valid, max_age]);
  assert.deepEqual(ages(single), expected);
  const signedAgain = [
    signedVerification(world, "GET", "/1/things", { token }),
    signedVerification(world, "GET", "/1/things"),
  ];
  const batch = await ask(world, "/verify/batch", {
    requests: requests.toSpliced(1, 2, ...signedAgain),
  });
  assert.deepEqual(ages(batch.json.decisions), expected);
});

test("200 — what depends on the client's address, or ends soon, may not be cached", async () => {
  await using world = await startWorld(cached);
  const { ledger, application, alice, clock } = world;
  const ageOf = async (request: object) => (await ask(world, "/verify", request)).json.max_age;
  const networks = ["203.0.113.0/24"];
  const bound = await makeApplication(ledger, alice, { networks, networksForBearer: true });
  const fromThere = {
    ...(await aboutBearer({ baseUrl: world.baseUrl, application: bound })),
    address: "203.0.113.9",
  };
  assert.equal(await ageOf(fromThere), 0);

  const request = await aboutBearer(world);
  assert.equal(await ageOf(request), 60);
  const secret = mintConsumerSecret(randomBytes);
  const { now } = clock;
  await ledger.regenerateConsumerSecret(
    { applicationId: application.id, secret, now, previousUntil: now + 30_000, overlap: "1h" },
    byCommandLine(now),
  );
  assert.equal(await ageOf(request), 0, "its secret's overlap ends sooner");
});

test("200 — a repeated request has the age of now: an application that has got networks has none", async () => {
  await using world = await startWorld(cached);
  const request = {
    ...(await aboutBearer(world)),
    request_id: "request-1",
    address: "203.0.113.9",
  };
  assert.equal((await ask(world, "/verify", request)).json.max_age, 60);
  const { ledger, application, clock } = world;
  const from = (await ledger.applicationById(application.id)) ?? assert.fail();
  const draft = { ...from, networks: ["203.0.113.0/24"] };
  const change = { applicationId: from.id, from, draft, now: clock.now };
  assert.ok(await ledger.changeApplication(change, byCommandLine(clock.now)));
  const { json } = await ask(world, "/verify", request);
  assert.deepEqual([json.valid, json.max_age], [true, 0]);
});

test("200 — gateway endpoints say it in a header of their own, and not in rejections", async () => {
  await using world = await startWorld({ ...gatewaySettings, DECISION_MAX_AGE: "60" });
  const { authorization } = await aboutBearer(world);
  for (const [name, described] of Object.entries({ ...bodiless, ...dialects })) {
    const { line, lines } = described("GET", "/1/things");
    const allowed = await callGateway(world, line, [...lines, `Authorization: ${authorization}`]);
    assert.equal(allowed.header("x-countersign-max-age"), "60", `${name} ${allowed.text}`);
    assert.equal(allowed.header("cache-control"), "no-store", "no gateway caches it by itself");
    const other = described("GET", "/1/things");
    const rejected = await callGateway(world, other.line, other.lines);
    assert.equal(rejected.status, 401);
    assert.equal(rejected.header("x-countersign-max-age"), undefined);
  }
});
