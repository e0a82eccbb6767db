import assert from "node:assert/strict";
import { test } from "node:test";
import * as openid from "openid-client";
import { requestErrorOf } from "../support/flow.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";

/** https://www.npmjs.com/package/openid-client, configured by hand with what a discovery document would contain. */

test("openid-client — token, use, revoke, 401 (code 89)", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const owner = await makeUser(ledger, "owner");
  const application = await makeApplication(ledger, owner);
  const client = clientOf(service.baseUrl, application.consumerKey, application.consumerSecret);

  const granted = await openid.clientCredentialsGrant(client);
  assert.equal(granted.token_type, "bearer");
  assert.equal(granted.expires_in, undefined);
  const resource = new URL(`${service.baseUrl}/1.1/application/rate_limit_status.json`);
  const use = () => openid.fetchProtectedResource(client, granted.access_token, resource, "GET");
  assert.equal((await use()).status, 200);

  // It can only send RFC 7009 with the client's secret, so here the owner revokes with OAuth 1.0a.
  const { token, secret } = await makeAccessToken(ledger, application, owner);
  const url = `${service.baseUrl}/oauth2/invalidate_token?access_token=${granted.access_token}`;
  const revoked = await signedFetch("POST", url, { ...application, token, tokenSecret: secret });
  assert.deepEqual(await revoked.json(), { access_token: granted.access_token });

  const error = await use().catch((problem: unknown) => problem);
  assert.ok(error instanceof openid.WWWAuthenticateChallengeError);
  assert.equal(await requestErrorOf(error.response), "401 (code 89)");
});

test("400 (code 170) — openid-client hears of a grant that is not served as unsupported_grant_type", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const application = await makeApplication(ledger, await makeUser(ledger, "owner"));
  const client = clientOf(service.baseUrl, application.consumerKey, application.consumerSecret);
  await assert.rejects(openid.refreshTokenGrant(client, "any"), (error) => {
    assert.ok(error instanceof openid.ResponseBodyError);
    assert.equal(error.status, 400);
    assert.equal(error.error, "unsupported_grant_type");
    return true;
  });
});

function clientOf(baseUrl: string, clientId: string, secret: string): openid.Configuration {
  const client = new openid.Configuration(
    { issuer: baseUrl, token_endpoint: `${baseUrl}/oauth2/token` },
    clientId,
    undefined,
    openid.ClientSecretBasic(secret),
  );
  openid.allowInsecureRequests(client);
  return client;
}
