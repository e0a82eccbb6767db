import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  ClientSecretBasic,
  clientCredentialsGrantRequest,
  processClientCredentialsResponse,
  protectedResourceRequest,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import { requestErrorOf } from "../support/flow.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";

/** https://www.npmjs.com/package/oauth4webapi. Only plain http on loopback has to be allowed explicitly. */
const onLoopback = { [allowInsecureRequests]: true };

test("oauth4webapi — token, use, revoke, 401 (code 89)", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const owner = await makeUser(ledger, "owner");
  const application = await makeApplication(ledger, owner);
  const server = serverAt(service.baseUrl);

  const bearer = await tokenFor(server, application.consumerKey, application.consumerSecret);
  assert.equal(await tokenFor(server, application.consumerKey, application.consumerSecret), bearer);
  const resource = new URL(`${service.baseUrl}/1.1/application/rate_limit_status.json`);
  const use = () =>
    protectedResourceRequest(bearer, "GET", resource, undefined, undefined, onLoopback);
  assert.equal((await use()).status, 200);

  // It can only send RFC 7009 with the client's secret, so here the owner revokes with OAuth 1.0a.
  const { token, secret } = await makeAccessToken(ledger, application, owner);
  const url = `${service.baseUrl}/oauth2/invalidate_token?access_token=${bearer}`;
  const revoked = await signedFetch("POST", url, { ...application, token, tokenSecret: secret });
  assert.deepEqual(await revoked.json(), { access_token: bearer });

  const error = await use().catch((problem: unknown) => problem);
  assert.ok(error instanceof WWWAuthenticateChallengeError);
  assert.equal(error.cause[0]?.scheme, "bearer");
  assert.equal(error.cause[0]?.parameters.error, "invalid_token");
  assert.equal(await requestErrorOf(error.response), "401 (code 89)");

  assert.notEqual(
    await tokenFor(server, application.consumerKey, application.consumerSecret),
    bearer,
  );
});

test("401 (code 32) — oauth4webapi hears of a wrong secret by the challenge", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const application = await makeApplication(ledger, await makeUser(ledger, "owner"));
  const asked = tokenFor(serverAt(service.baseUrl), application.consumerKey, "wrong");
  const error = await asked.catch((problem: unknown) => problem);
  assert.ok(error instanceof WWWAuthenticateChallengeError);
  assert.equal(error.cause[0]?.scheme, "basic");
  assert.equal(await requestErrorOf(error.response), "401 (code 32)");
});

function serverAt(baseUrl: string): AuthorizationServer {
  return { issuer: baseUrl, token_endpoint: `${baseUrl}/oauth2/token` };
}

async function tokenFor(
  server: AuthorizationServer,
  client_id: string,
  secret: string,
): Promise<string> {
  const client: Client = { client_id };
  const response = await clientCredentialsGrantRequest(
    server,
    client,
    ClientSecretBasic(secret),
    new URLSearchParams(),
    onLoopback,
  );
  const { access_token, token_type } = await processClientCredentialsResponse(
    server,
    client,
    response,
  );
  assert.equal(token_type, "bearer");
  return access_token;
}
