import assert from "node:assert/strict";
import { test } from "node:test";
import { openLanding, verifierOf } from "../support/browser-consent.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import type { TwitterApiSteps } from "./clients/twitter-api-v2.ts";
import { startHardCodedHost } from "./hard-coded-host.ts";

test("twitter-api-v2 — request, approval, exchange, use, revoke, 401 (code 89)", async () => {
  await using host = await startHardCodedHost("api.x.com");
  await using opened = await openLanding();
  const { ledger } = host.service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice, {
    access: "write",
    callbacks: ["http://127.0.0.1/callback"],
  });
  const { consumerKey, consumerSecret } = application;
  const client = host.run<TwitterApiSteps>("twitter-api-v2");

  for (const landing of [opened, undefined]) {
    const callback = landing?.callback ?? "oob";
    const request = await client("request", consumerKey, consumerSecret, callback);
    assert.equal(request.oauth_callback_confirmed, "true");
    const verifier = await verifierOf(await host.openPage(), request.url, alice, landing);

    const { oauth_token: token, oauth_token_secret: secret } = request;
    const login = await client("exchange", consumerKey, consumerSecret, token, secret, verifier);
    assert.equal(login.screenName, "alice");
    assert.equal(login.userId, alice.id);

    const access = [consumerKey, consumerSecret, login.accessToken, login.accessSecret] as const;
    const used = await client("use", ...access);
    assert.equal("screen_name" in used && used.screen_name, "alice");
    assert.deepEqual(await client("revoke", ...access), { access_token: login.accessToken });
    assert.deepEqual(await client("use", ...access), { rejected: "401 (code 89)" });
  }
});

test("twitter-api-v2 — bearer token, use, revoke by the owner, 401 (code 89)", async () => {
  await using host = await startHardCodedHost("api.x.com");
  const { ledger } = host.service.dependencies;
  const owner = await makeUser(ledger, "owner");
  const application = await makeApplication(ledger, owner);
  const { token, secret } = await makeAccessToken(ledger, application, owner);
  const { consumerKey, consumerSecret } = application;
  const client = host.run<TwitterApiSteps>("twitter-api-v2");

  const bearer = await client("bearer", consumerKey, consumerSecret);
  const used = await client("useBearer", bearer);
  assert.equal(used.rejected, undefined);
  const revoked = await client("revokeBearer", consumerKey, consumerSecret, token, secret, bearer);
  assert.deepEqual(revoked, { access_token: bearer });
  assert.deepEqual(await client("useBearer", bearer), { rejected: "401 (code 89)" });
});
