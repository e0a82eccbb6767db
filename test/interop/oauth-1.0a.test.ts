import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import OAuth from "oauth-1.0a";
import { openLanding, pinOn, signInAndAuthorize } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { requestErrorOf } from "../support/flow.ts";
import { makeApplication, makeUser, startTestService } from "../support/service.ts";

/** https://www.npmjs.com/package/oauth-1.0a signs requests but does not send them; its users add `fetch`, as here. */

test("oauth-1.0a — request, approval, exchange, use, revoke, 401 (code 89)", async () => {
  await using service = await startTestService();
  await using browser = await launchChromium();
  await using landing = await openLanding();
  const { baseUrl } = service;
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const { consumerKey, consumerSecret } = await makeApplication(ledger, alice, {
    access: "write",
    callbacks: ["http://127.0.0.1/callback"],
  });
  const client = new OAuth({
    consumer: { key: consumerKey, secret: consumerSecret },
    signature_method: "HMAC-SHA1",
    hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
    realm: baseUrl,
  });

  for (const oauth_callback of [`${landing.callback}?kept=a%20b`, "oob"]) {
    const form = { oauth_callback, x_auth_access_type: "read" };
    const request = await tokenIn(await send("POST", "/oauth/request_token", undefined, form));
    const page = await browser.newPage();
    const url = `${baseUrl}/oauth/authorize?oauth_token=${request.key}`;
    await signInAndAuthorize(page, url, alice);
    let oauth_verifier: string;
    if (oauth_callback === "oob") {
      oauth_verifier = await pinOn(page);
    } else {
      const arrived = await landing.arrival(page);
      assert.equal(arrived.get("kept"), "a b");
      oauth_verifier = arrived.get("oauth_verifier") ?? "";
    }

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
