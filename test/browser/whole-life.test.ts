/** The whole life of an application as users see it, in Chromium, using only what the pages say. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import OAuth from "oauth-1.0a";
import type { Page } from "playwright-core";
import * as english from "../../src/pages/languages/english.ts";
import { authorizeApp, openLanding } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { requestErrorOf } from "../support/flow.ts";
import { startTestService } from "../support/service.ts";

const verify = "/1.1/account/verify_credentials.json";
const status = "/1.1/application/rate_limit_status.json";

test("sign up, create, authorize, use, see it, change the secret, revoke, delete", async (t) => {
  // The clock stands still, so that no window of a limit ends while the test looks at one.
  const now = Date.now();
  await using service = await startTestService({ SIGN_UP: "open", RATE_LIMITS: "" }, () => now);
  await using landing = await openLanding();
  const { baseUrl } = service;
  const browser = await launchChromium();
  t.after(() => browser.close());
  const said: string[] = [];
  const arrive = async (screenName: string): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    consoleOf(context, said);
    const page = await context.newPage();
    await page.goto(`${baseUrl}/sign-up`);
    await page.getByLabel("Screen name").fill(screenName);
    await page.getByLabel("Password", { exact: true }).fill(`${screenName} likes long passwords`);
    await press(page, "Create account");
    await page.waitForURL(`${baseUrl}/account`);
    return page;
  };

  const alice = await arrive("alice");
  const bob = await arrive("bob");

  await follow(alice, "Developer portal");
  await follow(alice, "Create an application");
  await alice.getByLabel("Name", { exact: true }).fill("Weather Bot");
  await alice.getByLabel("Read and write").check();
  await alice.getByLabel("Callback URLs").fill("http://127.0.0.1/callback");
  await press(alice, "Create application");
  const [key = "", firstSecret = ""] = await shownOnce(alice);
  await follow(alice, english.portal.creation.goOn);
  const home = alice.url();
  const first = client(key, firstSecret);

  // Bob gives access.
  const request = await first.tokenBy("/oauth/request_token", undefined, {
    oauth_callback: landing.callback,
  });
  await bob.goto(`${baseUrl}/oauth/authorize?oauth_token=${request.key}`);
  await authorizeApp(bob);
  const oauth_verifier = (await landing.arrival(bob)).get("oauth_verifier") ?? "";
  const access = await first.tokenBy("/oauth/access_token", request, { oauth_verifier });
  const used = await first.send("GET", verify, access);
  assert.equal(((await used.json()) as { screen_name: string }).screen_name, "bob");
  assert.equal(used.headers.get("x-access-level"), "read-write");

  // Alice sees it in the usage.
  await alice.goto(`${home}/usage?use=hour`);
  const use = alice.locator("#use");
  await use.getByText(english.portal.usage.table).click();
  assert.deepEqual(await use.locator("thead").first().locator("th").allInnerTexts(), [
    "From",
    "Verified",
    "Tokens issued",
    "Rejected",
    "Unauthenticated",
    "Hour before",
  ]);
  assert.deepEqual(await use.locator("tfoot > tr > *").allInnerTexts(), [
    "Total",
    "3",
    "2",
    "0",
    "0",
    "0",
  ]);
  assert.ok(await isDrawn(alice, "#use"), "the use is drawn");
  assert.match(await limit(alice, "oauth/request_token"), /\b999 of 1,000\b/);
  await follow(alice, english.portal.application.tabs.users);
  const users = alice.locator("#users");
  // Alice has an access token of her own since the application was created.
  assert.deepEqual(await users.locator("dd").allInnerTexts(), ["0", "2", "+2"]);
  assert.ok(await isDrawn(alice, "#users"), "the users are drawn");
  assert.ok(!(await users.innerText()).includes("bob"));
  await alice.goto(`${baseUrl}/portal`);
  await alice.getByText("3 requests in the last day").waitFor();

  // A new secret with an overlap: both secrets work until the old one is ended.
  await alice.goto(`${home}/consumer-secret`);
  await alice.getByLabel("24 hours").check();
  await press(alice, "Regenerate secret");
  const [sameKey, secondSecret = ""] = await shownOnce(alice);
  assert.equal(sameKey, key);
  const second = client(key, secondSecret);
  for (const one of [first, second]) {
    assert.equal((await one.send("GET", verify, access)).status, 200);
  }
  await alice.goto(`${home}/consumer-secret`);
  await press(alice, "Revoke the previous secret");
  assert.equal(await requestErrorOf(await first.send("GET", verify, access)), "401 (code 32)");
  assert.equal((await second.send("GET", verify, access)).status, 200);

  // Bob revokes the access.
  await bob.goto(`${baseUrl}/account/applications`);
  await bob.getByText("Weather Bot").waitFor();
  await press(bob, "Revoke");
  await bob.getByText("No application can use your account.").waitFor();
  assert.equal(await requestErrorOf(await second.send("GET", verify, access)), "401 (code 89)");

  // A bearer token is issued and revoked.
  await alice.goto(`${home}/bearer-token`);
  await press(alice, "Create bearer token");
  const [bearer = ""] = await shownOnce(alice);
  assert.equal((await asBearer(bearer)).status, 200);
  await alice.goto(`${home}/bearer-token`);
  await press(alice, "Revoke bearer token");
  await alice.getByText(english.portal.keys.noBearer).waitFor();
  assert.equal(await requestErrorOf(await asBearer(bearer)), "401 (code 89)");

  // After the deletion, nothing works any more.
  await alice.goto(`${home}/bearer-token`);
  await press(alice, "Create bearer token");
  const [last = ""] = await shownOnce(alice);
  await alice.goto(`${home}/access-token`);
  await press(alice, "Regenerate your access token");
  const [own = "", ownSecret = ""] = await shownOnce(alice);
  const alices = { key: own, secret: ownSecret };
  assert.equal((await second.send("GET", verify, alices)).status, 200);
  await alice.goto(`${home}/delete`);
  await alice.getByLabel("To confirm, type the name").fill("Weather Bot");
  await press(alice, "Delete application");
  await alice.getByText(english.portal.applications.deleted).waitFor();
  assert.equal((await second.send("GET", verify, alices)).status, 401);
  assert.equal((await asBearer(last)).status, 401);
  const form = { oauth_callback: landing.callback };
  const asked = await second.send("POST", "/oauth/request_token", undefined, form);
  assert.equal(asked.status, 401);
  const basic = Buffer.from(`${key}:${secondSecret}`).toString("base64");
  const wanted = await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  assert.equal(wanted.status, 401);
  assert.deepEqual(said, []);

  function asBearer(token: string): Promise<Response> {
    return fetch(`${baseUrl}${status}`, { headers: { authorization: `Bearer ${token}` } });
  }

  /** The library signs, and `fetch` sends. */
  function client(consumerKey: string, consumerSecret: string) {
    const oauth = new OAuth({
      consumer: { key: consumerKey, secret: consumerSecret },
      signature_method: "HMAC-SHA1",
      hash_function: (text, by) => createHmac("sha1", by).update(text).digest("base64"),
    });
    return {
      send(
        method: string,
        path: string,
        token?: OAuth.Token,
        data?: Readonly<Record<string, string>>,
      ): Promise<Response> {
        const url = `${baseUrl}${path}`;
        const headers = oauth.toHeader(oauth.authorize({ url, method, data }, token));
        const body = data && new URLSearchParams(data);
        return fetch(url, { method, headers: { ...headers }, ...(body && { body }) });
      },
      async tokenBy(
        path: string,
        token: OAuth.Token | undefined,
        data: Readonly<Record<string, string>>,
      ): Promise<OAuth.Token> {
        const response = await this.send("POST", path, token, data);
        const text = await response.text();
        assert.equal(response.status, 200, text);
        const form = new URLSearchParams(text);
        return { key: form.get("oauth_token") ?? "", secret: form.get("oauth_token_secret") ?? "" };
      },
    };
  }
});

function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name }).click();
}

function follow(page: Page, name: string): Promise<void> {
  return page.getByRole("link", { name, exact: true }).click();
}

/** What stands in the box of things that are shown once. */
async function shownOnce(page: Page): Promise<string[]> {
  const values = page.locator(".secret code");
  await values.first().waitFor();
  return values.allInnerTexts();
}

/** The limit's row: its name, how many, how many remain, until when. */
function limit(page: Page, name: string): Promise<string> {
  // The table of operations has a row of that name too.
  const rows = page.locator("#use tr", { has: page.getByText(name, { exact: true }) });
  return rows.last().innerText();
}

/** Whether a bar stands above the section's table. */
async function isDrawn(page: Page, section: string): Promise<boolean> {
  const bar = page.locator(`${section} figure .plot .bar`).first();
  await bar.waitFor();
  const box = await bar.boundingBox();
  return box !== null && box.height > 0;
}
