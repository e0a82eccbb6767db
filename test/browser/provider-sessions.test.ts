/**
 * After a sign-in at a real provider, in Chromium: the second step if administrators require one, and the end of the
 * session there.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import type { BrowserContext, Page } from "playwright-core";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { writtenRule } from "../../src/domain/second-factor.ts";
import * as english from "../../src/pages/languages/english.ts";
import { authorizeApp, focusPlaced, openLanding } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { requestTokenFor } from "../support/flow.ts";
import { entryOf, startIdentityService } from "../support/identities.ts";
import { startIdentityProvider } from "../support/identity-provider.ts";
import { localhost } from "../support/passkeys.ts";
import { makeApplication, makeUser, type TestService } from "../support/service.ts";
import { virtualAuthenticator } from "../support/virtual-authenticator.ts";

const { twoStep, passkeys } = english;
const users = new Map([
  ["alice-1", { preferred_username: "alice" }],
  ["bob-1", { preferred_username: "bob" }],
]);

for (const javaScriptEnabled of [true, false]) {
  test(`${javaScriptEnabled ? "with" : "without"} script: an authenticator app after a provider, where everyone needs a second factor`, async (t) => {
    await using landing = await openLanding();
    const clock = { now: Date.now() };
    await using world = await open(t, { javaScriptEnabled, clock: () => clock.now });
    const { service, page, press } = world;
    const { baseUrl } = service;
    await requireSecondFactor(service, clock.now);
    await page.goto(`${baseUrl}/account`);
    await signInThere(page, "alice-1");
    await press(english.signUp.submit);
    // No other page opens before this.
    await page.getByRole("heading", { name: twoStep.add.title }).waitFor();
    await page.goto(`${baseUrl}/portal`);
    await page.getByRole("heading", { name: twoStep.add.title }).waitFor();
    // This provider does not say when its user entered credentials, so the service sends the user there again.
    await enterCode(page, clock.now);
    await page.getByRole("status").getByText(twoStep.notDone).waitFor();
    await press("Confirm with Staff");
    await enter(page, "alice-1");
    const app = await enterCode(page, clock.now);
    await page.getByRole("link", { name: twoStep.codes.goOn, exact: true }).click();
    await page.waitForURL(`${baseUrl}/portal`);

    clock.now += 30_000;
    const { ledger } = service.dependencies;
    const carol = await makeUser(ledger, "carol");
    const application = await makeApplication(ledger, carol, { callbacks: [landing.callback] });
    const { token } = await requestTokenFor(baseUrl, application, landing.callback);
    await page.context().clearCookies({ name: "session" });
    await page.goto(`${baseUrl}/oauth/authorize?oauth_token=${token}`);
    // The provider recognizes the browser and asks nothing, but the service asks for the code.
    await press("Sign in with Staff");
    const code = page.getByLabel(twoStep.code.label, { exact: true });
    await code.waitFor();
    await focusPlaced(page);
    await code.fill("000 000");
    await press(twoStep.code.submit);
    await page.getByText(twoStep.code.problems.wrong.what).waitFor();
    await focusPlaced(page);
    await code.fill(app.generate({ timestamp: clock.now }));
    await press(twoStep.code.submit);
    await authorizeApp(page);
    assert.equal((await landing.arrival(page)).get("oauth_token"), token);
    assert.deepEqual(world.requestErrors(), [], "nothing that the policy rejects");
  });
}

test("a passkey after a provider: set up because everyone needs a second factor, and asked for from then on", async (t) => {
  await using world = await open(t, { settings: localhost });
  const { service, page, context, press } = world;
  const { baseUrl } = service;
  await virtualAuthenticator(context, page);
  // Otherwise the virtual authenticator would answer as soon as a page offers autofill.
  await context.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = undefined");
  await requireSecondFactor(service, Date.now());
  await page.goto(`${baseUrl}/portal`);
  await signInThere(page, "alice-1");
  await press(english.signUp.submit);
  await page.getByRole("link", { name: passkeys.instead }).click();
  await press("Confirm with Staff");
  await enter(page, "alice-1");
  await page.getByLabel(passkeys.add.name, { exact: true }).fill("Laptop");
  await press(passkeys.add.submit);
  await page.getByRole("link", { name: twoStep.codes.goOn, exact: true }).click();
  await page.waitForURL(`${baseUrl}/portal`);

  await context.clearCookies({ name: "session" });
  await page.goto(`${baseUrl}/portal`);
  await press("Sign in with Staff");
  await page.getByRole("heading", { name: passkeys.useTitle }).waitFor();
  assert.ok(page.url().startsWith(`${baseUrl}/sign-in/code`));
  await page.goto(`${baseUrl}/account`);
  await page.getByRole("button", { name: "Sign in with Staff" }).waitFor();
  await press("Sign in with Staff");
  await press(passkeys.use);
  await page.waitForURL(`${baseUrl}/account`);
  assert.deepEqual(world.requestErrors(), [], "nothing that the policy rejects");
});

// interface §14.49
test("who signs out at the provider is signed out here, in that browser and no other", async (t) => {
  await using world = await open(t);
  const { service, page, issuer, press } = world;
  const { baseUrl } = service;
  const browser = page.context().browser() ?? assert.fail();
  const [elsewhere, bobs] = [
    await (await browser.newContext()).newPage(),
    await (await browser.newContext()).newPage(),
  ];
  for (const [one, visitor, isFirst] of [
    [page, "alice-1", true],
    [elsewhere, "alice-1", false],
    [bobs, "bob-1", true],
  ] as const) {
    await one.goto(`${baseUrl}/account`);
    await signInThere(one, visitor);
    if (isFirst) await one.getByRole("button", { name: english.signUp.submit }).click();
    await one.waitForURL(`${baseUrl}/account`);
  }
  await page.goto(`${issuer}/session/end`);
  await press("Yes, sign me out");
  await page.waitForURL(`${issuer}/session/end/success`);
  await page.goto(`${baseUrl}/account`);
  await page.getByRole("button", { name: "Sign in with Staff" }).waitFor();
  for (const one of [elsewhere, bobs]) {
    await one.reload();
    assert.equal(one.url(), `${baseUrl}/account`);
    await one.locator(".me > button").waitFor();
  }
  const { ledger } = service.dependencies;
  const { id } = (await ledger.userByScreenName("alice")) ?? assert.fail();
  const [newest] = await ledger.eventsOf(id, { after: undefined, size: 1 });
  assert.equal(newest?.name, "user.sessions-ended");
  assert.deepEqual(newest?.details, { which: "provider" });
});

/** A provider, a service with it, and a browser as wide as a phone. */
async function open(
  t: TestContext,
  {
    javaScriptEnabled = true,
    settings = {},
    clock,
  }: {
    readonly javaScriptEnabled?: boolean;
    readonly settings?: Readonly<Record<string, string>>;
    readonly clock?: () => number;
  } = {},
) {
  let baseUrl = "";
  const there = await startIdentityProvider(users, () => baseUrl);
  const entry = entryOf(there, { client_id: there.clientId, client_secret: there.clientSecret });
  const service = await startIdentityService([entry], settings, clock);
  baseUrl = service.baseUrl;
  const browser = await launchChromium();
  t.after(() => browser.close());
  const viewport = { width: 390, height: 800 };
  const context: BrowserContext = await browser.newContext({ javaScriptEnabled, viewport });
  const page = await context.newPage();
  const said = consoleOf(context);
  return {
    service,
    issuer: there.issuer,
    context,
    page,
    press: (name: string) => page.getByRole("button", { name, exact: true }).click(),
    requestErrors: () => said.filter((text) => !text.includes("422")),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await there[Symbol.asyncDispose]();
    },
  };
}

/** Signs in at the provider, starting on the service's sign-in page. */
async function signInThere(page: Page, visitor: string): Promise<void> {
  await page.getByRole("button", { name: "Sign in with Staff" }).click();
  await enter(page, visitor);
}

/** Fills in the provider's page. */
async function enter(page: Page, visitor: string): Promise<void> {
  await page.getByLabel("User").waitFor();
  await focusPlaced(page);
  await page.getByLabel("User").fill(visitor);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Enters a code of the app that is being set up on the page, which shows its key; returns the app. */
async function enterCode(page: Page, now: number): Promise<TOTP> {
  const shown = (await page.locator("main code").first().textContent()) ?? "";
  await focusPlaced(page);
  const app = new TOTP({ secret: Secret.fromBase32(shown.replaceAll(" ", "")) });
  await page.getByLabel(twoStep.add.code).fill(app.generate({ timestamp: now }));
  await page.getByRole("button", { name: twoStep.add.submit }).click();
  return app;
}

async function requireSecondFactor({ dependencies }: TestService, now: number): Promise<void> {
  const rule = writtenRule({ requiredFor: "everybody", graceDays: 0, since: now });
  await dependencies.ledger.changeSetting("second-factor", rule, byCommandLine(now));
}
