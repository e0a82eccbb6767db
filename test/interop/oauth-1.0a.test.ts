import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import OAuth from "oauth-1.0a";
import { openLanding, verifierOf } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { requestErrorOf } from "../support/flow.ts";
import { startWorld } from "../support/world.ts";

/** https://www.npmjs.com/package/oauth-1.0a signs requests but does not send them; its users add `fetch`, as here. */

test("oauth-1.0a — request, approval, exchange, use, revoke, 401 (code 89)", async () => {
  const draft = { access: "write", callbacks: ["http://127.0.0.1/callback"] } as const;
  await using world = await startWorld({}, draft);
  await using browser = await launchChromium();
  await using opened = await openLanding();
  const { baseUrl, alice, application } = world;
  const client = new OAuth({
    consumer: { key: application.consumerKey, secret: application.consumerSecret },
    signature_method: "HMAC-SHA1",
    hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
    realm: baseUrl,
  });

  for (const landing of [opened, undefined]) {
    const oauth_callback = landing === undefined ? "oob" : `${landing.callback}?kept=a%20b`;
    const form = { oauth_callback, x_auth_access_type: "read" };
    const request = await tokenIn(await send("POST", "/oauth/request_token", undefined, form));
    const page = await browser.newPage();
    const url = `${baseUrl}/oauth/authorize?oauth_token=${request.key}`;
    const oauth_verifier = await verifierOf(page, url, alice, landing);
    if (landing !== undefined) assert.equal((await landing.arrival(page)).get("kept"), "a b");

    const exchanged = await send("POST", "/oauth/access_token", request, { oauth_verifier });
    const access = await tokenIn(exchanged);
    const use = "/1.1/account/verify_credentials.json?include_email=true&tweet_mode=extended";
    const used = await send("GET", use, access);
    assert.equal(((await used.json()) as { id_str: string }).id_str, alice.id);
    assert.equal(used.headers.get("x-access-level"), "read");

    // It sends a hash of the body as an ordinary parameter.
    const revoked = await send("POST", "/1.1/oauth/invalidate_token.json", access, undefined, true);
    assert.deepEqual(await revoked.json(), { access_token: access.key });
    assert.equal(await requestErrorOf(await send("GET", use, access)), "401 (code 89)");
  }

  function send(
    method: "GET" | "POST",
    path: string,
    token: OAuth.Token | undefined,
    data?: Readonly<Record<string, string>>,
    includeBodyHash = false,
  ): Promise<Response> {
    const url = `${baseUrl}${path}`;
    const signed = client.authorize({ url, method, data, includeBodyHash }, token);
    const init: RequestInit = { method, headers: { ...client.toHeader(signed) } };
    if (data !== undefined) init.body = new URLSearchParams(data);
    return fetch(url, init);
  }
});

async function tokenIn(response: Response): Promise<OAuth.Token> {
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const form = new URLSearchParams(text);
  return { key: form.get("oauth_token") ?? "", secret: form.get("oauth_token_secret") ?? "" };
}
