import assert from "node:assert/strict";
import { test } from "node:test";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { assertProblem, startAdminService } from "./support.ts";

async function startWithTokens() {
  const service = await startAdminService();
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const bob = await makeUser(ledger, "bob");
  const weather = await makeApplication(ledger, alice, { access: "write" });
  const other = await makeApplication(ledger, alice);
  const tokens = [
    await makeAccessToken(ledger, weather, alice),
    await makeAccessToken(ledger, weather, bob),
    await makeAccessToken(ledger, other, bob),
  ].map(({ token }) => token);
  const alive = async () => {
    const found = await Promise.all(tokens.map((one) => ledger.accessTokenHolder(one)));
    return tokens.filter((_, at) => found[at] !== undefined);
  };
  return Object.assign(service, { ledger, alice, bob, weather, other, tokens, alive });
}

test("201 — a user's token is created without asking, and listed without its secret", async () => {
  await using service = await startWithTokens();
  const { manager, viewer, weather, alice, bob } = service;
  const wanted = { application: weather.id, user: alice.id, access: "write" };
  const made = await manager.call("POST", "/access_tokens", wanted);
  assert.equal(made.status, 201);
  const again = await manager.call("POST", "/access_tokens", wanted);
  assert.deepEqual(again.body, made.body, "there is one for each level");
  const seen: string[] = [];
  for (let cursor = ""; ; ) {
    const at = `/access_tokens?application=${weather.id}&limit=1${cursor}`;
    const { body } = await viewer.call("GET", at);
    seen.push(...body.data.map((one: { token: string }) => one.token));
    assert.ok(!JSON.stringify(body).includes(made.body.token_secret));
    if (body.next_cursor === null) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  assert.equal(seen.length, 3);
  assert.ok(seen.includes(made.body.token));
  const both = `/access_tokens?application=${weather.id}&user=${bob.id}`;
  assert.equal((await viewer.call("GET", both)).body.data.length, 1);
  assertProblem(await viewer.call("GET", "/access_tokens"), 400, "invalid-request");
  const strange = Buffer.from("1 2").toString("base64url");
  const other = await viewer.call("GET", `${both}&cursor=${strange}`);
  assertProblem(other, 400, "invalid-request");
});

test("422 — no token has more access than its application", async () => {
  await using service = await startWithTokens();
  const wanted = { application: service.other.id, user: service.alice.id, access: "write" };
  assertProblem(await service.manager.call("POST", "/access_tokens", wanted), 422, "rejected");
  const unknown = { ...wanted, user: "1" };
  assertProblem(await service.manager.call("POST", "/access_tokens", unknown), 404, "not-found");
});

test("200 — revoked: one token, those of a user and an application, of an application, of a user", async () => {
  await using service = await startWithTokens();
  const { manager, tokens, alive, weather, other, bob, alice, ledger } = service;
  const [first, second, third] = tokens;
  const revoke = (body: object) => manager.call("POST", "/revocations", body);
  assert.deepEqual((await revoke({ access_token: first })).body, { grants: 1, bearer_tokens: 0 });
  assert.deepEqual(await alive(), [second, third]);
  assertProblem(await revoke({ access_token: first }), 404, "not-found");
  assert.equal((await revoke({ application: weather.id, user: bob.id })).body.grants, 1);
  assert.deepEqual(await alive(), [third]);
  await makeAccessToken(ledger, other, alice);
  await manager.call("POST", `/applications/${other.id}/bearer_tokens`);
  const whole = await revoke({ application: other.id });
  assert.deepEqual(whole.body, { grants: 2, bearer_tokens: 1 });
  assert.deepEqual(await alive(), []);
  await makeAccessToken(ledger, weather, bob);
  assert.equal((await revoke({ user: bob.id })).body.grants, 1);
  for (const wrong of [{}, { all: false }, { application: weather.id, all: true }]) {
    assertProblem(await revoke(wrong), 400, "invalid-request");
  }
  assertProblem(await revoke({ user: "1" }), 404, "not-found");
});

test("200 — everything is revoked at once in an incident", async () => {
  await using service = await startWithTokens();
  const { manager, alive, weather } = service;
  const made = await manager.call("POST", `/applications/${weather.id}/bearer_tokens`);
  assert.deepEqual((await manager.call("POST", "/revocations", { all: true })).body, {
    grants: 3,
    bearer_tokens: 1,
  });
  assert.deepEqual(await alive(), []);
  const gone = { bearer_token: made.body.bearer_token };
  assertProblem(await manager.call("POST", "/revocations", gone), 404, "not-found");
});

test("201 — a bearer token is created, listed without itself, and revoked", async () => {
  await using service = await startWithTokens();
  const { manager, viewer, weather } = service;
  const at = `/applications/${weather.id}/bearer_tokens`;
  const made = await manager.call("POST", at);
  const token = made.body.bearer_token;
  assertProblem(await manager.call("POST", at), 409, "conflict");
  const list = await viewer.call("GET", at);
  assert.equal(list.body.data.length, 1);
  assert.ok(!JSON.stringify(list.body).includes(token));
  const one = await manager.call("POST", "/revocations", { bearer_token: token });
  assert.equal(one.body.bearer_tokens, 1);
  assertProblem(await manager.call("DELETE", at), 404, "not-found");
  await manager.call("POST", at);
  assert.equal((await manager.call("DELETE", at)).status, 204);
  assert.deepEqual((await viewer.call("GET", at)).body.data, []);
});
