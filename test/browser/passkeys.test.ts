/** Passkeys in Chromium, with its virtual authenticator (WebAuthn §11), under the service's own policy. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { authorizeApp, openLanding, signIn, signOut } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { requestTokenFor } from "../support/flow.ts";
import { localhost } from "../support/passkeys.ts";
import { virtualAuthenticator } from "../support/virtual-authenticator.ts";
import { startWorld } from "../support/world.ts";

const texts = english.passkeys;

test("added, then used to sign in, as the second step, on the way to an application, and to confirm; then removed", async (t) => {
  await using landing = await openLanding();
  await using world = await startWorld(localhost, { callbacks: [landing.callback] });
  const { baseUrl, alice, application, clock } = world;
  const { page, context, said } = await openBrowser(t);
  await virtualAuthenticator(context, page);
  // Otherwise the virtual authenticator would answer as soon as a page offers autofill.
  await context.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = undefined");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

  await page.goto(`${baseUrl}/account/passkeys`);
  await signIn(page, alice);
  await page.getByLabel(texts.add.name, { exact: true }).fill("Laptop");
  await press(texts.add.submit);
  assert.equal(
    (await page.locator("#recovery-codes").textContent())?.trim().split("\n").length,
    10,
  );
  await page.getByRole("link", { name: english.twoStep.codes.goOn, exact: true }).click();
  await page.getByText(texts.done.added).waitFor();
  await page.getByRole("heading", { name: "Laptop" }).waitFor();

  await page.getByLabel(texts.add.name, { exact: true }).fill("Laptop again");
  await press(texts.add.submit);
  await page.getByText(texts.script.known).waitFor();
  await page.getByText(texts.rename.submit).first().click();
  await page.getByLabel(texts.rename.name).fill("Old laptop");
  await press(texts.rename.submit);
  await page.getByText(texts.done.renamed).waitFor();
  await page.getByRole("heading", { name: "Old laptop" }).waitFor();
  await signOut(page);

  clock.now += 30_000;
  const { token } = await requestTokenFor(baseUrl, application, landing.callback);
  await page.goto(`${baseUrl}/oauth/authorize?oauth_token=${token}`);
  await press(texts.signIn);
  await authorizeApp(page);
  assert.equal((await landing.arrival(page)).get("oauth_token"), token);

  await page.goto(`${baseUrl}/account`);
  await signOut(page);
  await page.goto(`${baseUrl}/sign-in?continue=/account/two-step`);
  await signIn(page, alice);
  await press(texts.use);
  await page.getByRole("heading", { name: english.twoStep.title }).waitFor();

  clock.now += 16 * 60_000;
  await page.reload();
  await press(english.twoStep.codes.makeNew);
  await page.locator("#recovery-codes").waitFor();
  await page.goto(`${baseUrl}/account/passkeys`);
  await page.locator("summary", { hasText: texts.remove }).click();
  await press(texts.remove);
  await page.getByText(texts.done.removed).waitFor();
  assert.deepEqual(
    said.filter((text) => !text.includes("422")),
    [],
    "nothing that the policy rejects",
  );
});

test("a passkey that the browser fills in signs in without a button", async (t) => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice } = world;
  const { page, context } = await openBrowser(t);
  await virtualAuthenticator(context, page);
  await page.goto(`${baseUrl}/account/passkeys`);
  await signIn(page, alice);
  await page.getByLabel(texts.add.name, { exact: true }).fill("Laptop");
  await page.getByRole("button", { name: texts.add.submit }).click();
  await signOut(page);
  await page.waitForURL(`${baseUrl}/account`);
  const [newest] = await world.ledger.eventsOf(alice.id, { after: undefined, size: 1 });
  assert.equal(newest?.name, "user.signed-out");
});

test("a passkey that no one confirms says so, and the page works on", async (t) => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice } = world;
  const { page, context } = await openBrowser(t);
  await virtualAuthenticator(context, page, { isUserVerified: false });
  await page.goto(`${baseUrl}/account/passkeys`);
  await signIn(page, alice);
  await page.getByLabel(texts.add.name, { exact: true }).fill("Laptop");
  await page.getByRole("button", { name: texts.add.submit }).click();
  await page.getByText(texts.script.canceled).waitFor();
  assert.equal((await world.ledger.factorsOf(alice.id)).passkeys.length, 0);
});

test("without script: pages say that passkeys need it, and the password signs in", async (t) => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice } = world;
  const { page } = await openBrowser(t, { javaScriptEnabled: false });
  await page.goto(`${baseUrl}/account/passkeys`);
  await page.getByText(texts.needsScript).waitFor();
  assert.equal(await page.getByRole("button", { name: texts.signIn }).isVisible(), false);
  await signIn(page, alice);
  await page.getByRole("heading", { name: texts.title, exact: true }).waitFor();
  await page.getByText(texts.needsScript).waitFor();
  assert.equal(await page.getByLabel(texts.add.name, { exact: true }).isVisible(), false);
});

async function openBrowser(
  t: TestContext,
  { javaScriptEnabled = true }: { readonly javaScriptEnabled?: boolean } = {},
) {
  const browser = await launchChromium();
  t.after(() => browser.close());
  const context = await browser.newContext({ javaScriptEnabled });
  const said = consoleOf(context);
  return { context, page: await context.newPage(), said };
}
