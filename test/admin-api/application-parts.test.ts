import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { makeApplication, makeUser } from "../support/service.ts";
import { assertProblem, startAdminService } from "./support.ts";

async function startWithApplication() {
  const service = await startAdminService();
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const bob = await makeUser(ledger, "bob");
  const application = await makeApplication(ledger, alice);
  const at = `/applications/${application.id}`;
  const secrets = async () =>
    (await ledger.consumerCredentials(application.consumerKey, Date.now()))?.consumerSecrets.map(
      (one) => one.reveal(),
    );
  return Object.assign(service, { ledger, alice, bob, application, at, secrets });
}

test("201 — a secret is regenerated with an overlap, which can end early", async () => {
  await using service = await startWithApplication();
  const { manager, at, application, secrets } = service;
  const made = await manager.call("POST", `${at}/consumer_secret`, { overlap: "24h" });
  const { consumer_secret: secret, previous_until: until } = made.body;
  assert.deepEqual(await secrets(), [secret, application.consumerSecret]);
  assert.ok(Date.parse(until) > Date.now() + 86_000_000);
  assert.equal((await manager.call("DELETE", `${at}/previous_secret`)).status, 204);
  assert.deepEqual(await secrets(), [secret]);
  assertProblem(await manager.call("DELETE", `${at}/previous_secret`), 404, "not-found");
  const before = { overlap: "0", replaces: "2020-01-01T00:00:00.000Z" };
  assertProblem(await manager.call("POST", `${at}/consumer_secret`, before), 409, "conflict");
  const { secret_set_at: replaces } = (await manager.call("GET", at)).body;
  const seen = { overlap: "24h", replaces };
  assert.equal((await manager.call("POST", `${at}/consumer_secret`, seen)).status, 201);
  const wrong = await manager.call("POST", `${at}/consumer_secret`, { overlap: "1y" });
  assertProblem(wrong, 400, "invalid-request");
  // With an Idempotency-Key, a schedule that sends it twice regenerates once.
  const key = { "idempotency-key": "rotation-2026-11" };
  const first = await manager.call("POST", `${at}/consumer_secret`, { overlap: "0" }, key);
  const second = await manager.call("POST", `${at}/consumer_secret`, { overlap: "0" }, key);
  assert.equal(second.body.consumer_secret, first.body.consumer_secret);
  assert.deepEqual(await secrets(), [first.body.consumer_secret]);
});

test("204 — the consumer secret ends without a new one; regenerated, it works again", async () => {
  await using service = await startWithApplication();
  const { manager, viewer, at, application, secrets } = service;
  assertProblem(await viewer.call("DELETE", `${at}/consumer_secret`), 403, "forbidden");
  assert.equal((await manager.call("DELETE", `${at}/consumer_secret`)).status, 204);
  const [unknown, ...others] = (await secrets()) ?? [];
  assert.notEqual(unknown, application.consumerSecret);
  assert.deepEqual(others, []);
  const { secret_revoked_at: revokedAt, secret_set_at: setAt } = (await viewer.call("GET", at))
    .body;
  assert.ok(revokedAt);
  assert.equal(revokedAt, setAt);
  assertProblem(await manager.call("DELETE", `${at}/consumer_secret`), 409, "conflict");
  const made = await manager.call("POST", `${at}/consumer_secret`, { overlap: "24h" });
  assert.deepEqual(await secrets(), [made.body.consumer_secret], "an ended secret has no overlap");
  assert.ok(Date.parse(made.body.previous_until) <= Date.now());
  assert.equal((await viewer.call("GET", at)).body.secret_revoked_at, null);
});

test("201 — the owner is told with a message; whether by email is in the response", async () => {
  await using service = await startWithApplication();
  const { manager, viewer, at, ledger, application } = service;
  const message = "Its secret is in a public repository.";
  assertProblem(await viewer.call("POST", `${at}/owner_notices`, { message }), 403, "forbidden");
  const told = await manager.call("POST", `${at}/owner_notices`, { message });
  assert.equal(told.status, 201);
  assert.deepEqual(told.body, { owner_emailed: false }, "the service sends no email");
  assert.equal((await ledger.applicationById(application.id))?.ownerNotice?.text, message);
  for (const wrong of ["", " ", "x".repeat(201), "a\nb"]) {
    const sent = await manager.call("POST", `${at}/owner_notices`, { message: wrong });
    assertProblem(sent, 422, "rejected");
  }
});

