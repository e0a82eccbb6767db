/** Libraries that get a bearer token by client credentials, and send it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as oauth4webapi from "oauth4webapi";
import * as openid from "openid-client";
import { requestErrorOf } from "../support/flow.ts";
import { makeAccessToken } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

interface BearerClient {
  token(): Promise<string>;
  /** Rejects with the library's error if the response has a challenge. */
  get(url: URL, bearer: string): Promise<Response>;
}

const libraries: Readonly<
  Record<string, (baseUrl: string, clientId: string, secret: string) => BearerClient>
> = {
  /** https://www.npmjs.com/package/oauth4webapi. Only plain http on loopback has to be allowed explicitly. */
  oauth4webapi(baseUrl, client_id, secret) {
    const onLoopback = { [oauth4webapi.allowInsecureRequests]: true };
    const [server, client] = [serverAt(baseUrl), { client_id }];
    return {
      async token() {
        const authentication = oauth4webapi.ClientSecretBasic(secret);
        const form = new URLSearchParams();
        const response = await oauth4webapi.clientCredentialsGrantRequest(
          server,
          client,
          authentication,
          form,
          onLoopback,
        );
        const granted = await oauth4webapi.processClientCredentialsResponse(
          server,
          client,
          response,
        );
        assert.equal(granted.token_type, "bearer");
        return granted.access_token;
      },
      get: (url, bearer) =>
        oauth4webapi.protectedResourceRequest(bearer, "GET", url, undefined, undefined, onLoopback),
    };
  },

  /** https://www.npmjs.com/package/openid-client, configured by hand with what a discovery document would contain. */
  "openid-client"(baseUrl, clientId, secret) {
    const client = openidClient(baseUrl, clientId, secret);
    return {
      async token() {
        const granted = await openid.clientCredentialsGrant(client);
        assert.equal(granted.token_type, "bearer");
        assert.equal(granted.expires_in, undefined);
        return granted.access_token;
      },
      get: (url, bearer) => openid.fetchProtectedResource(client, bearer, url, "GET"),
    };
  },
};

for (const [name, clientOf] of Object.entries(libraries)) {
  test(`${name} — token, use, revoke, 401 (code 89)`, async () => {
    await using world = await startWorld();
    const { baseUrl, application } = world;
    const client = clientOf(baseUrl, application.consumerKey, application.consumerSecret);

    const bearer = await client.token();
    assert.equal(await client.token(), bearer);
    const resource = new URL(`${baseUrl}/1.1/application/rate_limit_status.json`);
    assert.equal((await client.get(resource, bearer)).status, 200);

    // It can only send RFC 7009 with the client's secret, so here the owner revokes with OAuth 1.0a.
    const token = await makeAccessToken(world.ledger, application, world.alice);
    const path = `/oauth2/invalidate_token?access_token=${bearer}`;
    const revoked = await world.signed("POST", path, { token });
    assert.deepEqual(await revoked.json(), { access_token: bearer });

    const error = await challengeOf(client.get(resource, bearer));
    assert.equal(error.cause[0]?.scheme, "bearer");
    assert.equal(error.cause[0]?.parameters.error, "invalid_token");
    assert.equal(await requestErrorOf(error.response), "401 (code 89)");
    assert.notEqual(await client.token(), bearer);
  });

  test(`401 (code 32) — ${name} hears of a wrong secret by the challenge`, async () => {
    await using world = await startWorld();
    const client = clientOf(world.baseUrl, world.application.consumerKey, "wrong");
    const error = await challengeOf(client.token());
    assert.equal(error.cause[0]?.scheme, "basic");
    assert.equal(await requestErrorOf(error.response), "401 (code 32)");
  });
}

test("400 (code 170) — openid-client hears of a grant that is not served as unsupported_grant_type", async () => {
  await using world = await startWorld();
  const { consumerKey, consumerSecret } = world.application;
  const client = openidClient(world.baseUrl, consumerKey, consumerSecret);
  await assert.rejects(openid.refreshTokenGrant(client, "any"), (error) => {
    assert.ok(error instanceof openid.ResponseBodyError);
    assert.equal(error.status, 400);
    assert.equal(error.error, "unsupported_grant_type");
    return true;
  });
});

async function challengeOf(sent: Promise<unknown>) {
  const error = await sent.catch((problem: unknown) => problem);
  // openid-client throws the errors of oauth4webapi.
  assert.ok(error instanceof openid.WWWAuthenticateChallengeError);
  return error;
}

function openidClient(baseUrl: string, clientId: string, secret: string): openid.Configuration {
  const authentication = openid.ClientSecretBasic(secret);
  const client = new openid.Configuration(serverAt(baseUrl), clientId, undefined, authentication);
  openid.allowInsecureRequests(client);
  return client;
}

function serverAt(baseUrl: string) {
  return { issuer: baseUrl, token_endpoint: `${baseUrl}/oauth2/token` };
}
