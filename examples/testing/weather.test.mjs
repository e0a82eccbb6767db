// Tests of an application against a test server, with node:test: `node --test examples/testing`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestServer } from "countersign/testing";

let testServer;
before(async () => {
  testServer = await startTestServer({
    users: [{ screenName: "alice" }, { screenName: "bob" }],
    applications: [{ name: "Weather", callbacks: ["http://127.0.0.1/callback"] }],
  });
});
after(() => testServer.stop());

// The application under test: it asks for the bearer token, and tries again when the service is busy.
async function bearerToken(baseUrl, { consumerKey, consumerSecret }, wait) {
  const response = await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  if (response.status === 503) {
    await wait(Number(response.headers.get("retry-after")));
    return bearerToken(baseUrl, { consumerKey, consumerSecret }, wait);
  }
  return (await response.json()).access_token;
}

test("the application waits as long as it is told, and asks again", async () => {
  testServer.fail({
    operation: "oauth2/token",
    error: "overCapacity",
    times: 2,
    retryAfterSeconds: 7,
  });
  const waits = [];
  const application = testServer.application("Weather");
  const token = await bearerToken(testServer.baseUrl, application, (seconds) =>
    waits.push(seconds),
  );
  assert.deepEqual(waits, [7, 7]);
  assert.equal(token, await testServer.bearer("Weather"));
  const statuses = testServer.requests.map(({ status }) => status);
  assert.deepEqual(statuses, [503, 503, 200]);
});

test("a bearer token that was rejected is a token that is gone", async () => {
  const token = await testServer.bearer("Weather");
  await testServer.suspend("Weather");
  const response = await fetch(`${testServer.baseUrl}/1.1/application/rate_limit_status.json`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 401);
  await testServer.restore("Weather");
});
