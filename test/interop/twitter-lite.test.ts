import assert from "node:assert/strict";
import { test } from "node:test";
import { openLanding, verifierOf } from "../support/browser-consent.ts";
import { makeApplication, makeUser } from "../support/service.ts";
import type { TwitterLiteSteps } from "./clients/twitter-lite.ts";
import { startHardCodedHost } from "./hard-coded-host.ts";

test("twitter-lite — request, approval, exchange, use, revoke, 401 (code 89), with empty-token-secret", async () => {
  await using host = await startHardCodedHost("api.twitter.com", { COMPAT: "empty-token-secret" });
  await using landing = await openLanding();
  const { ledger } = host.service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice, {
    callbacks: ["http://127.0.0.1/callback"],
  });
  const keys = [application.consumerKey, application.consumerSecret] as const;
  const client = host.run<TwitterLiteSteps>("twitter-lite");

  const request = await client("request", ...keys, landing.callback);
  assert.ok(request.given !== undefined && "oauth_token" in request.given);
  const { oauth_token } = request.given;
  const url = authorizeUrl(oauth_token);
  const verifier = await verifierOf(await host.openPage(), url, alice, landing);

  const { given } = await client("exchange", ...keys, oauth_token, verifier);
  assert.equal(given?.screen_name, "alice");
  assert.equal(given.user_id, alice.id);
  const access = [...keys, given.oauth_token, given.oauth_token_secret] as const;
  assert.equal((await client("use", ...access)).given?.screen_name, "alice");
  assert.deepEqual(await client("revoke", ...access), { access_token: given.oauth_token });
  assert.equal((await client("use", ...access)).rejected, "401 (code 89)");
});

test("401 (code 32) — twitter-lite cannot exchange where empty-token-secret is not allowed", async () => {
  await using host = await startHardCodedHost("api.twitter.com");
  const { ledger } = host.service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const keys = [application.consumerKey, application.consumerSecret] as const;
  const client = host.run<TwitterLiteSteps>("twitter-lite");

  const request = await client("request", ...keys, "oob");
  assert.ok(request.given !== undefined && "oauth_token" in request.given);
  const { oauth_token } = request.given;
  const pin = await verifierOf(await host.openPage(), authorizeUrl(oauth_token), alice);
  const exchanged = await client("exchange", ...keys, oauth_token, pin);
  assert.equal(exchanged.rejected, "? (code 32)");
});

test("twitter-lite — bearer token and use; it cannot revoke one", async () => {
  await using host = await startHardCodedHost("api.twitter.com");
  const { ledger } = host.service.dependencies;
  const owner = await makeUser(ledger, "owner");
  const { consumerKey, consumerSecret } = await makeApplication(ledger, owner);
  const client = host.run<TwitterLiteSteps>("twitter-lite");

  // All paths that it can send begin with /1.1, but the path for revoking does not.
  const bearer = await client("bearer", consumerKey, consumerSecret);
  assert.ok((await client("useBearer", bearer)).given);
  assert.equal((await client("useBearer", `${bearer}x`)).rejected, "401 (code 89)");
});

function authorizeUrl(token: string): string {
  return `https://api.twitter.com/oauth/authorize?oauth_token=${token}`;
}
