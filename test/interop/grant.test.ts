import assert from "node:assert/strict";
import { test } from "node:test";
import { signInAndAuthorize } from "../support/browser-consent.ts";
import { makeApplication, makeUser } from "../support/service.ts";
import type { GrantSteps } from "./clients/grant.ts";
import { startHardCodedHost } from "./hard-coded-host.ts";

test("grant — request, approval, exchange, use, revoke, 401 (code 89)", async () => {
  await using host = await startHardCodedHost("api.twitter.com");
  const { ledger } = host.service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const { consumerKey, consumerSecret } = await makeApplication(ledger, alice, {
    access: "write",
    callbacks: ["http://127.0.0.1/connect/twitter/callback"],
  });
  const client = host.run<GrantSteps>("grant");
  const origin = await client("start", consumerKey, consumerSecret);

  const page = await host.openPage();
  await signInAndAuthorize(page, `${origin}/connect/twitter`, alice);
  await page.waitForURL(`${origin}/signed-in`);
  const { access_token, access_secret, raw, profile } = JSON.parse(
    await page.locator("body").innerText(),
  );
  assert.equal(raw.oauth_token, access_token);
  assert.equal(raw.user_id, alice.id);
  assert.equal(raw.screen_name, "alice");
  assert.equal(profile.id_str, alice.id);

  // grant's part ends with the sign-in; the client with which it signs its own requests can be used further.
  const access = [consumerKey, consumerSecret, access_token, access_secret] as const;
  assert.equal((await client("use", ...access)).status, 200);
  const revoked = await client("revoke", ...access);
  assert.deepEqual(revoked, { status: 200, body: { access_token } });
  const after = await client("use", ...access);
  assert.equal(after.status, 401);
  assert.equal((after.body as { errors: { code: number }[] }).errors[0]?.code, 89);
});
