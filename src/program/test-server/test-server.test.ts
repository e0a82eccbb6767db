import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bearerFor,
  exchange,
  requestErrorOf,
  requestTokenFor,
  verifyCredentials,
} from "../../../test/support/flow.ts";
import { signedIn } from "../../../test/support/visitor.ts";
import { startTestServer, type TestServer, UsageError } from "./test-server.ts";

const callback = "http://127.0.0.1:8080/callback";

/** A client signs with the keys of an application. */
function clientOf(testServer: TestServer, name?: string) {
  const { id, consumerKey, consumerSecret } = testServer.application(name);
  return { id: id as never, consumerKey, consumerSecret };
}

test("200 — a flow with consent by one call, and the token that it gives", async () => {
  await using testServer = await startTestServer({
    users: [{ screenName: "alice" }, { screenName: "bob" }],
  });
  const client = clientOf(testServer);
  const request = await requestTokenFor(testServer.baseUrl, client, callback);
  const verifier = await testServer.approve(request.token, "bob");
  const exchanged = await exchange(testServer.baseUrl, client, request, verifier);
  const form = new URLSearchParams(await exchanged.text());
  assert.equal(form.get("screen_name"), "bob");
  const access = {
    token: form.get("oauth_token") ?? "",
    secret: form.get("oauth_token_secret") ?? "",
  };
  assert.equal((await verifyCredentials(testServer.baseUrl, client, access)).status, 200);
  assert.deepEqual(
    testServer.requests.map(({ operation, status, fault }) => ({ operation, status, fault })),
    ["oauth/request_token", "oauth/access_token", "account/verify_credentials"].map(
      (operation) => ({ operation, status: 200, fault: false }),
    ),
  );
  assert.equal(await testServer.revoke({ user: "bob" }), true);
  const after = await verifyCredentials(testServer.baseUrl, client, access);
  assert.equal(await requestErrorOf(after), "401 (code 89)");
  assert.equal(testServer.requests.at(-1)?.error?.name, "invalidToken");
});

test("an application without callbacks gets a PIN", async () => {
  await using testServer = await startTestServer({
    applications: [{ name: "Desktop", callbacks: [] }],
  });
  const client = clientOf(testServer, "Desktop");
  const request = await requestTokenFor(testServer.baseUrl, client, "oob");
  assert.match(await testServer.approve(request.token), /^\d{7}$/);
});

test("401 (code 32) — what a user denied cannot be exchanged, nor answered again", async () => {
  await using testServer = await startTestServer();
  const client = clientOf(testServer);
  const request = await requestTokenFor(testServer.baseUrl, client, callback);
  await testServer.deny(request.token);
  const response = await exchange(testServer.baseUrl, client, request, "guessed");
  assert.equal(await requestErrorOf(response), "401 (code 32)");
  await assert.rejects(testServer.approve(request.token), UsageError);
});

test("credentials without a flow, and users who sign in on the pages", async () => {
  await using testServer = await startTestServer();
  const client = clientOf(testServer);
  const { token, tokenSecret } = await testServer.issue({ access: "read" });
  const access = { token, secret: tokenSecret };
  assert.equal((await verifyCredentials(testServer.baseUrl, client, access)).status, 200);
  assert.equal(await testServer.bearer(), await bearerFor(testServer.baseUrl, client));
  const { id, screenName, password } = testServer.user("alice");
  await signedIn(testServer.baseUrl, { id: id as never, screenName, password });
  await testServer.suspend();
  const response = await verifyCredentials(testServer.baseUrl, client, access);
  assert.equal(await requestErrorOf(response), "401 (code 416)");
  await testServer.restore();
  assert.equal((await verifyCredentials(testServer.baseUrl, client, access)).status, 200);
});

