import assert from "node:assert/strict";
import { test } from "node:test";
import { byUser } from "../../src/domain/audit-context.ts";
import { dayMs } from "../../src/domain/day.ts";
import { verified } from "../support/decided-request.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { assertProblem, clientOf, makeApiKey, startAdminService } from "./support.ts";

test("200 — settings change without a restart, by who has seen them", async () => {
  await using service = await startAdminService();
  const { manager, viewer, dependencies } = service;
  const read = await viewer.call("GET", "/settings");
  assert.deepEqual(read.body, {
    ...{ sign_up: "invitation", second_factor: "nobody", grace_days: 0 },
    unused_access_days: null,
  });
  const tag = { "if-match": read.headers.get("etag") ?? "" };
  const changed = await manager.call("PATCH", "/settings", { second_factor: "admins" }, tag);
  assert.deepEqual(changed.body, { ...read.body, second_factor: "admins" });
  assert.equal(await dependencies.ledger.setting("sign-up"), undefined, "the rest stays");
  const late = await manager.call("PATCH", "/settings", { sign_up: "open" }, tag);
  assertProblem(late, 412, "precondition-failed");
  const next = { "if-match": changed.headers.get("etag") ?? "" };
  const opened = await manager.call("PATCH", "/settings", { sign_up: "open", grace_days: 7 }, next);
  assert.deepEqual(opened.body, { ...changed.body, sign_up: "open", grace_days: 7 });
  const wrong = await manager.call("PATCH", "/settings", { grace_days: 8 }, { "if-match": "*" });
  assertProblem(wrong, 400, "invalid-request");
  const needed = await manager.call("PATCH", "/settings", { sign_up: "closed" });
  assertProblem(needed, 428, "precondition-required");
});

// interface §16.77
test("200 — what would end is counted, and the rule about unused access is turned on and off with an event", async () => {
  const clock = { now: Date.now() };
  await using service = await startAdminService({}, () => clock.now);
  const { manager, viewer, dependencies } = service;
  const { ledger } = dependencies;
  const [alice, bob] = [await makeUser(ledger, "alice"), await makeUser(ledger, "bob")];
  for (const name of ["Weather", "Rain"]) {
    const application = await makeApplication(ledger, alice, { name });
    for (const one of [alice, bob]) await makeAccessToken(ledger, application, one);
  }
  const counted = async (days: number) => {
    const { body } = await viewer.call("GET", `/unused_access?days=${days}`);
    return body;
  };
  assert.deepEqual(await counted(30), { days: 30, grants: 0, users: 0 });
  clock.now += 40 * dayMs;
  assert.deepEqual(await counted(30), { days: 30, grants: 4, users: 2 });
  assert.deepEqual(await counted(60), { days: 60, grants: 0, users: 0 });
  for (const wrong of ["29", "3651", "x", "1e2", ""]) {
    const rejected = await viewer.call("GET", `/unused_access?days=${wrong}`);
    assertProblem(rejected, 400, "invalid-request");
  }
  const any = { "if-match": "*" };
  for (const wrong of [29, 3651, 30.5, "365"]) {
    const rejected = await manager.call("PATCH", "/settings", { unused_access_days: wrong }, any);
    assertProblem(rejected, 400, "invalid-request");
  }
  for (const days of [365, 90, null]) {
    const { body } = await manager.call("PATCH", "/settings", { unused_access_days: days }, any);
    assert.equal(body.unused_access_days, days);
  }
  const events = await ledger.eventsBy({ name: "setting.changed" }, { after: undefined, size: 9 });
  assert.deepEqual(
    events.map(({ details }) => details),
    ["off", "90", "365"].map((value) => ({ setting: "unused-access", value })),
  );
});

test("409 — the rule of the configuration is in force, and only changed there", async () => {
  await using service = await startAdminService({ UNUSED_ACCESS_DAYS: "400" });
  const { manager, viewer, dependencies } = service;
  const any = { "if-match": "*" };
  assert.equal((await viewer.call("GET", "/settings")).body.unused_access_days, 400);
  for (const days of [365, null]) {
    const rejected = await manager.call("PATCH", "/settings", { unused_access_days: days }, any);
    assertProblem(rejected, 409, "conflict");
  }
  const same = await manager.call(
    "PATCH",
    "/settings",
    { unused_access_days: 400, sign_up: "open" },
    any,
  );
  assert.equal(same.status, 200);
  assert.equal(await dependencies.ledger.setting("unused-access"), undefined);
  const settings = { unused_access_days: 365 };
  const planned = await viewer.call("POST", "/configuration/plan", { settings });
  assertProblem(planned, 422, "rejected");
  const { body } = await viewer.call("GET", "/configuration");
  assert.deepEqual(body.settings, { sign_up: "open" });
});

