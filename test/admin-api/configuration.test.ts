/** A configuration is planned and applied through the API, change by change. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { z } from "zod";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { mintConsumerKey, mintConsumerSecret } from "../../src/domain/credentials.ts";
import { planFor } from "../../src/http/admin-api/configuration/plan.ts";
import { presentConfiguration } from "../../src/http/admin-api/configuration/present.ts";
import { configuration, sentConfiguration } from "../../src/http/admin-api/configuration/wanted.ts";
import { makeApplication, makeUser } from "../support/service.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { assertProblem, startAdminService } from "./support.ts";

const weatherEntry = {
  ...{ name: "Weather", owner: "alice", access: "read" },
  limits: { "oauth2/token": 9 },
};
const rainEntry = { name: "Rain", owner: "alice", access: "write" };
const [weatherPart, rainPart] = [{ applications: [weatherEntry] }, { applications: [rainEntry] }];
const settingsPart = { settings: { sign_up: "closed" } };
const wanted = { applications: [weatherEntry, rainEntry], ...settingsPart };

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
    manager.call("POST", "/configuration/changes", body, headers);
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
  const sent = { configuration: weatherPart, tag: weather.tag, keys };
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
  assert.equal((await change({ configuration: settingsPart, tag: settings.tag })).status, 204);
  assert.deepEqual(
    (await plan()).map((one: { part: string }) => one.part),
    ["applications[1]"],
  );
  const rainChange = { configuration: rainPart, tag: rain.tag, keys: newKeys() };
  assert.equal((await change(rainChange)).status, 204);
  assert.deepEqual(await plan(), []);
  const present = await viewer.call("GET", "/configuration");
  assert.deepEqual(await plan(present.body), []);
  assert.ok(!JSON.stringify(present.body).includes(keys.consumer_secret));
  assert.equal((await manager.call("GET", "/settings")).body.sign_up, "closed");
});

// interface §16.66
test("204 — a sunset of a configuration is in force at once; 412 once someone else changed it", async () => {
  await using world = await startWorld();
  const { plan, change, manager, service } = world;
  const { sha1 } = { sha1: { ends_at: "2999-06-01", link: "https://example.com/sha1" } };
  const configuration = { sunsets: { sha1: { ...sha1, trait: "hmac-sha1" } } };
  const [{ tag, part }] = await plan(configuration);
  assert.equal(part, "sunsets.sha1");
  assert.equal((await change({ configuration, tag })).status, 204);
  const inForce = () => service.dependencies.sunsets.all?.map(({ name, trait }) => [name, trait]);
  assert.deepEqual(inForce(), [["sha1", "hmac-sha1"]]);
  assert.deepEqual(await plan(configuration), []);
  const absent = { sunsets: { sha1: { state: "absent" } } };
  const [removal] = await plan(absent);
  const other = { ...sha1, ends_at: "2999-07-01T00:00:00Z", trait: "query" };
  assert.equal((await manager.call("PUT", "/sunsets/sha1", other)).status, 200);
  const late = await change({ configuration: absent, tag: removal.tag });
  assertProblem(late, 412, "precondition-failed");
  assert.deepEqual(inForce(), [["sha1", "query"]]);
  const two = { sunsets: { sha1: { state: "absent" }, other: { state: "absent" } } };
  assertProblem(await change({ configuration: two, tag }), 400, "invalid-request");
});

test("412, 422 — nothing is done but what the plan showed, with keys that can't be guessed", async () => {
  await using world = await startWorld();
  const { plan, change, viewer, manager, service } = world;
  const [{ tag }, rain, settings] = await plan();
  const sent = { configuration: weatherPart, tag };
  const denied = { ...sent, keys: newKeys() };
  assertProblem(await viewer.call("POST", "/configuration/changes", denied), 403, "forbidden");
  assertProblem(await change(sent), 422, "rejected");
  for (const consumer_secret of ["", "secret", "x".repeat(49), `${"x".repeat(49)} `]) {
    const keys = { ...newKeys(), consumer_secret };
    assertProblem(await change({ ...sent, keys }), 400, "invalid-request");
  }
  for (const other of [
    { ...sent, tag: "x" },
    { ...sent, tag: settings.tag },
    { ...sent, tag: rain.tag },
    { configuration: { applications: [{ ...weatherEntry, access: "write" }] }, tag },
    { configuration: settingsPart, tag },
  ]) {
    assertProblem(await change({ ...other, keys: newKeys() }), 412, "precondition-failed");
  }
  for (const configuration of [wanted, { ...weatherPart, ...settingsPart }, {}]) {
    assertProblem(await change({ ...denied, configuration }), 400, "invalid-request");
  }
  const keyed = { applications: [{ ...weatherEntry, consumer_key: "weather-key" }] };
  const [named] = await plan(keyed);
  const body = { configuration: keyed, tag: named.tag };
  assertProblem(await change({ ...body, keys: newKeys() }), 422, "rejected");
  await manager.call("PATCH", "/settings", { sign_up: "open" }, { "if-match": "*" });
  const late = { configuration: settingsPart, tag: settings.tag };
  assertProblem(await change(late), 412, "precondition-failed");
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
    const response = await planned(body);
    assertProblem(response, 400, "invalid-request");
    assert.equal(response.body.errors[0].at, at);
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

test("400 — the applications of a configuration are validated one after another, up to the first that is not valid", async () => {
  await using world = await startWorld();
  const { viewer, change } = world;
  const limits = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [at, 0]));
  const invalid = { ...weatherEntry, limits };
  const configuration = { applications: [weatherEntry, ...Array(999).fill(invalid)] };
  const response = await viewer.call("POST", "/configuration/plan", configuration);
  assertProblem(response, 400, "invalid-request");
  const places = response.body.errors.map((one: { at: string }) => one.at);
  assert.equal(places.length, 15);
  assert.ok(
    places.every((at: string) => at.startsWith("applications[1].limits")),
    places.join(),
  );
  const sent = { configuration: { applications: [invalid] }, tag: "x" };
  const rejected = await change(sent);
  assertProblem(rejected, 400, "invalid-request");
  assert.equal(rejected.body.errors[0].at, "configuration.applications[0].limits.0");
});

test("400 — errors of a configuration are sentences that say what to write", async () => {
  await using world = await startWorld();
  const { viewer, change } = world;
  for (const [entry, detail] of [
    [
      { consumer_key: "a b" },
      "applications[0].consumer_key must be a consumer key, which has 4 to 100 letters (A to Z), digits, dots, underscores, tildes, or hyphens.",
    ],
    [{ name: "x" }, "applications[0] needs consumer_key, or owner and name."],
    [
      { consumer_key: "abcd", suspended: true },
      "applications[0].suspended must be a reason, or false.",
    ],
    [
      { consumer_key: "abcd", suspended: "a\nb" },
      "applications[0].suspended must be a reason of up to 200 characters on one line, or false.",
    ],
    [{ consumer_key: "abcd", limits: { x: 0 } }, "applications[0].limits.x must be 1 or more."],
  ] as const) {
    const rejected = await viewer.call("POST", "/configuration/plan", { applications: [entry] });
    assertProblem(rejected, 400, "invalid-request");
    assert.deepEqual(
      rejected.body.errors.map((one: { detail: string }) => one.detail),
      [detail],
    );
  }
  const keys = { consumer_key: "a b", consumer_secret: "short" };
  const rejected = await change({ configuration: weatherPart, tag: "x", keys });
  assert.deepEqual(
    rejected.body.errors.map((one: { detail: string }) => one.detail),
    [
      "keys.consumer_key must be a consumer key, which has 4 to 100 letters (A to Z), digits, dots, underscores, tildes, or hyphens.",
      "keys.consumer_secret must have 50 letters (A to Z) and digits, chosen at random.",
    ],
  );
});

test("200 — a configuration names users by screen name or ID, and digits alone are an ID", async () => {
  await using world = await startWorld();
  const { viewer, plan, service, alice } = world;
  const { ledger } = service.dependencies;
  const other = await makeUser(ledger, alice.id);
  const bob = await makeUser(ledger, "bob");
  const [byId] = await plan({ applications: [{ ...weatherEntry, owner: alice.id }] });
  assert.equal(byId.what, "application Weather of alice, with read access");
  const [byName] = await plan({ applications: [{ ...weatherEntry, owner: `@${alice.id}` }] });
  assert.equal(byName.what, `application Weather of ${alice.id}, with read access`);
  const [administrators] = await plan({ administrators: [bob.id, `@${alice.id}`] });
  assert.deepEqual(administrators.differences[0].to, [alice.id, "bob"]);
  const none = await viewer.call("POST", "/configuration/plan", { administrators: ["1984"] });
  assertProblem(none, 422, "rejected");
  assert.equal(
    none.body.errors[0].detail,
    "there is no user with the ID 1984; if it is a screen name, write @1984",
  );
  await ledger.grantAdmin(other.id, byCommandLine(Date.now()));
  await makeApplication(ledger, other);
  const present = (await viewer.call("GET", "/configuration")).body;
  assert.equal(present.applications[0].owner, `@${alice.id}`);
  assert.deepEqual(present.administrators, [`@${alice.id}`]);
  assert.deepEqual(await plan(present), []);
});

test("200 — the OpenAPI document has the same schema for a configuration that is sent and one that is returned", () => {
  const json = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input" });
  assert.deepEqual(json(sentConfiguration), json(configuration));
});

test("200 — administrators are found by an index: users that are none cost nothing", async () => {
  await using world = await startWorld();
  const { ledger, config } = world.service.dependencies;
  await ledger.grantAdmin(world.alice.id, byCommandLine(Date.now()));
  const reads: string[] = [];
  const counting = new Proxy(ledger, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => {
        reads.push(String(name));
        return Reflect.apply(method, target, args);
      };
    },
  });
  const planning = { ledger: counting, config, now: Date.now() };
  const readsOf = async (run: () => Promise<unknown>) => {
    reads.length = 0;
    await run();
    return reads.toSorted();
  };
  const plan = () => planFor({ administrators: ["alice"] }, planning);
  const few = [await readsOf(plan), await readsOf(() => presentConfiguration(planning))];
  assert.deepEqual(few[0], [
    "administrators",
    "administrators",
    "apiLimits",
    "plans",
    "userByScreenName",
  ]);
  for (let at = 0; at < 600; at += 1) await makeUser(ledger, `user${at}`);
  assert.deepEqual([await readsOf(plan), await readsOf(() => presentConfiguration(planning))], few);
  for (let at = 0; at < 20; at += 1) await makeApplication(ledger, world.alice);
  const wanted = { name: "Weather", owner: "alice", access: "read" } as const;
  const named = await readsOf(() => planFor({ applications: [wanted] }, planning));
  assert.deepEqual(named, [
    "apiLimits",
    "applicationsNamed",
    "plans",
    "userByScreenName",
    "userByScreenName",
  ]);
});

test("422 — a configuration of more applications than can be planned is not returned", async () => {
  await using world = await startWorld();
  const { ledger, config } = world.service.dependencies;
  for (const _ of [1, 2, 3]) await makeApplication(ledger, world.alice);
  const planning = { ledger, config, now: Date.now() };
  assert.equal((await presentConfiguration(planning, 3)).applications?.length, 3);
  await assert.rejects(presentConfiguration(planning, 2), /more than 2 applications/);
});

const skip = skippedOnPostgres("its reads take turns of the event loop anyway");
test("200 — a long plan holds up no other request", { skip }, async () => {
  await using world = await startWorld();
  const { viewer, service } = world;
  const applications = Array.from({ length: 500 }, (_, at) => ({
    ...{ name: `App ${at}`, owner: "alice", access: "read" },
  }));
  let isPlanned = false;
  const planned = viewer.call("POST", "/configuration/plan", { applications }).then((response) => {
    isPlanned = true;
    return response;
  });
  let meanwhile = 0;
  while (!isPlanned) {
    await fetch(`${service.internalUrl}/livez`);
    if (!isPlanned) meanwhile += 1;
  }
  assert.equal((await planned).body.changes.length, 500);
  assert.ok(meanwhile > 2, `${meanwhile} requests came in between`);
});
