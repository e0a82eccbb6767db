import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { authorizeApp, signIn, signInAndAuthorize } from "../support/browser-consent.ts";
import { makeApplication, makeUser } from "../support/service.ts";
import type { PassportSteps, SignedIn } from "./clients/passport-twitter.ts";
import { startHardCodedHost } from "./hard-coded-host.ts";

test("passport-twitter — request, approval, exchange, use, revoke, 401 (code 89)", async () => {
  await using host = await startHardCodedHost("api.twitter.com");
  const { ledger } = host.service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice, {
    signIn: true,
    requestEmail: true,
    callbacks: ["http://127.0.0.1/auth/twitter/callback"],
  });
  const client = host.run<PassportSteps>("passport-twitter");
  const origin = await client("start", application.consumerKey, application.consumerSecret);
  const signInUrl = `${origin}/auth/twitter`;

  const page = await host.openPage();
  await signInAndAuthorize(page, signInUrl, alice);
  const first = await signedIn(page, origin);
  assert.equal(first.profile.id, alice.id);
  assert.equal(first.profile.username, "alice");
  assert.deepEqual(first.profile.emails, [{ value: "alice@users.example" }]);
  assert.equal(first.profile.accessLevel, "read");
  assert.match(first.profile.photos[0]?.value ?? "", /^https:\/\/api\.twitter\.com\/pictures\//);

  // It sends users to oauth/authenticate, which does not ask again while access is granted.
  await page.goto(signInUrl);
  const again = await signedIn(page, origin);
  assert.equal(again.token, first.token);

  // The strategy itself cannot revoke, but the object with which it signs further requests can.
  const revoked = await client("revoke", first.token, first.secret);
  assert.deepEqual(JSON.parse(revoked.body), { access_token: first.token });
  const after = await client("use", first.token, first.secret);
  assert.equal(after.status, 401);
  assert.equal(JSON.parse(after.body).errors[0].code, 89);

  await page.goto(signInUrl);
  await authorizeApp(page);
  assert.notEqual((await signedIn(page, origin)).token, first.token);
});

test("passport-twitter — who presses Cancel is not signed in", async () => {
  await using host = await startHardCodedHost("api.twitter.com");
  const { ledger } = host.service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const { consumerKey, consumerSecret } = await makeApplication(ledger, alice, {
    callbacks: ["http://127.0.0.1/auth/twitter/callback"],
  });
  const client = host.run<PassportSteps>("passport-twitter");
  const origin = await client("start", consumerKey, consumerSecret);

  const page = await host.openPage();
  await page.goto(`${origin}/auth/twitter`);
  await signIn(page, alice);
  const rejected = page.waitForResponse((response) => response.url().startsWith(`${origin}/`));
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  assert.equal((await rejected).status(), 401);
});

async function signedIn(page: Page, origin: string): Promise<SignedIn> {
  await page.waitForURL(`${origin}/auth/twitter/callback?**`);
  return JSON.parse(await page.locator("body").innerText());
}
