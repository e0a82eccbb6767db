/**
 * While a user chooses a password, the page says how hard it is to guess; nothing leaves the page before the form is
 * sent.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { issueUserLink } from "../../src/http/actions/issue-link.ts";
import * as english from "../../src/pages/languages/english.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { makeUser } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

const labels = english.account.password;
const meterOf = (page: Page) => page.getByRole("meter", { name: labels.strength.label });
const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

test("with script: every field for a new password has a meter, which says why", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const { ledger, service } = world;
  const bob = await makeUser(ledger, "kettleworth");
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({
      baseURL: world.baseUrl,
      viewport: { width: 390, height: 800 },
    });
    const page = await context.newPage();
    const said = consoleOf(context);
    const requests: string[] = [];
    context.on("request", (request) =>
      requests.push(`${request.url()} ${request.postData() ?? ""}`),
    );
    const judges = () => requests.filter((one) => one.includes("/password-judge."));
    const says = (text: string) => page.locator(".strength [aria-live]").getByText(text).waitFor();

    await page.goto("/sign-up");
    await page.getByLabel(english.account.profile.name, { exact: true }).fill("Carol Winterbottom");
    assert.deepEqual([await meterOf(page).count(), judges().length], [0, 0], "nothing was typed");
    const password = page.getByLabel(english.signUp.password, { exact: true });
    const submit = page.getByRole("button", { name: english.signUp.submit });
    const place = await submit.boundingBox();
    const stays = async () =>
      assert.deepEqual(await submit.boundingBox(), place, "nothing moves under the pointer");
    await password.pressSequentially("winter");
    await says(labels.problems["too-short"]);
    await password.pressSequentially("bottom1");
    await says(labels.problems["own-name"]);
    await stays();
    assert.equal(await value(page), 1);
    await page.getByLabel(english.account.profile.name, { exact: true }).fill("Carol");
    await says(labels.strength.scores[3]);
    await password.fill("kT4#vq9!mZ-and-more");
    await says(labels.strength.scores[4]);
    assert.equal(await value(page), 4);
    await stays();
    await page.evaluate(axe);
    const found = await page.evaluate("axe.run()");
    assert.deepEqual((found as { violations: unknown[] }).violations, []);
    await password.fill("");
    await meterOf(page).waitFor({ state: "hidden" });
    await stays();
    assert.equal(judges().length, 1, "its lists are loaded once");
    assert.ok(
      requests.every((one) => !/winter|kT4/.test(decodeURIComponent(one))),
      "no key of it left the page",
    );

    const { random, origins } = service.dependencies;
    const wanted = { purpose: "password-reset", userId: bob.id } as const;
    const parts = { ledger, random, origin: origins[0] };
    const link = await issueUserLink(parts, wanted, byCommandLine(world.clock.now));
    const { href } = link ?? assert.fail();
    const { pathname, search } = new URL(href);
    await page.goto(pathname + search);
    await page.getByLabel(labels.wanted, { exact: true }).fill("kettleworth1");
    await says(labels.problems["own-name"]);

    await page.goto("/account/password");
    await signIn(page, bob);
    await page.getByLabel(labels.wanted, { exact: true }).fill("qwertyuiop");
    await says(labels.problems.common);
    assert.deepEqual(said, [], "nothing that the policy rejects");
  } finally {
    await browser.close();
  }
});

test("without script: no meter, and no list of passwords is loaded", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ baseURL: world.baseUrl, javaScriptEnabled: false });
    const page = await context.newPage();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto("/sign-up");
    await page.getByLabel(english.signUp.password, { exact: true }).fill("qwertyuiop");
    assert.equal(await meterOf(page).count(), 0);
    assert.ok(requests.every((one) => !one.includes("/password-judge.")));
  } finally {
    await browser.close();
  }
});

function value(page: Page): Promise<number> {
  return meterOf(page).evaluate((meter) => Number((meter as unknown as { value: number }).value));
}
