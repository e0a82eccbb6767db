/** Attacks with the log of verified requests: finding a secret, or what a user sent, in the database or on a page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openedDetails } from "../../src/http/actions/explain-rejection.ts";
import { approvalOf, bearerFor, exchange, requestTokenFor } from "../support/flow.ts";
import { makeAccessToken } from "../support/service.ts";
import { signedPairs } from "../support/signing.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";
import { ask, settings, signedVerification } from "../verification/asking.ts";

const verify = "/1.1/account/verify_credentials.json";
const nonce = "5c0ffee5c0ffee5c0ffee";

// interface §15.62
test("T54 — of a verified request, no secret, body, excluded value, or whole nonce is kept", async () => {
  const excluded = { REQUEST_LOG_EXCLUDED_PARAMETERS: "diagnosis" };
  await using world = await startWorld({ ...settings, ...excluded }, { access: "write" });
  const { application, alice, ledger, service, baseUrl } = world;
  const token = await makeAccessToken(ledger, application, alice, "write");
  const query = `?diagnosis=influenza&page=2&password=hunter2-hunter2&x=${token.secret}`;
  const signed = await world.signed("GET", verify + query, {
    token,
    oauth: { oauth_nonce: nonce },
    headers: { "user-agent": `client ${application.consumerSecret}` },
  });
  assert.equal(signed.status, 200);
  const pairs = signedPairs(
    "GET",
    baseUrl + verify,
    { ...application, token: token.token, tokenSecret: token.secret },
    [],
    { oauth_nonce: nonce, oauth_timestamp: String(Math.floor(world.clock.now / 1000) + 1) },
  );
  const inQuery = await fetch(`${baseUrl}${verify}?${new URLSearchParams(pairs)}`);
  assert.equal(inQuery.status, 200);
  const pending = await requestTokenFor(baseUrl, application);
  const verifier = await approvalOf(baseUrl, pending.token, alice);
  const exchanged = await exchange(baseUrl, application, pending, verifier);
  assert.equal(exchanged.status, 200);
  const access = new URLSearchParams(await exchanged.text()).get("oauth_token_secret") ?? "";
  const bearer = await bearerFor(baseUrl, application);
  const form = [["status", "what the user wrote"]] as const;
  const posted = signedVerification(world, "POST", `/1/things${query}`, { token, form });
  const { origin } = posted;
  const authorization = `Bearer ${bearer}`;
  const read = { method: "GET", origin, target: "/1/things", authorization };
  for (const one of [posted, read]) {
    const { json } = await ask(world, "/verify", one);
    assert.equal(json.valid, true, JSON.stringify(json));
  }
  await service.dependencies.verifiedRequests.write();

  const logged = await ledger.loggedRequests(application.id, 0);
  assert.deepEqual(logged.map(({ operation, code }) => `${operation} ${code}`).sort(), [
    " 0",
    " 0",
    "account/verify_credentials 0",
    "account/verify_credentials 0",
    "oauth/access_token 0",
    "oauth/request_token 0",
    "oauth2/token 0",
  ]);
  const details = logged.map((one) => openedDetails(one, service.dependencies.keys));
  assert.ok(details.some(({ target }) => target?.includes("page=2")));
  assert.ok(details.some(({ target }) => target?.includes("oauth_nonce=5c0ffee5…")));
  const seen = [JSON.stringify(details)];
  const owner = await signedIn(baseUrl, alice);
  const path = `/portal/applications/${application.id}/requests`;
  for (const one of [path, ...logged.map(({ id }) => `${path}/${id}`)]) {
    const page = await owner.get(one);
    assert.equal(page.status, 200);
    seen.push(page.html);
  }
  const secrets = {
    consumerSecret: application.consumerSecret,
    tokenSecret: token.secret,
    ...{ requestTokenSecret: pending.secret, access, verifier, bearer, nonce },
    ...{ excluded: "influenza", password: "hunter2", body: "what the user wrote" },
    signature: /oauth_signature="([^"]+)"/.exec(posted.authorization)?.[1] ?? "",
  };
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(secret.length > 5, name);
    for (const text of seen) assert.ok(!text.includes(secret), `${name}: ${text}`);
  }
});
