/** With script, a new password can be shown; without it, the form works all the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { makeUser } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

const { showPassword } = english.shell.script;
const labels = english.account.password;

test("a new password is shown on demand, and sent hidden; without script there is no box", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ baseURL: world.baseUrl });
    const page = await context.newPage();
    const rejected = consoleOf(page.context());
    await page.goto("/sign-up");
    const password = page.getByLabel(english.signUp.password, { exact: true });
    await password.fill("qwertyuiop");
    assert.equal(await password.getAttribute("type"), "password");
    await page.getByLabel(showPassword).check();
    assert.equal(await password.getAttribute("type"), "text");
    await page.getByLabel(showPassword).uncheck();
    assert.equal(await password.getAttribute("type"), "password");
    await page.getByLabel(showPassword).check();
    await page.getByLabel(english.account.profile.screenName).fill("carol");
    await page.getByRole("button", { name: english.signUp.submit }).click();
    await page.locator(".said, small").getByText(labels.problems.common).first().waitFor();
    assert.equal(await password.getAttribute("type"), "password", "the form came anew");
    assert.deepEqual(
      rejected.filter((text) => !text.includes("422")),
      [],
      "nothing that the policy rejects",
    );
    const plain = await browser.newContext({ baseURL: world.baseUrl, javaScriptEnabled: false });
    const quiet = await plain.newPage();
    await quiet.goto("/sign-up");
    assert.equal(await quiet.getByLabel(showPassword).isVisible(), false);
    const bob = await makeUser(world.ledger, "bob");
    await quiet.goto("/account/password");
    await signIn(quiet, bob);
    await quiet.getByLabel(labels.wanted, { exact: true }).waitFor();
  } finally {
    await browser.close();
  }
});