test("the same seed gives the same credentials, whatever else was made before; none gives new ones", async () => {
  const both = [{ name: "One" }, { name: "Two" }];
  await using first = await startTestServer({ seed: "fixed", applications: both });
  await using second = await startTestServer({ seed: "fixed", applications: [...both].reverse() });
  await using other = await startTestServer({ applications: both });
  assert.deepEqual(first.application("Two"), second.application("Two"));
  assert.deepEqual(first.user("alice"), second.user("alice"));
  assert.notEqual(first.baseUrl, second.baseUrl);
  assert.notEqual(first.application("Two").consumerKey, other.application("Two").consumerKey);
  assert.deepEqual(await first.issue(), await second.issue({ application: "One" }));
});

test("given keys are used as they are", async () => {
  const keys = { consumerKey: "consumerkeyoftests", consumerSecret: "consumersecretoftests" };
  await using testServer = await startTestServer({ applications: [{ name: "Fixed", ...keys }] });
  await requestTokenFor(testServer.baseUrl, { id: "1" as never, ...keys }, callback);
  await assert.rejects(testServer.addApplication({ name: "Again", ...keys }), UsageError);
  await assert.rejects(
    testServer.addApplication({ name: "Odd", consumerKey: "with space" }),
    UsageError,
  );
});

test("401 (code 135) — the clock moves, and what expires has expired", async () => {
  await using testServer = await startTestServer();
  const client = clientOf(testServer);
  const request = await requestTokenFor(testServer.baseUrl, client, callback);
  const verifier = await testServer.approve(request.token);
  testServer.clock.advance(16 * 60);
  const late = await exchange(testServer.baseUrl, client, request, verifier);
  assert.equal(await requestErrorOf(late), "401 (code 135)");
  testServer.clock.advance(-16 * 60 + 14 * 60);
  testServer.clock.set(new Date());
  const { token, tokenSecret } = await testServer.issue();
  const inTime = await verifyCredentials(testServer.baseUrl, client, {
    token,
    secret: tokenSecret,
  });
  assert.equal(inTime.status, 200);
  assert.throws(() => testServer.clock.advance(Number.NaN), TypeError);
});