test("200 — an application is suspended with a reason, and restored", async () => {
  await using service = await startWithApplication();
  const { manager, viewer, at } = service;
  const because = "asked by its owner";
  const suspended = await manager.call("PUT", `${at}/suspension`, { because });
  assert.equal(suspended.body.suspended_because, because);
  const list = await viewer.call("GET", "/applications?state=suspended");
  assert.equal(list.body.data.length, 1);
  assert.equal((await manager.call("DELETE", `${at}/suspension`)).status, 204);
  assert.equal((await viewer.call("GET", at)).body.suspended_because, null);
  assertProblem(await manager.call("DELETE", `${at}/suspension`), 404, "not-found");
  for (const wrong of ["", " ", "x".repeat(201)]) {
    const sent = await manager.call("PUT", `${at}/suspension`, { because: wrong });
    assertProblem(sent, 422, "rejected");
  }
});

test("200 — an application gets another owner, whom a repeated call finds", async () => {
  await using service = await startWithApplication();
  const { manager, at } = service;
  for (const count of [1, 2]) {
    const moved = await manager.call("PUT", `${at}/owner`, { screen_name: "@bob" });
    assert.equal(moved.body.owner.screen_name, "bob", `call ${count}`);
  }
  const unknown = await manager.call("PUT", `${at}/owner`, { screen_name: "carol" });
  assertProblem(unknown, 422, "rejected");
});

test("200 — own limits are replaced as a whole, by who has seen them", async () => {
  await using service = await startWithApplication();
  const { manager, viewer, at, application, dependencies } = service;
  const read = await viewer.call("GET", `${at}/limits`);
  assert.deepEqual(read.body, {});
  const tag = { "if-match": read.headers.get("etag") ?? "" };
  const set = await manager.call("PUT", `${at}/limits`, { "oauth/request_token": 7 }, tag);
  assert.deepEqual(set.body, { "oauth/request_token": 7 });
  assert.equal(dependencies.ownLimits.of(application.id, "oauth/request_token"), 7);
  assertProblem(await manager.call("PUT", `${at}/limits`, {}, tag), 412, "precondition-failed");
  const any = { "if-match": "*" };
  for (const wrong of [{ "sign-in": 7 }, { color: 7 }, { "oauth/request_token": 1_000_001 }]) {
    assertProblem(await manager.call("PUT", `${at}/limits`, wrong, any), 422, "rejected");
  }
  const zero = await manager.call("PUT", `${at}/limits`, { "oauth/request_token": 0 }, any);
  assertProblem(zero, 400, "invalid-request");
  assert.deepEqual((await manager.call("PUT", `${at}/limits`, {}, any)).body, {});
});

test("200 — an icon is set and removed", async () => {
  await using service = await startWithApplication();
  const { manager, viewer, at, baseUrl } = service;
  const color = { r: 9, g: 99, b: 199 };
  const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: color } })
    .png()
    .toBuffer();
  const png = { "content-type": "image/png" };
  const set = await manager.call("PUT", `${at}/icon`, new Uint8Array(image), png);
  assert.equal(set.status, 200);
  assert.equal((await fetch(`${baseUrl}${set.body.icon}`)).status, 200);
  const broken = await manager.call("PUT", `${at}/icon`, Buffer.from("x"), png);
  assertProblem(broken, 422, "rejected");
  const text = { "content-type": "text/plain" };
  const other = await manager.call("PUT", `${at}/icon`, Buffer.from("x"), text);
  assertProblem(other, 415, "unsupported-media-type");
  assert.equal((await manager.call("DELETE", `${at}/icon`)).status, 204);
  assert.equal((await viewer.call("GET", at)).body.icon, null);
});

test("201 — collaborators are invited, changed and removed", async () => {
  await using service = await startWithApplication();
  const { manager, viewer, at, bob, application, ledger } = service;
  const invitation = { screen_name: "bob", role: "editor" };
  const invited = await manager.call("POST", `${at}/collaborators`, invitation);
  assert.deepEqual(
    { ...invited.body, invited_at: "" },
    { user_id: bob.id, screen_name: "bob", role: "editor", accepted: false, invited_at: "" },
  );
  assertProblem(await manager.call("POST", `${at}/collaborators`, invitation), 409, "conflict");
  const owner = { ...invitation, screen_name: "alice" };
  assertProblem(await manager.call("POST", `${at}/collaborators`, owner), 409, "conflict");
  const accepting = { applicationId: application.id, userId: bob.id, role: "editor" } as const;
  await ledger.acceptInvitation(accepting, { at: Date.now(), actor: `user:${bob.id}` });
  const one = `${at}/collaborators/${bob.id}`;
  assert.equal((await manager.call("PATCH", one, { role: "viewer" })).body.role, "viewer");
  const list = await viewer.call("GET", `${at}/collaborators`);
  assert.equal(list.body.data[0].accepted, true);
  assert.equal((await manager.call("DELETE", one)).status, 204);
  assertProblem(await manager.call("DELETE", one), 404, "not-found");
  assertProblem(await manager.call("PATCH", one, { role: "viewer" }), 404, "not-found");
});
