import assert from "node:assert/strict";
import { test } from "node:test";
import { OAuth } from "oauth";
import { type Landing, openLanding, verifierOf } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { startWorld } from "../support/world.ts";

/**
 * https://www.npmjs.com/package/oauth (node-oauth). It returns every response to a callback with three or four
 * parameters.
 */

test("oauth — request, approval, exchange, use, revoke, 401 (code 89)", async () => {
  await using landing = await openLanding();
  await walk(landing, "1.0", "POST");
});

test("oauth — the same by GET, as 1.0A and with a PIN", async () => {
  await walk(undefined, "1.0A", "GET");
});

async function walk(landing: Landing | undefined, version: string, method: "GET" | "POST") {
  await using world = await startWorld({}, { callbacks: ["http://127.0.0.1/callback"] });
  await using browser = await launchChromium();
  const { baseUrl, alice, application } = world;
  const client = new OAuth(
    `${baseUrl}/oauth/request_token`,
    `${baseUrl}/oauth/access_token`,
    application.consumerKey,
    application.consumerSecret,
    version,
    landing?.callback ?? "oob",
    "HMAC-SHA1",
  );
  client.setClientOptions({ requestTokenHttpMethod: method, accessTokenHttpMethod: method });

  const request = await tokens((done) => client.getOAuthRequestToken(done));
  assert.equal(request.more["oauth_callback_confirmed"], "true");
  const url = `${baseUrl}/oauth/authorize?oauth_token=${request.token}`;
  const verifier = await verifierOf(await browser.newPage(), url, alice, landing);

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
