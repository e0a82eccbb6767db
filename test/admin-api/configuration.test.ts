/** A configuration is planned and applied through the API, change by change. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { mintConsumerKey, mintConsumerSecret } from "../../src/domain/credentials.ts";
import { makeUser } from "../support/service.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { assertProblem, startAdminService } from "./support.ts";

const wanted = {
  applications: [
    { name: "Weather", owner: "alice", access: "read", limits: { "oauth2/token": 9 } },
    { name: "Rain", owner: "alice", access: "write" },
  ],
  settings: { sign_up: "closed" },
};

function newKeys() {
  return {
    consumer_key: mintConsumerKey(randomBytes),
    consumer_secret: mintConsumerSecret(randomBytes).reveal(),
  };
}

async function startWorld() {
  const service = await startAdminService();
  const alice = await makeUser(service.dependencies.ledger, "alice");
  const { viewer, manager } = service;
  const plan = async (configuration: object = wanted) =>
    (await viewer.call("POST", "/configuration/plan", configuration)).body.changes;
  const change = (body: object, headers = {}) =>
    manager.call("POST", "/configuration/changes", { configuration: wanted, ...body }, headers);
  return {
    ...{ service, alice, viewer, manager, plan, change },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

test("204 — each change of a plan is made once, and others are not", async () => {
  await using world = await startWorld();
  const { plan, change, manager, viewer, service } = world;
  const [weather, rain, settings, ...others] = await plan();
  assert.deepEqual(
    [weather.part, rain.part, settings.part, others],
    ["applications[0]", "applications[1]", "settings", []],
  );
  const keys = newKeys();
  const sent = { part: weather.part, tag: weather.tag, keys };
  const once = { "idempotency-key": "first" };
  assert.equal((await change(sent, once)).status, 204);
  assert.equal((await change(sent, once)).status, 204, "repeated");
  const { body } = await viewer.call("GET", "/applications");
  assert.deepEqual(
    body.data.map((one: { name: string; consumer_key: string; limits: object }) => [
      one.name,
      one.consumer_key,
      one.limits,
    ]),
    [["Weather", keys.consumer_key, { "oauth2/token": 9 }]],
  );
  const { ledger } = service.dependencies;
  const [event] = await ledger.eventsBy({}, { after: undefined, size: 1 });
  assert.deepEqual([event?.name, event?.actor], ["application.limits-changed", "api-key:deploy"]);
  assertProblem(await change({ ...sent, keys: newKeys() }), 412, "precondition-failed");
  assert.equal((await change({ part: "settings", tag: settings.tag })).status, 204);
  assert.deepEqual(
    (await plan()).map((one: { part: string }) => one.part),
    ["applications[1]"],
  );
  assert.equal((await change({ part: rain.part, tag: rain.tag, keys: newKeys() })).status, 204);
  assert.deepEqual(await plan(), []);
  const present = await viewer.call("GET", "/configuration");
  assert.deepEqual(await plan(present.body), []);
  assert.ok(!JSON.stringify(present.body).includes(keys.consumer_secret));
  assert.equal((await manager.call("GET", "/settings")).body.sign_up, "closed");
});

test("412, 422 — nothing is done but what the plan showed, with keys that can't be guessed", async () => {
  await using world = await startWorld();
  const { plan, change, viewer, manager, service } = world;
  const [{ part, tag }, , settings] = await plan();
  const denied = { configuration: wanted, part, tag, keys: newKeys() };
  assertProblem(await viewer.call("POST", "/configuration/changes", denied), 403, "forbidden");
  assertProblem(await change({ part, tag }), 422, "rejected");
  for (const consumer_secret of ["", "secret", "x".repeat(49), `${"x".repeat(49)} `]) {
    const keys = { ...newKeys(), consumer_secret };
    assertProblem(await change({ part, tag, keys }), 400, "invalid-request");
  }
  for (const other of [
    { part, tag: "x" },
    { part, tag: settings.tag },
    { part: "applications[1]", tag },
    { part: "applications[7]", tag },
    { part: "", tag },
  ]) {
    assertProblem(await change({ ...other, keys: newKeys() }), 412, "precondition-failed");
  }
  const keyed = { applications: [{ ...wanted.applications[0], consumer_key: "weather-key" }] };
  const [named] = await plan(keyed);
  const body = { configuration: keyed, part: named.part, tag: named.tag };
  assertProblem(await change({ ...body, keys: newKeys() }), 422, "rejected");
  await manager.call("PATCH", "/settings", { sign_up: "open" }, { "if-match": "*" });
  assertProblem(await change({ part: "settings", tag: settings.tag }), 412, "precondition-failed");
  const { ledger } = service.dependencies;
  assert.deepEqual(await ledger.applications({ after: undefined, size: 9 }), []);
});

test("400, 413, 422 — what can't be planned is named, part by part", async () => {
  await using world = await startWorld();
  const { viewer } = world;
  const planned = (body: object) => viewer.call("POST", "/configuration/plan", body);
  for (const [body, at] of [
    [{ aplications: [] }, "aplications"],
    [{ applications: [{ name: "x", owner: "alice", secrets: {} }] }, "applications[0].secrets"],
    [{ applications: [{ name: "x" }] }, "applications[0]"],
    [{ settings: { sign_up: "maybe" } }, "settings.sign_up"],
  ] as const) {
    const answer = await planned(body);
    assertProblem(answer, 400, "invalid-request");
    assert.equal(answer.body.errors[0].at, at);
  }
  const rejected = await planned({
    applications: [
      { ...wanted.applications[0], owner: "carol" },
      { ...wanted.applications[1], limits: { nope: 1 } },
    ],
    administrators: ["carol"],
  });
  assertProblem(rejected, 422, "rejected");
  assert.deepEqual(
    rejected.body.errors.map((one: { at: string }) => one.at),
    ["applications[0] (Weather)", "applications[1] (Rain)", "administrators"],
  );
  const huge = { applications: [{ ...wanted.applications[0], description: "x".repeat(2 ** 18) }] };
  assertProblem(await planned(huge), 413, "body-too-large");
});

const skip = skippedOnPostgres("its reads take turns of the event loop anyway");
test("200 — a long plan holds up no other request", { skip }, async () => {
  await using world = await startWorld();
  const { viewer, service } = world;
  const applications = Array.from({ length: 500 }, (_, at) => ({
    ...{ name: `App ${at}`, owner: "alice", access: "read" },
  }));
  let isPlanned = false;
  const planned = viewer.call("POST", "/configuration/plan", { applications }).then((answer) => {
    isPlanned = true;
    return answer;
  });
  let meanwhile = 0;
  while (!isPlanned) {
    await fetch(`${service.internalUrl}/livez`);
    if (!isPlanned) meanwhile += 1;
  }
  assert.equal((await planned).body.changes.length, 500);
  assert.ok(meanwhile > 2, `${meanwhile} requests came in between`);
});
