import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bearerFor,
  exchange,
  refusalOf,
  requestTokenFor,
  verifyCredentials,
} from "../../test/support/flow.ts";
import { signedIn } from "../../test/support/person.ts";
import { Misuse, type StandIn, startStandIn } from "./stand-in.ts";

const callback = "http://127.0.0.1:8080/callback";

/** A client signs with the keys of an application. */
function clientOf(standIn: StandIn, name?: string) {
  const { id, consumerKey, consumerSecret } = standIn.application(name);
  return { id: id as never, consumerKey, consumerSecret };
}

test("200 — a flow with consent by one call, and the token that it gives", async () => {
  await using standIn = await startStandIn({
    users: [{ screenName: "alice" }, { screenName: "bob" }],
  });
  const client = clientOf(standIn);
  const request = await requestTokenFor(standIn.baseUrl, client, callback);
  const verifier = await standIn.approve(request.token, "bob");
  const exchanged = await exchange(standIn.baseUrl, client, request, verifier);
  const form = new URLSearchParams(await exchanged.text());
  assert.equal(form.get("screen_name"), "bob");
  const access = {
    token: form.get("oauth_token") ?? "",
    secret: form.get("oauth_token_secret") ?? "",
  };
  assert.equal((await verifyCredentials(standIn.baseUrl, client, access)).status, 200);
  assert.deepEqual(
    standIn.requests.map(({ operation, status, fault }) => ({ operation, status, fault })),
    ["oauth/request_token", "oauth/access_token", "account/verify_credentials"].map(
      (operation) => ({ operation, status: 200, fault: false }),
    ),
  );
  assert.equal(await standIn.revoke({ user: "bob" }), true);
  const after = await verifyCredentials(standIn.baseUrl, client, access);
  assert.equal(await refusalOf(after), "401 · 89");
  assert.equal(standIn.requests.at(-1)?.error?.name, "invalidToken");
});

test("an application without callbacks gets a PIN", async () => {
  await using standIn = await startStandIn({ applications: [{ name: "Desktop", callbacks: [] }] });
  const client = clientOf(standIn, "Desktop");
  const request = await requestTokenFor(standIn.baseUrl, client, "oob");
  assert.match(await standIn.approve(request.token), /^\d{7}$/);
});

test("401 · 32 — what a person denied cannot be exchanged, nor answered again", async () => {
  await using standIn = await startStandIn();
  const client = clientOf(standIn);
  const request = await requestTokenFor(standIn.baseUrl, client, callback);
  await standIn.deny(request.token);
  const answer = await exchange(standIn.baseUrl, client, request, "guessed");
  assert.equal(await refusalOf(answer), "401 · 32");
  await assert.rejects(standIn.approve(request.token), Misuse);
});

test("credentials without a flow, and people who sign in on the pages", async () => {
  await using standIn = await startStandIn();
  const client = clientOf(standIn);
  const { token, tokenSecret } = await standIn.issue({ access: "read" });
  const access = { token, secret: tokenSecret };
  assert.equal((await verifyCredentials(standIn.baseUrl, client, access)).status, 200);
  assert.equal(await standIn.bearer(), await bearerFor(standIn.baseUrl, client));
  const { id, screenName, password } = standIn.user("alice");
  await signedIn(standIn.baseUrl, { id: id as never, screenName, password });
  await standIn.suspend();
  const answer = await verifyCredentials(standIn.baseUrl, client, access);
  assert.equal(await refusalOf(answer), "401 · 416");
  await standIn.restore();
  assert.equal((await verifyCredentials(standIn.baseUrl, client, access)).status, 200);
});

