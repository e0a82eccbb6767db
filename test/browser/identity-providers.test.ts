/**
 * Signing in at a real provider (https://www.npmjs.com/package/oidc-provider) in Chromium, under the service's own
 * policy.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import * as english from "../../src/pages/languages/english.ts";
import { authorizeApp, openLanding, signOut } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { requestTokenFor } from "../support/flow.ts";
import { entryOf, startIdentityService } from "../support/identities.ts";
import { startIdentityProvider } from "../support/identity-provider.ts";
import { makeApplication, makeUser } from "../support/service.ts";

const texts = english.identities;
const users = new Map([
  ["alice-1", { preferred_username: "alice", email: "alice@users.example", email_verified: true }],
]);

for (const javaScriptEnabled of [true, false]) {
  test(`${javaScriptEnabled ? "with" : "without"} script: a first sign-in on the way to an application, an account's page, and out again`, async (t) => {
    await using landing = await openLanding();
    let baseUrl = "";
    await using there = await startIdentityProvider(users, () => baseUrl);
    const secrets = { client_id: there.clientId, client_secret: there.clientSecret };
    await using service = await startIdentityService([entryOf(there, secrets)]);
    baseUrl = service.baseUrl;
    const { ledger } = service.dependencies;
    const carol = await makeUser(ledger, "carol");
    const application = await makeApplication(ledger, carol, { callbacks: [landing.callback] });
    const browser = await launchChromium();
    t.after(() => browser.close());
    const viewport = { width: 390, height: 800 };
    const context = await browser.newContext({ javaScriptEnabled, viewport });
    const page = await context.newPage();
    const said = consoleOf(context);
    const press = (name: string) => page.getByRole("button", { name }).click();

    const { token } = await requestTokenFor(baseUrl, application, landing.callback);
    await page.goto(`${baseUrl}/oauth/authorize?oauth_token=${token}`);
    await press("Sign in with Staff");
    await enter(page, "alice-1");
    await page.getByRole("heading", { name: texts.first.title }).waitFor();
    assert.equal(await page.getByLabel("Screen name").inputValue(), "alice");
    await press(english.signUp.submit);
    await authorizeApp(page);
    assert.equal((await landing.arrival(page)).get("oauth_token"), token);

    await page.goto(`${baseUrl}/account/identities`);
    await page.getByText("alice-1").waitFor();
    await signOut(page);
    // The provider asks for confirmation and then leads back.
    await press("Yes, sign me out");
    await page.getByText(english.signIn.signedOut).waitFor();
    await press("Sign in with Staff");
    await page.getByLabel("User").waitFor();
    await press("Cancel");
    await page.getByRole("heading", { name: texts.problems.canceled.happened }).waitFor();
    // The provider's own page loads a font from another site.
    const requestErrors = said.filter((text) => !/403|ERR_NAME_NOT_RESOLVED/.test(text));
    assert.deepEqual(requestErrors, [], "nothing that the policy rejects");
  });
}

async function enter(page: Page, visitor: string): Promise<void> {
  await page.getByLabel("User").fill(visitor);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