test("200 — audit events are filtered, paged and followed", async () => {
  await using service = await startAdminService();
  const { manager, viewer, dependencies } = service;
  const alice = await makeUser(dependencies.ledger, "alice");
  const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);
  const all = (await viewer.call("GET", "/events?follow=0&limit=200")).body;
  const last = all.data.at(-1).id;
  const application = { name: "Weather", access: "read", owner: "alice" };
  const { body: made } = await manager.call("POST", "/applications", application);
  await manager.call("PUT", `/applications/${made.id}/suspension`, { because: "abuse" });
  const { ledger } = dependencies;
  for (const access of ["read", "write"] as const) {
    const details = { access, asked: true } as const;
    const by = byUser(alice.id, Date.now(), "203.0.113.9");
    await ledger.record({ ...by, name: "access.approved", userId: alice.id, details });
  }
  const news = (await viewer.call("GET", `/events?follow=${last}`)).body;
  assert.deepEqual(names(news), [
    ...["application.created", "application.suspended"],
    ...["access.approved", "access.approved"],
  ]);
  const none = await viewer.call("GET", `/events?follow=${news.data.at(-1).id}`);
  assert.deepEqual(none.body.data, []);
  const by = await viewer.call("GET", "/events?actor=api-key%3Adeploy&limit=1");
  assert.deepEqual(names(by.body), ["application.suspended"]);
  assert.equal(by.body.data[0].details.because, "abuse");
  const next = `/events?actor=api-key%3Adeploy&limit=1&cursor=${by.body.next_cursor}`;
  assert.deepEqual(names((await viewer.call("GET", next)).body), ["application.created"]);
  for (const [query, expected] of [
    [`user=${alice.id}&group=accounts`, ["user.created"]],
    [`user=${alice.id}&name=user.created`, ["user.created"]],
    [`application=${made.id}&name=application.created`, ["application.created"]],
    ["before=2020-01-01T00:00:00.000Z", []],
    [`changes=true&from=2999-01-01T00:00:00.000Z`, []],
    [`group=applications&application=${made.id}`, ["application.suspended", "application.created"]],
    ["group=administration&actor=api-key%3Adeploy", ["application.suspended"]],
    [`group=secrets&user=${alice.id}`, []],
    ["group=applications&name=user.created", []],
    ["access=write", ["access.approved"]],
    ["access=read&group=access", ["access.approved"]],
    ["access=read&group=accounts", []],
  ] as const) {
    assert.deepEqual(names((await viewer.call("GET", `/events?${query}`)).body), expected, query);
  }
  const strange = Buffer.from("x").toString("base64url");
  for (const wrong of [
    "name=nothing",
    "follow=x",
    "follow=0&user=1",
    "group=x",
    "access=all",
    `cursor=${strange}`,
  ]) {
    assertProblem(await viewer.call("GET", `/events?${wrong}`), 400, "invalid-request");
  }
});

test("200 — usage of the service and of an application, for each period", async () => {
  await using service = await startAdminService();
  const { viewer, dependencies } = service;
  const alice = await makeUser(dependencies.ledger, "alice");
  const { id } = await makeApplication(dependencies.ledger, alice);
  dependencies.decidedRequests.add(verified(id, Date.now()));
  for (const path of ["/usage", `/applications/${id}/usage`]) {
    for (const [period, steps] of [
      ["hour", 12],
      ["day", 24],
      ["week", 28],
    ] as const) {
      const { body } = await viewer.call("GET", `${path}?period=${period}`);
      assert.equal(body.times.length, steps);
      assert.equal(body.counts.verified.at(-1), 1, `${path} ${period}`);
    }
  }
  const dayAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, "2026-05-03".length);
  for (const [query, steps, seconds] of [
    [`since=${dayAgo(399)}`, 400, 86_400],
    [`since=${dayAgo(2)}&until=${dayAgo(0)}&resolution=day`, 3, 86_400],
    [`since=${dayAgo(90)}&resolution=hour`, 91 * 24, 3600],
  ] as const) {
    const { body } = await viewer.call("GET", `/usage?application=${id}&${query}`);
    assert.deepEqual([body.times.length, body.step_seconds], [steps, seconds]);
    const sum = body.counts.verified.reduce((all: number, count: number) => all + count, 0);
    assert.equal(sum, 1, query);
    assert.deepEqual(body.operations, [
      {
        operation: "account/verify_credentials",
        requests: 1,
        rejected: 0,
        peak_percent: null,
        peak_at: null,
      },
    ]);
  }
  for (const wrong of [
    "period=year",
    "until=2026-05-01",
    "resolution=day",
    "since=2026-05-32",
    `since=${dayAgo(400)}`,
    `since=${dayAgo(-1)}`,
    `since=${dayAgo(1)}&until=${dayAgo(2)}`,
    `since=${dayAgo(1)}&until=${dayAgo(-1)}`,
    `since=${dayAgo(91)}&resolution=hour`,
    `since=${dayAgo(1)}&period=day`,
  ]) {
    assertProblem(await viewer.call("GET", `/usage?${wrong}`), 400, "invalid-request");
  }
  assertProblem(await viewer.call("GET", "/usage?application=1"), 404, "not-found");
  assertProblem(await viewer.call("GET", "/applications/1/usage"), 404, "not-found");
});