test("the same seed gives the same credentials, whatever else was made before; none gives new ones", async () => {
  const both = [{ name: "One" }, { name: "Two" }];
  await using first = await startStandIn({ seed: "fixed", applications: both });
  await using second = await startStandIn({ seed: "fixed", applications: [...both].reverse() });
  await using other = await startStandIn({ applications: both });
  assert.deepEqual(first.application("Two"), second.application("Two"));
  assert.deepEqual(first.user("alice"), second.user("alice"));
  assert.notEqual(first.baseUrl, second.baseUrl);
  assert.notEqual(first.application("Two").consumerKey, other.application("Two").consumerKey);
  assert.deepEqual(await first.issue(), await second.issue({ application: "One" }));
});

test("given keys are used as they are", async () => {
  const keys = { consumerKey: "consumerkeyoftests", consumerSecret: "consumersecretoftests" };
  await using standIn = await startStandIn({ applications: [{ name: "Fixed", ...keys }] });
  await requestTokenFor(standIn.baseUrl, { id: "1" as never, ...keys }, callback);
  await assert.rejects(standIn.addApplication({ name: "Again", ...keys }), Misuse);
  await assert.rejects(standIn.addApplication({ name: "Odd", consumerKey: "with space" }), Misuse);
});

test("401 · 135 — the clock moves, and what expires has expired", async () => {
  await using standIn = await startStandIn();
  const client = clientOf(standIn);
  const request = await requestTokenFor(standIn.baseUrl, client, callback);
  const verifier = await standIn.approve(request.token);
  standIn.clock.advance(16 * 60);
  const late = await exchange(standIn.baseUrl, client, request, verifier);
  assert.equal(await refusalOf(late), "401 · 135");
  standIn.clock.advance(-16 * 60 + 14 * 60);
  standIn.clock.set(new Date());
  const { token, tokenSecret } = await standIn.issue();
  const inTime = await verifyCredentials(standIn.baseUrl, client, { token, secret: tokenSecret });
  assert.equal(inTime.status, 200);
  assert.throws(() => standIn.clock.advance(Number.NaN), TypeError);
});