test("503 (code 130) — an ordered error is returned as often as it was ordered, then the operation works", async () => {
  await using testServer = await startTestServer();
  const client = clientOf(testServer);
  testServer.fail({
    operation: "oauth2/token",
    error: "overCapacity",
    times: 2,
    retryAfterSeconds: 3,
  });
  const ask = () =>
    fetch(`${testServer.baseUrl}/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${client.consumerKey}:${client.consumerSecret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
  // It does not affect another operation.
  await requestTokenFor(testServer.baseUrl, client, callback);
  for (let time = 0; time < 2; time += 1) {
    const response = await ask();
    assert.equal(response.headers.get("retry-after"), "3");
    assert.equal(await requestErrorOf(response), "503 (code 130)");
  }
  assert.equal((await ask()).status, 200);
  assert.deepEqual(
    testServer.requests.map((one) => one.fault),
    [false, true, true, false],
  );
  testServer.forgetRequests();
  assert.deepEqual(testServer.requests, []);
});

test("a cut connection is no response, and a delay is one that comes later", async () => {
  await using testServer = await startTestServer();
  testServer.fail({ operation: "oauth2/token", cut: true });
  testServer.fail({ operation: "oauth2/token", delayMs: 1 });
  const ask = () => fetch(`${testServer.baseUrl}/oauth2/token`, { method: "POST" });
  await assert.rejects(ask(), TypeError);
  assert.equal((await ask()).status, 400);
  testServer.fail({ error: "internalError", times: Number.POSITIVE_INFINITY });
  assert.equal(await requestErrorOf(await ask()), "500 (code 131)");
  assert.equal(await requestErrorOf(await ask()), "500 (code 131)");
  assert.equal((await fetch(`${testServer.baseUrl}/sign-in`)).status, 200);
  testServer.clearFaults();
  assert.equal((await ask()).status, 400);
});

test("what cannot be says so, with what there is", async () => {
  await using testServer = await startTestServer();
  const impossible: [() => unknown, RegExp][] = [
    [() => testServer.fail({ operation: "oauth/tokens", cut: true }), /there are .*oauth2\/token/],
    [() => testServer.fail({ error: "teapot" as never }), /overCapacity/],
    [() => testServer.fail({}), /needs an error/],
    [() => testServer.fail({ cut: true, error: "overCapacity" }), /not both/],
    [() => testServer.fail({ cut: true, times: 0 }), /above zero/],
    [() => testServer.fail({ delayMs: -1 }), /milliseconds/],
    [() => testServer.fail({ cut: true, times: 1.5 }), /^times must be .*, or Infinity for all/],
    [() => testServer.fail({ error: "overcapacity" as never }), /\(did you mean overCapacity\?\)/],
    [
      () => testServer.fail({ delay: 5 } as never),
      /^the fault: there is no member delay; there are/,
    ],
    [() => testServer.user("mallory"), /there are alice/],
    [() => testServer.application("Nobody's"), /Test application/],
  ];
  for (const [attempt, expected] of impossible) {
    assert.throws(attempt, (error) => error instanceof UsageError && expected.test(error.message));
  }
  const misspelled: [() => Promise<unknown>, RegExp][] = [
    [
      () => startTestServer({ users: [{ screen_name: "bob" }] as never }),
      /^users\[0\]: there is no member screen_name \(did you mean screenName\?\); there are screenName, name, /,
    ],
    [
      () => startTestServer({ user: [] } as never),
      /^the options: there is no member user \(did you mean users\?\); there are users, /,
    ],
    [() => startTestServer(null as never), /^the options must be an object$/],
    [() => startTestServer({ users: {} as never }), /^users must be a list of users$/],
    [() => startTestServer({ users: [{} as never] }), /^users\[0\]\.screenName is missing$/],
    [() => startTestServer({ users: [{ screenName: "no spaces" }] }), /^users\[0\]: .*letters/],
    [() => startTestServer({ seed: 5 as never }), /^seed must be a text$/],
    [() => startTestServer({ port: 70_000 }), /^port must be a whole number from 0 to 65535$/],
    [
      () => startTestServer({ settings: { LOG_LEVEL: 5 as never } }),
      /^settings\.LOG_LEVEL must be a text/,
    ],
    [
      () => testServer.addUser({ screenName: "bob", moderator: true } as never),
      /^the user: .* moderator; there/,
    ],
    [() => testServer.addApplication("Weather" as never), /^the application must be an object$/],
    [
      () => testServer.issue({ access: "admin" as never }),
      /^access: there is no admin; there are read, write$/,
    ],
    [() => testServer.revoke({ users: "alice" } as never), /\(did you mean user\?\)/],
    [() => testServer.approve({ token: "x" } as never), /^requestToken must be a text$/],
    [() => testServer.deny(undefined as never), /^requestToken is missing$/],
  ];
  for (const [attempt, expected] of misspelled) {
    await assert.rejects(attempt, { name: "UsageError", message: expected });
  }
  assert.equal(testServer.users.length, 1);
  assert.throws(() => testServer.clock.set("2030-01-01" as never), /valid Date/);
  assert.throws(() => testServer.clock.advance("60" as never), TypeError);
  await assert.rejects(testServer.addUser({ screenName: "alice" }), /already/);
  await assert.rejects(testServer.addUser({ screenName: "no spaces" }), /letters/);
  await assert.rejects(
    testServer.addApplication({ name: "Bad", callbacks: ["nowhere"] }),
    UsageError,
  );
  await assert.rejects(testServer.approve("unknown"), /unknown request token/);
  await assert.rejects(startTestServer({ settings: { HOST: "0.0.0.0" } }), /HOST cannot be set/);
  await assert.rejects(startTestServer({ settings: { RATE_LIMIT: "off" } }), /unknown setting/);
});

test("429 (code 88) — limits are the service's own once they are set", async () => {
  await using testServer = await startTestServer({
    settings: { RATE_LIMITS: "oauth/request_token=1" },
  });
  const client = clientOf(testServer);
  await requestTokenFor(testServer.baseUrl, client, callback);
  await assert.rejects(requestTokenFor(testServer.baseUrl, client, callback), /^Error: 429/);
});
