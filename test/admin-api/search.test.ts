import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { mintBearerToken } from "../../src/domain/credentials.ts";
import { requestIdHeader } from "../../src/domain/logged-request.ts";
import { verifyCredentials } from "../support/flow.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { assertProblem, startAdminService } from "./support.ts";

async function startWithCredentials() {
  const service = await startAdminService();
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const weather = await makeApplication(ledger, alice, { name: "Weather", access: "write" });
  const token = await makeAccessToken(ledger, weather, alice);
  const find = async (text: string) => {
    const response = await service.viewer.call("POST", "/search", { text });
    assert.equal(response.status, 200);
    return response.body;
  };
  return Object.assign(service, { ledger, alice, weather, token, find });
}

test("200 — applications and users by name and ID, and at most eight of each", async () => {
  await using service = await startWithCredentials();
  const { find, weather, alice, ledger } = service;
  for (let at = 0; at < 9; at += 1) await makeApplication(ledger, alice, { name: `Rain ${at}` });
  const [application] = (await find("weath")).applications;
  assert.equal(application.id, weather.id);
  assert.equal(application.owner, "alice");
  assert.equal((await find(weather.id)).applications.length, 1);
  assert.equal((await find("alice")).users[0].id, alice.id);
  assert.equal((await find(alice.id)).users[0].screen_name, "alice");
  assert.equal((await find("rain")).applications.length, 8);
  const nothing = { credentials: [], applications: [], users: [], requests: [] };
  assert.deepEqual(await find("nothing of this name"), nothing);
  assertProblem(await service.viewer.call("POST", "/search", { text: "" }), 400, "invalid-request");
});

test("200 — a credential, alone, in a header, in a link, and in a line of a file", async () => {
  await using service = await startWithCredentials();
  const { find, weather, token, ledger } = service;
  const bearer = await ledger.issueBearerToken(
    { applicationId: weather.id, candidate: mintBearerToken(randomBytes), now: Date.now() },
    byCommandLine(Date.now()),
  );
  const { body: invitation } = await service.manager.call("POST", "/invitations", {});
  for (const [text, kind, endedBy] of [
    [weather.consumerKey, "consumer-key", null],
    [weather.consumerSecret, "consumer-secret", "regenerateConsumerSecret"],
    [`CONSUMER_SECRET="${weather.consumerSecret}"`, "consumer-secret", "regenerateConsumerSecret"],
    [token.token, "access-token", "revokeAccess"],
    [token.secret, "access-token-secret", "revokeAccess"],
    [`Authorization: Bearer ${bearer}`, "bearer-token", "revokeAccess"],
    [invitation.data[0].url, "link", "withdrawInvitation"],
  ] as const) {
    const [credential, ...others] = (await find(text)).credentials;
    assert.equal(others.length, 0, kind);
    assert.equal(credential?.kind, kind);
    assert.equal(credential.active, true);
    assert.equal(credential.ended_by, endedBy);
    if (kind !== "link") assert.equal(credential.application.id, weather.id);
  }
});

test("400 and 401 — what is no search is not repeated in the response, and finds nothing", async () => {
  await using service = await startWithCredentials();
  const { weather, ledger, viewer } = service;
  const secret = weather.consumerSecret;
  for (const body of [
    { text: secret + " ".repeat(1000) },
    { text: [secret] },
    { text: { text: secret } },
    { text: secret, user: secret },
    [secret],
    secret,
    {},
  ]) {
    const response = await viewer.call("POST", "/search", body);
    assertProblem(response, 400, "invalid-request");
    assert.ok(!JSON.stringify(response.body).includes(secret), JSON.stringify(response.body));
  }
  const url = new URL(`/admin/v1/search?text=${secret}`, service.internalUrl);
  const inUrl = await fetch(url, { method: "POST", body: JSON.stringify({ text: secret }) });
  assert.equal(inUrl.status, 401);
  assert.ok(!(await inUrl.text()).includes(secret));
  const found = await viewer.call("POST", "/search", { text: `a\0${secret}\0` });
  assert.equal(found.body.credentials.length, 1);
  assert.equal((await viewer.call("POST", "/search", { text: "a\0b%_" })).status, 200);
  const events = await ledger.eventsBy({ name: "credential.found" }, { after: undefined, size: 9 });
  assert.equal(events.length, 1);
});

// interface §14.70
test("200 — a request by its ID, until its application is deleted", async () => {
  await using service = await startWithCredentials();
  const { find, weather, token, ledger, baseUrl } = service;
  const wrong = { ...token, secret: "wrong" };
  const rejected = await verifyCredentials(baseUrl, weather, wrong);
  const id = rejected.headers.get(requestIdHeader) ?? assert.fail();
  await service.dependencies.rejected.settled();
  const { requests, credentials } = await find(id);
  assert.deepEqual(credentials, []);
  assert.equal(requests.length, 1);
  assert.equal(requests[0].id, id);
  assert.equal(requests[0].code, 32);
  assert.deepEqual(requests[0].application, { id: weather.id, name: "Weather" });
  await ledger.deleteApplication(weather.id, byCommandLine(Date.now()));
  assert.deepEqual((await find(id)).requests, []);
});

test("200 — why a credential does not work", async () => {
  await using service = await startWithCredentials();
  const { find, weather, token, alice, ledger } = service;
  const by = byCommandLine(Date.now());
  const because = async (text: string) => (await find(text)).credentials[0].inactive_because;
  await ledger.suspendApplication(weather.id, "spam", by);
  assert.equal(await because(weather.consumerSecret), "application-suspended");
  await ledger.restoreApplication(weather.id, by);
  await ledger.suspendUser(alice.id, "spam", by);
  assert.equal(await because(token.secret), "user-suspended");
  assert.equal(await because(weather.consumerSecret), null);
});

test("the audit log says who found what, and has no credential; a string of no one leaves no event", async () => {
  await using service = await startWithCredentials();
  const { find, weather, token, ledger } = service;
  await find(`${"x".repeat(49)}1`);
  await find(token.secret);
  const page = { after: undefined, size: 10 };
  const events = await ledger.eventsBy({ name: "credential.found" }, page);
  assert.equal(events.length, 1);
  const [{ actor, applicationId, userId, details } = assert.fail()] = events;
  assert.deepEqual(
    { actor, applicationId, userId, details },
    {
      actor: "api-key:watch",
      applicationId: weather.id,
      userId: service.alice.id,
      details: { kind: "access-token-secret" },
    },
  );
  assert.ok(!JSON.stringify(events).includes(token.secret));
});
