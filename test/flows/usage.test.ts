/** The usage that is counted for an application and for the service, and what remains of it after a restart. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { UsageOf, UsageResolution } from "../../src/domain/usage.ts";
import type { WrittenUsageCounter } from "../../src/program/service/usage-counter.ts";
import { bearerFor, requestErrorOf, requestTokenFor, wholeFlow } from "../support/flow.ts";
import {
  makeAccessToken,
  makeApplication,
  startTestService,
  type TestService,
} from "../support/service.ts";
import { signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const verify = "/1.1/account/verify_credentials.json";
const day = 86_400_000;
const by = { at: 0, actor: "command-line" };

/** The counts, added up over time. */
async function counts(
  service: TestService,
  of: UsageOf,
  resolution: UsageResolution,
): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { kind, count } of await service.dependencies.usage.usageOf(of, resolution, {
    since: 0,
  })) {
    if (kind !== "peak") sums[kind] = (sums[kind] ?? 0) + count;
  }
  return sums;
}

test("200 — what holds is verified, what gives a token is issued too; another application has its own", async () => {
  await using world = await startWorld();
  const { baseUrl, application, service, ledger, alice } = world;
  const other = await makeApplication(ledger, alice);
  const access = await wholeFlow(baseUrl, application, alice);
  for (let times = 0; times < 3; times += 1) {
    assert.equal((await world.signed("GET", verify, { token: access })).status, 200);
  }
  const bearer = await bearerFor(baseUrl, application);
  assert.equal(await bearerFor(baseUrl, application), bearer);
  const status = `${baseUrl}/1.1/application/rate_limit_status.json`;
  await fetch(status, { headers: { authorization: `Bearer ${bearer}` } });
  await requestTokenFor(baseUrl, other);
  const expected = { verified: 8, issued: 4 };
  assert.deepEqual(await counts(service, application.id, 300), expected);
  assert.deepEqual(await counts(service, application.id, 3600), expected);
  assert.deepEqual(await counts(service, other.id, 300), { verified: 1, issued: 1 });
  assert.deepEqual(await counts(service, "service", 60), {
    verified: 9,
    issued: 5,
    "signed-in": 1,
  });
});

test("4xx — rejections are counted by code, for the application that they named", async () => {
  await using world = await startWorld({ RATE_LIMITS: "oauth/request_token=1" });
  const { baseUrl, application, service, ledger, alice } = world;
  const access = await makeAccessToken(ledger, application, alice);
  const bearer = await bearerFor(baseUrl, application);
  await requestTokenFor(baseUrl, application);
  const oauth = { oauth_nonce: "again" };
  await world.signed("GET", verify, { token: access, oauth });
  const rejected = [
    await world.signed("GET", verify, { token: access, oauth }),
    await world.signed("POST", "/oauth/request_token", { oauth: { oauth_callback: "oob" } }),
    await fetch(baseUrl + verify, { headers: { authorization: `Bearer ${bearer}` } }),
  ];
  await ledger.suspendUser(alice.id, "x", by);
  rejected.push(await world.signed("GET", verify, { token: access }));
  await ledger.suspendApplication(application.id, "x", by);
  rejected.push(await world.signed("GET", verify, { token: access }));
  const expected = [
    "401 (code 32)",
    "429 (code 88)",
    "403 (code 220)",
    "403 (code 64)",
    "401 (code 416)",
  ];
  assert.deepEqual(await Promise.all(rejected.map(requestErrorOf)), expected);
  assert.deepEqual(await counts(service, application.id, 300), {
    issued: 2,
    verified: 3,
    "unauthenticated 32": 1,
    "rejected 88": 1,
    "rejected 220": 1,
    "rejected 64": 1,
    "rejected 416": 1,
  });
});

test("sign-ins that went well and that did not are the service's", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, service } = world;
  const visitor = new Visitor(baseUrl);
  const wrong = { username: alice.screenName, password: "not alice's" };
  assert.equal((await visitor.submit(await visitor.get("/sign-in"), wrong)).status, 422);
  await signedIn(baseUrl, alice);
  assert.deepEqual(await counts(service, "service", 60), { "failed-sign-in": 1, "signed-in": 1 });
});

// interface §14.4
test("200 — /account/applications says on which day an application was last used, to the user who let it in", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger, service, clock } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const visitor = await signedIn(baseUrl, alice);
  const chart = async () => {
    await (service.dependencies.usage as WrittenUsageCounter).write();
    return (await visitor.get("/account/applications")).html;
  };
  assert.match(await chart(), /Never used/);
  assert.equal((await world.signed("GET", verify, { token })).status, 200);
  assert.match(await chart(), /Last used today/);
  const used = new Date(clock.now).toISOString().slice(0, 10);
  clock.now += day;
  assert.match(await chart(), new RegExp(`Last used on <time datetime="${used}">`));
  assert.equal((await world.signed("GET", verify, { token })).status, 200);
  assert.match(await chart(), /Last used today/);
});

test("a restart keeps what was counted, and on which day a token was last used", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-test-"));
  try {
    const { application, today } = await usedOnce();
    await using service = await startTestService({ DATA_DIR: dataDir });
    assert.deepEqual(await counts(service, application.id, 300), { verified: 2 });
    const [connected] = await service.dependencies.ledger.connectedApplications(
      application.ownerId,
      {
        after: undefined,
        size: 1,
      },
    );
    assert.equal(connected?.lastUsedDay, today);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }

  async function usedOnce() {
    await using world = await startWorld({ DATA_DIR: dataDir });
    const { application, alice, ledger, clock } = world;
    const token = await makeAccessToken(ledger, application, alice);
    await world.signed("GET", verify, { token });
    clock.now += day;
    await world.signed("GET", verify, { token });
    const today = Math.floor(clock.now / day);
    return { application: { ...application, ownerId: alice.id }, today };
  }
});
