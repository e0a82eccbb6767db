import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import {
  exchange,
  requestErrorOf,
  requestTokenFor,
  verifyCredentials,
} from "../../../test/support/flow.ts";
import { type Control, startControl } from "./control.ts";
import { startTestServer } from "./test-server.ts";

const callback = "http://127.0.0.1:8080/callback";

async function started() {
  await using resources = new AsyncDisposableStack();
  const testServer = resources.use(await startTestServer());
  const control = resources.use(await startControl(testServer, 0));
  const closing = resources.move();
  return { testServer, control, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

async function ask(control: Control, step: string, body?: object) {
  const [method = "", path = ""] = step.split(" ");
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(control.url + path, init);
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

test("a test in another language drives a whole flow", async () => {
  await using all = await started();
  const { control, testServer } = all;
  await ask(control, "POST /users", { screen_name: "bob" });
  const { body } = await ask(control, "POST /applications", { name: "Weather", access: "read" });
  const { id, consumer_key: consumerKey, consumer_secret: consumerSecret } = body as never;
  const client = { id, consumerKey, consumerSecret };
  const token = await requestTokenFor(testServer.baseUrl, client, callback);
  const approval = { request_token: token.token, user: "bob" };
  const { body: approved } = await ask(control, "POST /approve", approval);
  const response = await exchange(testServer.baseUrl, client, token, approved["oauth_verifier"]);
  assert.match(await response.text(), /screen_name=bob/);
  assert.equal((await ask(control, "POST /approve", approval)).status, 400);

  const grant = { application: "Weather", user: "bob" };
  const { body: issued } = await ask(control, "POST /issue", { ...grant, access: "read" });
  const access = { token: issued["oauth_token"] ?? "", secret: issued["oauth_token_secret"] ?? "" };
  assert.equal((await verifyCredentials(testServer.baseUrl, client, access)).status, 200);
  assert.deepEqual((await ask(control, "POST /revoke", grant)).body, { revoked: true });
  const rejected = await verifyCredentials(testServer.baseUrl, client, access);
  assert.equal(await requestErrorOf(rejected), "401 (code 89)");
  const { body: asked } = await ask(control, "GET /requests");
  const last = (asked as unknown as { requests: { error: { name: string } }[] }).requests.at(-1);
  assert.equal(last?.error.name, "invalidToken");
  await ask(control, "DELETE /requests");
  assert.deepEqual((await ask(control, "GET /requests")).body, { requests: [] });
});

test("bearer tokens, suspension, the clock and faults", async () => {
  await using all = await started();
  const { control, testServer } = all;
  const { body } = await ask(control, "POST /bearer");
  const use = () =>
    fetch(`${testServer.baseUrl}/1.1/application/rate_limit_status.json`, {
      headers: { authorization: `Bearer ${body["access_token"]}` },
    });
  assert.equal((await use()).status, 200);
  await ask(control, "POST /suspend");
  assert.equal(await requestErrorOf(await use()), "401 (code 416)");
  await ask(control, "POST /restore");
  await ask(control, "POST /faults", { error: "overCapacity", times: -1 });
  assert.equal(await requestErrorOf(await use()), "503 (code 130)");
  assert.equal(await requestErrorOf(await use()), "503 (code 130)");
  await ask(control, "DELETE /faults");
  assert.equal((await use()).status, 200);
  const { body: moved } = await ask(control, "POST /clock", { set: "2030-01-01T00:00:00Z" });
  assert.match(moved["now"] ?? "", /^2030-01-01T00:00:0/);
  assert.match(String(new Date(testServer.clock.now()).getUTCFullYear()), /2030/);
  const { body: state } = await ask(control, "GET /");
  assert.equal(state["base_url"], testServer.baseUrl);
});

test("400 — what cannot be is named, and nothing has changed", async () => {
  await using all = await started();
  const wrong: [string, object, RegExp][] = [
    ["POST /users", {}, /screen_name is missing/],
    ["POST /users", [], /^the body must be an object$/],
    ["POST /users", { screen_name: 5 }, /^screen_name must be a text$/],
    [
      "POST /users",
      { screenName: "bob" },
      /^the body: there is no member screenName \(did you mean screen_name\?\); there are screen_name, name,/,
    ],
    [
      "POST /applications",
      { name: "A", access: "admin" },
      /^access: there is no admin; there are read, write$/,
    ],
    ["POST /applications", { name: "A", sign_in: 1 }, /^sign_in must be true or false$/],
    ["POST /applications", { name: "A", callbacks: "http://a.example" }, /list of texts/],
    ["POST /applications", { name: "A", callbacks: [1] }, /^callbacks\[0\] must be a text$/],
    ["POST /approve", {}, /^request_token is missing$/],
    ["POST /approve", { request_token: "unknown" }, /unknown request token/],
    ["POST /faults", { error: "teapot" }, /overCapacity/],
    ["POST /faults", { operation: "oauth2/tokens", cut: true }, /\(did you mean oauth2\/token\?\)/],
    [
      "POST /faults",
      { cut: true, times: 0 },
      /^times must be .* above zero, or -1 for all requests/,
    ],
    ["POST /faults", { cut: true, times: -2 }, /^times must be .* or -1 for all requests$/],
    [
      "POST /faults",
      { cut: true, retry_after_seconds: -1 },
      /^retry_after_seconds must be a whole/,
    ],
    ["POST /faults", { delay_ms: -1 }, /^delay_ms must be a number of milliseconds/],
    ["POST /faults", {}, /^a fault needs an error, a delay, or a cut$/],
    ["POST /suspend", { app: "A" }, /there is no member app; there are application$/],
    ["POST /clock", { set: "tomorrow" }, /valid Date/],
    ["POST /issue", { user: "mallory" }, /there are alice/],
  ];
  for (const [step, body, expected] of wrong) {
    const response = await ask(all.control, step, body);
    assert.equal(response.status, 400, step);
    assert.match(response.body["error"] ?? "", expected);
  }
  assert.equal(all.testServer.applications.length, 1);
  const unknown = await ask(all.control, "PUT /users", {});
  assert.equal(unknown.status, 404);
  const large = await fetch(`${all.control.url}/users`, {
    method: "POST",
    body: "x".repeat(70_000),
  });
  assert.match(await large.text(), /64 KB/);
});

test("403 — no page in a browser reaches the controls, nor a name that was made to point here", async () => {
  await using all = await started();
  for (const headers of [
    { origin: "http://attacker.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { host: "attacker.example" },
  ]) {
    const status = await new Promise((resolve, reject) => {
      request(`${all.control.url}/bearer`, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
    assert.equal(status, 403, JSON.stringify(headers));
  }
});
