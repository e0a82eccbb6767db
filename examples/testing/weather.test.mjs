// Tests of an application against a stand-in, with node:test: `node --test examples/testing`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startStandIn } from "countersign/testing";

let standIn;
before(async () => {
  standIn = await startStandIn({
    users: [{ screenName: "alice" }, { screenName: "bob" }],
    applications: [{ name: "Weather", callbacks: ["http://127.0.0.1/callback"] }],
  });
});
after(() => standIn.stop());

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
  standIn.fail({
    operation: "oauth2/token",
    error: "overCapacity",
    times: 2,
    retryAfterSeconds: 7,
  });
  const waits = [];
  const application = standIn.application("Weather");
  const token = await bearerToken(standIn.baseUrl, application, (seconds) => waits.push(seconds));
  assert.deepEqual(waits, [7, 7]);
  assert.equal(token, await standIn.bearer("Weather"));
  const statuses = standIn.requests.map(({ status }) => status);
  assert.deepEqual(statuses, [503, 503, 200]);
});

test("a bearer token that was refused is a token that is gone", async () => {
  const token = await standIn.bearer("Weather");
  await standIn.suspend("Weather");
  const response = await fetch(`${standIn.baseUrl}/1.1/application/rate_limit_status.json`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 401);
  await standIn.restore("Weather");
});