test("503 · 130 — an ordered error is answered as often as it was ordered, then the operation works", async () => {
  await using standIn = await startStandIn();
  const client = clientOf(standIn);
  standIn.fail({
    operation: "oauth2/token",
    error: "overCapacity",
    times: 2,
    retryAfterSeconds: 3,
  });
  const ask = () =>
    fetch(`${standIn.baseUrl}/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${client.consumerKey}:${client.consumerSecret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
  // It does not affect another operation.
  await requestTokenFor(standIn.baseUrl, client, callback);
  for (let time = 0; time < 2; time += 1) {
    const answer = await ask();
    assert.equal(answer.headers.get("retry-after"), "3");
    assert.equal(await refusalOf(answer), "503 · 130");
  }
  assert.equal((await ask()).status, 200);
  assert.deepEqual(
    standIn.requests.map((one) => one.fault),
    [false, true, true, false],
  );
  standIn.forgetRequests();
  assert.deepEqual(standIn.requests, []);
});

test("a cut connection is no answer, and a delay is one that comes later", async () => {
  await using standIn = await startStandIn();
  standIn.fail({ operation: "oauth2/token", cut: true });
  standIn.fail({ operation: "oauth2/token", delayMs: 1 });
  const ask = () => fetch(`${standIn.baseUrl}/oauth2/token`, { method: "POST" });
  await assert.rejects(ask(), TypeError);
  assert.equal((await ask()).status, 400);
  standIn.fail({ error: "internalError", times: Number.POSITIVE_INFINITY });
  assert.equal(await refusalOf(await ask()), "500 · 131");
  assert.equal(await refusalOf(await ask()), "500 · 131");
  assert.equal((await fetch(`${standIn.baseUrl}/sign-in`)).status, 200);
  standIn.clearFaults();
  assert.equal((await ask()).status, 400);
});

test("what cannot be says so, with what there is", async () => {
  await using standIn = await startStandIn();
  const impossible: [() => unknown, RegExp][] = [
    [() => standIn.fail({ operation: "oauth/tokens", cut: true }), /there are .*oauth2\/token/],
    [() => standIn.fail({ error: "teapot" as never }), /overCapacity/],
    [() => standIn.fail({}), /needs an error/],
    [() => standIn.fail({ cut: true, error: "overCapacity" }), /not both/],
    [() => standIn.fail({ cut: true, times: 0 }), /above zero/],
    [() => standIn.fail({ delayMs: -1 }), /milliseconds/],
    [() => standIn.fail({ cut: true, times: 1.5 }), /^times must be .*, or Infinity for all/],
    [() => standIn.fail({ error: "overcapacity" as never }), /\(did you mean overCapacity\?\)/],
    [() => standIn.fail({ delay: 5 } as never), /^the fault: there is no member delay; there are/],
    [() => standIn.user("mallory"), /there are alice/],
    [() => standIn.application("Nobody's"), /Test application/],
  ];
  for (const [attempt, expected] of impossible) {
    assert.throws(attempt, (error) => error instanceof Misuse && expected.test(error.message));
  }
  const misspelled: [() => Promise<unknown>, RegExp][] = [
    [
      () => startStandIn({ users: [{ screen_name: "bob" }] as never }),
      /^users\[0\]: there is no member screen_name \(did you mean screenName\?\); there are screenName, name, /,
    ],
    [
      () => startStandIn({ user: [] } as never),
      /^the options: there is no member user \(did you mean users\?\); there are users, /,
    ],
    [() => startStandIn(null as never), /^the options must be an object$/],
    [() => startStandIn({ users: {} as never }), /^users must be a list of users$/],
    [() => startStandIn({ users: [{} as never] }), /^users\[0\]\.screenName is missing$/],
    [() => startStandIn({ users: [{ screenName: "no spaces" }] }), /^users\[0\]: .*letters/],
    [() => startStandIn({ seed: 5 as never }), /^seed must be a text$/],
    [() => startStandIn({ port: 70_000 }), /^port must be a whole number from 0 to 65535$/],
    [
      () => startStandIn({ settings: { LOG_LEVEL: 5 as never } }),
      /^settings\.LOG_LEVEL must be a text/,
    ],
    [
      () => standIn.addUser({ screenName: "bob", admin: true } as never),
      /^the user: .* admin; there/,
    ],
    [() => standIn.addApplication("Weather" as never), /^the application must be an object$/],
    [
      () => standIn.issue({ access: "admin" as never }),
      /^access: there is no admin; there are read, write$/,
    ],
    [() => standIn.revoke({ users: "alice" } as never), /\(did you mean user\?\)/],
    [() => standIn.approve({ token: "x" } as never), /^requestToken must be a text$/],
    [() => standIn.deny(undefined as never), /^requestToken is missing$/],
  ];
  for (const [attempt, expected] of misspelled) {
    await assert.rejects(attempt, { name: "Misuse", message: expected });
  }
  assert.equal(standIn.users.length, 1);
  assert.throws(() => standIn.clock.set("2030-01-01" as never), /valid Date/);
  assert.throws(() => standIn.clock.advance("60" as never), TypeError);
  await assert.rejects(standIn.addUser({ screenName: "alice" }), /already/);
  await assert.rejects(standIn.addUser({ screenName: "no spaces" }), /letters/);
  await assert.rejects(standIn.addApplication({ name: "Bad", callbacks: ["nowhere"] }), Misuse);
  await assert.rejects(standIn.approve("unknown"), /no such request token/);
  await assert.rejects(startStandIn({ settings: { HOST: "0.0.0.0" } }), /HOST cannot be set/);
  await assert.rejects(startStandIn({ settings: { RATE_LIMIT: "off" } }), /no such variable/);
});

test("429 · 88 — limits are the service's own once they are set", async () => {
  await using standIn = await startStandIn({ settings: { RATE_LIMITS: "oauth/request_token=1" } });
  const client = clientOf(standIn);
  await requestTokenFor(standIn.baseUrl, client, callback);
  await assert.rejects(requestTokenFor(standIn.baseUrl, client, callback), /^Error: 429/);
});