test("200 — health, keys, backups and API keys, without secrets", async () => {
  await using service = await startAdminService();
  const { manager, viewer, dependencies, internalUrl } = service;
  const { ledger } = dependencies;
  const health = await viewer.call("GET", "/health");
  assert.deepEqual(health.body, { status: "ok", readiness: "ready", problems: [] });
  const keys = await viewer.call("GET", "/keys");
  assert.deepEqual(keys.body, {
    encrypts_with: dependencies.keys.sealingKeyId,
    rotated_at: null,
  });
  assert.deepEqual((await viewer.call("GET", "/backups")).body, { last_at: null });
  const key = await makeApiKey(ledger, "viewer", { name: "third" });
  const list = await viewer.call("GET", "/api_keys");
  assert.equal(list.body.data.length, 3);
  const { secret, id } = key;
  assert.ok(!JSON.stringify(list.body).includes(secret));
  assert.equal((await manager.call("DELETE", `/api_keys/${id}`)).status, 204);
  assertProblem(await manager.call("DELETE", `/api_keys/${id}`), 404, "not-found");
  const gone = await clientOf(internalUrl, secret).call("GET", "/health");
  assertProblem(gone, 401, "unauthorized");
});

// interface §16.61
test("T77 — a key replaces itself: both work until the overlap ends, and 409 until then", async () => {
  await using service = await startAdminService();
  const { internalUrl, dependencies, manager } = service;
  const { ledger } = dependencies;
  const expiresAt = Date.now() + 3 * 86_400_000;
  const key = await makeApiKey(ledger, "viewer", { name: "rotating", expiresAt });
  const first = clientOf(internalUrl, key.secret);
  const body = { overlap: "7d" };
  for (const wrong of [{}, { overlap: "2h" }, { ...body, id: key.id }]) {
    assertProblem(await first.call("POST", at, wrong), 400, "invalid-request");
  }
  const once = { "idempotency-key": "rotation-1" };
  const rotated = await first.call("POST", at, body, once);
  assert.equal(rotated.status, 201);
  const { key: secret, prefix, previous_until: until, ...same } = rotated.body;
  assert.ok(secret.startsWith(prefix) && secret !== key.secret);
  assert.deepEqual([same.id, same.name, same.role], [key.id, "rotating", "viewer"]);
  assert.equal(same.expires_at, new Date(expiresAt).toISOString());
  assert.equal(until, new Date(expiresAt).toISOString(), "not beyond its own expiry");
  const second = clientOf(internalUrl, secret);
  for (const client of [first, second]) {
    assert.equal((await client.call("GET", "/health")).status, 200);
  }

  // The previous key gets the new one again, if the response was lost, but can't rotate.
  const repeated = await first.call("POST", at, body, once);
  assert.equal(repeated.headers.get("idempotency-replayed"), "true");
  assert.equal(repeated.body.key, secret);
  const previous = await first.call("POST", at, body, { "idempotency-key": "rotation-2" });
  assertProblem(previous, 409, "conflict");
  assert.match(previous.body.detail, /Send the new one/);
  const overlapping = await second.call("POST", at, body);
  assertProblem(overlapping, 409, "conflict");
  assert.ok(overlapping.body.detail.includes(`works until ${until}`));

  const { body: events } = await manager.call("GET", "/events?actor=api-key%3Arotating");
  assert.deepEqual(
    events.data.map((event: { name: string; details: unknown }) => [event.name, event.details]),
    [
      ["secret.returned-again", { kind: "api-key" }],
      ["api-key.rotated", { key: "rotating", overlap: "7d" }],
    ],
  );
  assert.ok(!JSON.stringify(events).includes(secret));
  const listed = await manager.call("GET", "/api_keys");
  assert.ok(!JSON.stringify(listed.body).includes(secret));
  assert.equal((await manager.call("DELETE", `/api_keys/${key.id}`)).status, 204);
  for (const client of [first, second]) {
    assertProblem(await client.call("GET", "/health"), 401, "unauthorized");
  }
});

test("401 — without an overlap, the replaced key ends at once; of two at once, one gets a key", async () => {
  await using service = await startAdminService();
  const { internalUrl, dependencies } = service;
  const key = await makeApiKey(dependencies.ledger, "manager");
  const client = clientOf(internalUrl, key.secret);
  const both = await Promise.all([1, 2].map(() => client.call("POST", at, { overlap: "0" })));
  const [won] = both.filter(({ status }) => status === 201);
  assert.ok(won);
  const [lost] = both.filter(({ status }) => status !== 201);
  assert.match(String(lost?.status), /^(401|409)$/);
  assert.equal(won.body.previous_until, null);
  assertProblem(await client.call("GET", "/health"), 401, "unauthorized");
  const next = clientOf(internalUrl, won.body.key);
  assert.equal((await next.call("POST", at, { overlap: "0" })).status, 201);
});

const at = "/api_key/rotation";
