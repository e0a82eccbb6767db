/** Attacks with stored rejected requests: filling the ledger, displacing those of others, and finding a secret. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxRejected, requestIdHeader } from "../../src/domain/logged-request.ts";
import { ofOneNetwork } from "../../src/program/service/rejected-requests.ts";
import { ledgerDatabase } from "../support/ledger-database.ts";
import { makeAccessToken } from "../support/service.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const verify = "/1.1/account/verify_credentials.json";

// interface §15.62
test("T54 — no secret is kept, wherever a client put it", async () => {
  await using world = await startWorld();
  const { application, ledger, service, baseUrl } = world;
  const owner = await signedIn(baseUrl, world.alice);
  const path = `/portal/applications/${application.id}/requests`;
  const token = await makeAccessToken(ledger, application, world.alice);
  const bearer = "b".repeat(110);
  const secrets = [application.consumerSecret, token.secret, bearer, "hunter2-hunter2", "1234567"];
  const key = application.consumerKey;
  const signed = (form: string, authorization: string) =>
    fetch(`${baseUrl}/1.1/oauth/invalidate_token?access_token=${bearer}&x=${token.secret}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
      body: form,
    });
  const oauth = (pairs: string) =>
    `OAuth oauth_consumer_key="${key}", oauth_token="${token.token}", oauth_nonce="n", oauth_timestamp="${Math.floor(world.clock.now / 1000)}", ${pairs}`;
  const plain = `oauth_signature="${application.consumerSecret}%26${token.secret}"`;
  const form = `password=hunter2-hunter2&again=hunter2-hunter2&oauth_verifier=1234567&note=1234567&s=${application.consumerSecret}`;
  const responses = [
    await signed(form, oauth(`oauth_signature_method="PLAINTEXT", ${plain}`)),
    await signed(form, oauth(`oauth_signature_method="HMAC-SHA1", ${plain}`)),
    await signed(form, oauth('oauth_signature_method="HMAC-SHA1", oauth_signature="abc"')),
    await signed(form, `OAuth ${application.consumerSecret}, oauth_consumer_key="${key}"`),
  ];
  const ids = [];
  for (const one of responses) ids.push(one.headers.get(requestIdHeader) ?? "");
  await service.dependencies.rejected.settled();
  let explanations = 0;
  for (const id of ids) {
    const page = await owner.get(`${path}/${id}`);
    if (page.status === 404) continue;
    explanations += 1;
    for (const secret of secrets) assert.ok(!page.html.includes(secret), `${secret} ${page.html}`);
  }
  assert.equal(explanations, 3, "the one that cannot be read names no application");
  await using database = await ledgerDatabase(service);
  const rows = JSON.stringify(await database.rows("select * from logged_request"));
  for (const secret of [...secrets, "invalidate_token?"]) assert.ok(!rows.includes(secret));
  assert.equal((await ledger.loggedRequests(application.id, 0)).length, 3);
});

test("T53 — an anonymous caller who knows a consumer key fills neither the database nor the owner's list", async () => {
  await using world = await startWorld({ TRUSTED_PROXIES: "127.0.0.1" });
  const { application, ledger, service } = world;
  const from = (address: string) =>
    world.signed("GET", verify, {
      token: { token: "1-t", secret: "x" },
      headers: { "x-forwarded-for": address },
    });
  const owners = await from("198.51.100.1");
  const id = owners.headers.get(requestIdHeader);
  await service.dependencies.rejected.settled();
  const anonymous = [];
  for (let at = 0; at < 3 * ofOneNetwork.atOnce; at += 1) {
    const { status, headers } = await from("203.0.113.9");
    assert.equal(status, 401, "each is answered as ever");
    anonymous.push(headers.get(requestIdHeader));
    await service.dependencies.rejected.settled();
  }
  assert.equal(anonymous.filter((one) => one !== null).length, ofOneNetwork.atOnce);
  const requests = await ledger.loggedRequests(application.id, 0);
  assert.ok(requests.length <= maxRejected);
  assert.ok(requests.some((one) => one.id === id));
  await using database = await ledgerDatabase(service);
  const rows = await database.rows("select * from logged_request");
  assert.equal(rows.length, requests.length);
});
