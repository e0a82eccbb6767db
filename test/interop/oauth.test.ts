import assert from "node:assert/strict";
import { test } from "node:test";
import { OAuth } from "oauth";
import {
  type Landing,
  openLanding,
  pinOn,
  signInAndAuthorize,
} from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { makeApplication, makeUser, startTestService } from "../support/service.ts";

/**
 * https://www.npmjs.com/package/oauth (node-oauth). It returns every response to a callback with three or four
 * parameters.
 */

test("oauth — request, approval, exchange, use, revoke, 401 (code 89)", async () => {
  await using landing = await openLanding();
  await walk(landing, landing.callback, "1.0", "POST");
});

test("oauth — the same by GET, as 1.0A and with a PIN", async () => {
  await using landing = await openLanding();
  await walk(landing, "oob", "1.0A", "GET");
});

async function walk(landing: Landing, callback: string, version: string, method: "GET" | "POST") {
  await using service = await startTestService();
  await using browser = await launchChromium();
  const { baseUrl } = service;
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const { consumerKey, consumerSecret } = await makeApplication(ledger, alice, {
    callbacks: ["http://127.0.0.1/callback"],
  });
  const client = new OAuth(
    `${baseUrl}/oauth/request_token`,
    `${baseUrl}/oauth/access_token`,
    consumerKey,
    consumerSecret,
    version,
    callback,
    "HMAC-SHA1",
  );
  client.setClientOptions({ requestTokenHttpMethod: method, accessTokenHttpMethod: method });

  const request = await tokens((done) => client.getOAuthRequestToken(done));
  assert.equal(request.more["oauth_callback_confirmed"], "true");
  const page = await browser.newPage();
  const url = `${baseUrl}/oauth/authorize?oauth_token=${request.token}`;
  await signInAndAuthorize(page, url, alice);
  const verifier =
    callback === "oob"
      ? await pinOn(page)
      : ((await landing.arrival(page)).get("oauth_verifier") ?? "");

  const access = await tokens((done) =>
    client.getOAuthAccessToken(request.token, request.secret, verifier, done),
  );
  assert.deepEqual({ ...access.more }, { user_id: alice.id, screen_name: "alice" });

  const use = `${baseUrl}/1.1/account/verify_credentials.json?skip_status=true`;
  const used = await data((done) => client.get(use, access.token, access.secret, done));
  assert.equal(JSON.parse(used.body).screen_name, "alice");

  const revocation = `${baseUrl}/1.1/oauth/invalidate_token`;
  const named = { access_token: access.token, access_token_secret: access.secret };
  const revoked = await data((done) =>
    client.post(revocation, access.token, access.secret, named, undefined, done),
  );
  assert.deepEqual(JSON.parse(revoked.body), { access_token: access.token });

  const after = await data((done) => client.get(use, access.token, access.secret, done));
  assert.equal(after.status, 401);
  assert.equal(JSON.parse(after.body).errors[0].code, 89);
}

type OnTokens = Parameters<OAuth["getOAuthRequestToken"]>[0];
type OnData = Parameters<OAuth["get"]>[3];

function tokens(send: (done: OnTokens) => void) {
  return new Promise<{ token: string; secret: string; more: Readonly<Record<string, string>> }>(
    (resolve, reject) => {
      send((failure, token, secret, more) => {
        if (failure === null) resolve({ token, secret, more });
        else reject(new Error(`${failure.statusCode} ${failure.data}`));
      });
    },
  );
}

function data(send: (done: OnData) => void): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    send((failure, body) => resolve({ status: failure?.statusCode ?? 200, body }));
  });
}
