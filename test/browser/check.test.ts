/** "Check a request" as users use it: on a phone and on a desktop computer, with and without script. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { makeAccessToken } from "../support/service.ts";
import { authorizationHeader, signedPairs } from "../support/signing.ts";
import { startWorld } from "../support/world.ts";

const { check, programs } = english.portal;

for (const [width, javaScriptEnabled] of [
  [390, false],
  [1280, true],
] as const) {
  test(`from “Try it” to the response: ${width} px, ${javaScriptEnabled ? "script" : "no script"}`, async (t) => {
    await using world = await startWorld();
    const { baseUrl, alice, application, ledger, clock } = world;
    const { token, secret: tokenSecret } = await makeAccessToken(ledger, application, alice);
    const browser = await launchChromium();
    t.after(() => browser.close());
    const page = await browser.newPage({ javaScriptEnabled, viewport: { width, height: 800 } });
    const said = consoleOf(page.context());
    const button = page.getByRole("button", { name: check.submit });
    const field = page.getByLabel(check.request, { exact: true });

    await page.goto(`${baseUrl}/portal/applications/${application.id}/programs`);
    await signIn(page, alice);
    await page.getByText(programs.what).waitFor();
    await page.getByRole("link", { name: check.link.advice }).click();
    await field.fill("nothing to see");
    await button.click();
    await page.getByRole("alert").getByText(check.notChecked).waitFor();
    await page.getByText(check.problems["not-understood"]).waitFor();
    assert.equal(await field.inputValue(), "nothing to see");
    assert.equal(await field.getAttribute("aria-invalid"), "true");

    const url = `${baseUrl}/1.1/account/verify_credentials.json`;
    const oauth_timestamp = String(Math.floor(clock.now / 1000));
    const pairs = signedPairs("POST", url, { ...application, token, tokenSecret }, [], {
      oauth_timestamp,
    });
    await field.fill(`GET ${url} HTTP/1.1\nAuthorization: ${authorizationHeader(pairs)}`);
    await button.click();
    const answer = page.locator("#answer");
    assert.match(await answer.innerText(), /POST was signed, but GET was sent\./);
    const marked = await page.locator(".base-string mark").allInnerTexts();
    assert.deepEqual(marked, ["G", "P"]);
    const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
    assert.ok(wide <= width, `${wide} px`);
    if (javaScriptEnabled) {
      await page.locator("#answer:focus").waitFor();
      const copies = page.locator(".base-string button");
      await copies.nth(1).waitFor();
      assert.equal(await copies.count(), 2);
    }
    // The form is folded, and the finding has a tag.
    assert.equal(await answer.locator(".tag").innerText(), check.certainty.certain.tag);
    assert.ok(!(await field.isVisible()));
    await page.getByText(check.another, { exact: true }).click();
    assert.ok(await field.isVisible());
    assert.deepEqual(
      said.filter((text) => !text.includes("status of 422")),
      [],
    );
  });
}
