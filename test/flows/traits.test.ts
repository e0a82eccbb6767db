/** Who uses what may end one day: what counts, and what no one else can make count. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApplicationId } from "../../src/domain/credentials.ts";
import { dayOf } from "../../src/domain/day.ts";
import type { Trait } from "../../src/domain/trait.ts";
import { startAdminService } from "../admin-api/support.ts";
import { bearerFor } from "../support/flow.ts";
import { makeAccessToken, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { signedPairs } from "../support/signing.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const path = "/1.1/account/verify_credentials.json";

async function usesOf(world: World): Promise<Partial<Record<Trait, readonly number[]>>> {
  const { traitCounter } = world.service.dependencies;
  await traitCounter.write();
  const found: Partial<Record<Trait, readonly number[]>> = {};
  const sinceDay = dayOf(world.clock.now);
  for (const trait of ["hmac-sha1", "query", "body", "bearer", "plaintext"] as const) {
    const slice = { after: undefined, size: 9 };
    const [use] = await world.ledger.traitUses({ trait, sinceDay }, slice);
    if (use !== undefined) found[trait] = [use.requests, use.rejected, use.users];
  }
  return found;
}

// interface §16.65
test("200 — the method, the place of the signature and bearer tokens count, and the users behind them", async () => {
  await using world = await startWorld({ SIGNATURE_METHODS: "HMAC-SHA1,HMAC-SHA256" });
  const { application, baseUrl, ledger, alice, clock } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const sha256 = { oauth_signature_method: "HMAC-SHA256" };
  assert.equal((await world.signed("GET", path, { token, oauth: sha256 })).status, 200);
  assert.deepEqual(await usesOf(world), {});
  for (let times = 0; times < 3; times += 1) {
    assert.equal((await world.signed("GET", path, { token })).status, 200);
  }
  const credentials = { ...application, token: token.token, tokenSecret: token.secret };
  const oauth = { oauth_timestamp: String(Math.floor(clock.now / 1000)) };
  const pairs = signedPairs("GET", baseUrl + path, credentials, [], oauth);
  assert.equal((await fetch(`${baseUrl}${path}?${new URLSearchParams(pairs)}`)).status, 200);
  const bearer = await bearerFor(baseUrl, application);
  const limits = await fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  assert.equal(limits.status, 200);
  assert.deepEqual(await usesOf(world), {
    "hmac-sha1": [4, 0, 1],
    query: [1, 0, 1],
    bearer: [1, 0, 0],
  });
});

test("401 (code 32) — T82: a wrong signature adds nothing; PLAINTEXT counts as a mistake that names an application", async () => {
  await using world = await startWorld();
  const { application } = world;
  const wrong = { ...application, consumerSecret: "another" };
  assert.equal((await world.signed("POST", "/oauth/request_token", { as: wrong })).status, 401);
  const plaintext = await fetch(`${world.baseUrl}/oauth/request_token`, {
    method: "POST",
    headers: {
      authorization: `OAuth oauth_consumer_key="${application.consumerKey}", oauth_signature_method="PLAINTEXT", oauth_signature="x%26", oauth_timestamp="${Math.floor(world.clock.now / 1000)}", oauth_nonce="n"`,
    },
  });
  assert.equal(plaintext.status, 400);
  assert.deepEqual(await usesOf(world), { plaintext: [0, 1, 0] });
});

// interface §16.65
test("200 — administrators see them on a page, and download them as CSV", async () => {
  await using world = await startWorld();
  const { application, alice, ledger, baseUrl } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const headers = { "user-agent": "oauth-lib/1.9" };
  assert.equal((await world.signed("GET", path, { token, headers })).status, 200);
  const admin = await makeAdmin(ledger, "root");
  const visitor = await signedIn(baseUrl, admin);
  const page = await visitor.get("/admin/sunsets?trait=hmac-sha1");
  assert.match(page.html, /Signatures with HMAC-SHA1/);
  assert.match(page.html, new RegExp(`/admin/applications/${application.id}`));
  const file = await visitor.get("/admin/sunsets.csv?trait=hmac-sha1");
  assert.match(file.html, /^application_id,application,owner,trait,requests,rejected,users,/);
  assert.match(file.html, new RegExp(`^${application.id},.*,alice,hmac-sha1,1,0,1,`, "m"));
  const other = await signedIn(baseUrl, alice);
  assert.equal((await other.get("/admin/sunsets.csv?trait=hmac-sha1")).status, 404);
});

// interface §16.65
test("200 — a search by program finds the same applications on the page, in its file, and in the admin API", async () => {
  await using service = await startAdminService();
  const { viewer, baseUrl, dependencies } = service;
  const { ledger, clock } = dependencies;
  const alice = await makeUser(ledger, "alice");
  const [old, newer] = [await makeApplication(ledger, alice), await makeApplication(ledger, alice)];
  const use = {
    network: "192.0.2.1",
    credential: "consumer secret",
    rejected: 0,
    tokens: [],
  } as const;
  const at = { first: clock(), last: clock(), requests: 1 };
  const of = ({ id }: { id: string }, program: string) => ({
    ...{ ...use, ...at, program },
    applicationId: id as ApplicationId,
  });
  const uses = [of(old, "python-requests/2.31"), of(newer, "python-requests/2.32")];
  await ledger.addSources(uses, clock());
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "root"));
  const found = (text: string) => [old, newer].filter(({ id }) => text.includes(id));
  for (const [program, expected] of [
    ["python-requests/2.31", [old]],
    ["python-requests", [old, newer]],
    ["requests/2.31", []],
  ] as const) {
    const { html } = await admin.get(`/admin/sunsets?program=${program}`);
    assert.deepEqual(found(html), expected, html);
    const file = await admin.get(`/admin/sunsets.csv?program=${program}`);
    assert.match(file.html, /^application_id,application,owner,program,last_used_at\r\n/);
    assert.deepEqual(found(file.html), expected);
    const { body } = await viewer.call("GET", `/program_uses?program=${program}`);
    assert.deepEqual(found(JSON.stringify(body)), expected);
  }
  const wrong = await admin.get("/admin/sunsets?program=two%20words");
  assert.match(wrong.html, /Enter 1 to 60 ASCII letters/);
});
