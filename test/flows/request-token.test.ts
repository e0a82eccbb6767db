import assert from "node:assert/strict";
import { test } from "node:test";
import { requestTokenLifeMs } from "../../src/domain/request-token.ts";
import { approvalOf, exchange, requestErrorOf, requestTokenFor } from "../support/flow.ts";
import { makeAccessToken, makeApplication } from "../support/service.ts";
import { authorizationHeader, signedFetch, signedPairs } from "../support/signing.ts";
import { errorOf, secondsOf, startWorld } from "../support/world.ts";

const callback = "https://weather.example/callback";
const path = "/oauth/request_token";

// interface §2.1, §2.3
test("200 — a request token: three fields in order, a form that no one has to decode", async () => {
  await using world = await startWorld();
  const response = await world.signed("POST", path, { oauth: { oauth_callback: callback } });
  assert.equal(response.status, 200);
  assert.equal(
    response.headers.get("content-type"),
    "application/x-www-form-urlencoded; charset=utf-8",
  );
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.match(
    await response.text(),
    /^oauth_token=[A-Za-z0-9]{27}&oauth_token_secret=[A-Za-z0-9]{32}&oauth_callback_confirmed=true$/,
  );
});

test("200 — one request makes one request token", async () => {
  await using world = await startWorld();
  await requestTokenFor(world.baseUrl, world.application);
  const expired = world.clock.now + requestTokenLifeMs;
  assert.equal(await world.ledger.sweep({ now: expired, most: 10 }), 1);
});

// interface §2.2, §2.5, §11.1
test("200 — the parameters in the header, the query, the form, and mixed; by GET too", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const url = baseUrl + path;
  const all = signedPairs("POST", url, application, [], { oauth_callback: callback });
  const post = (headers: Record<string, string>, body: string | null, query = "") =>
    fetch(url + query, { method: "POST", headers, body });
  const form = "application/x-www-form-urlencoded";

  const inQuery = await post({}, null, `?${new URLSearchParams(all)}`);
  assert.equal(inQuery.status, 200);
  const again = signedPairs("POST", url, application, [], { oauth_callback: callback });
  const inForm = await post({ "content-type": form }, String(new URLSearchParams(again)));
  assert.equal(inForm.status, 200);

  // Protocol parameters in the header, the callback in the form, the operation's own in the query.
  const mixed = signedPairs("POST", url, application, [
    ["oauth_callback", callback],
    ["x_auth_access_type", "read"],
  ]);
  const inThree = await post(
    { authorization: authorizationHeader(mixed), "content-type": `${form}; charset=UTF-8` },
    String(new URLSearchParams({ oauth_callback: callback })),
    "?x_auth_access_type=read",
  );
  assert.equal(inThree.status, 200);

  const byGet = await world.signed("GET", path, { oauth: { oauth_callback: callback } });
  assert.equal(byGet.status, 200);
});

// interface §11.2
test("200 — an equal oauth_ pair in two places counts once and is signed once", async () => {
  await using world = await startWorld();
  const url = `${world.baseUrl}${path}`;
  const pairs = signedPairs("POST", url, world.application, [], { oauth_callback: callback });
  const response = await fetch(`${url}?${new URLSearchParams({ oauth_callback: callback })}`, {
    method: "POST",
    headers: { authorization: authorizationHeader(pairs) },
  });
  assert.equal(response.status, 200);
});

// interface §11.5, §11.6
test("200 — what clients in the wild send around a request", async () => {
  await using world = await startWorld();
  const oauth = { oauth_callback: callback };
  for (const headers of [
    { "content-type": "application/json" },
    { "content-type": "application/x-www-form-urlencoded", "content-length": "0" },
    { "content-type": "application/octet-stream" },
  ]) {
    const response = await world.signed("POST", path, { oauth, headers });
    assert.equal(response.status, 200, JSON.stringify(headers));
  }
  for (const version of [undefined, "1.0", "1.0A"]) {
    const response = await world.signed("POST", path, {
      oauth: { ...oauth, oauth_version: version },
    });
    assert.equal(response.status, 200, `oauth_version ${version}`);
  }
  for (const nonce of ["1", "-42", "a+/=", "x".repeat(128), "a_b-c.d"]) {
    const response = await world.signed("POST", path, { oauth: { ...oauth, oauth_nonce: nonce } });
    assert.equal(response.status, 200, `oauth_nonce ${nonce}`);
  }
});

// interface §2.4, §2.13, §2.14, §11.4, §11.5, §11.6
test("400 (code 215) — what is no signed request, each with its cause", async () => {
  await using world = await startWorld();
  const rejected: [Record<string, string | undefined>, RegExp][] = [
    [{ oauth_callback: undefined }, /oauth_callback/],
    [{ oauth_callback: "" }, /oauth_callback/],
    [{ oauth_consumer_key: undefined }, /oauth_consumer_key/],
    [{ oauth_consumer_key: "" }, /oauth_consumer_key/],
    [{ oauth_nonce: undefined }, /oauth_nonce/],
    [{ oauth_nonce: "" }, /oauth_nonce/],
    [{ oauth_nonce: "é" }, /oauth_nonce/],
    [{ oauth_nonce: "tab\t" }, /oauth_nonce/],
    [{ oauth_nonce: "x".repeat(129) }, /oauth_nonce/],
    [{ oauth_timestamp: undefined }, /oauth_timestamp/],
    [{ oauth_timestamp: "soon" }, /oauth_timestamp/],
    [{ oauth_timestamp: "-1" }, /oauth_timestamp/],
    [{ oauth_timestamp: "1.5" }, /oauth_timestamp/],
    [{ oauth_signature_method: "PLAINTEXT" }, /HMAC-SHA1/],
    [{ oauth_signature_method: "HMAC-SHA256" }, /HMAC-SHA1/],
    [{ oauth_signature_method: undefined }, /oauth_signature_method/],
    [{ oauth_version: "2.0" }, /oauth_version/],
    [{ svc_auth_access_type: "admin" }, /svc_auth_access_type/],
    [{ svc_auth_access_type: "" }, /svc_auth_access_type/],
    [{ svc_auth_access_type: "read", x_auth_access_type: "write" }, /differ/],
  ];
  for (const [change, cause] of rejected) {
    const response = await world.signed("POST", path, {
      oauth: { oauth_callback: callback, ...change },
    });
    const { status, code, message } = await errorOf(response);
    assert.equal(`${status} (code ${code})`, "400 (code 215)", JSON.stringify(change));
    assert.match(message, /^Bad Authentication data/);
    assert.match(message, cause);
  }
  const unsigned = await fetch(world.baseUrl + path, { method: "POST" });
  assert.equal(await requestErrorOf(unsigned), "400 (code 215)");
  const noSignature = await fetch(
    `${world.baseUrl}${path}?oauth_consumer_key=k&oauth_nonce=n&oauth_timestamp=1`,
    { method: "POST" },
  );
  assert.equal(await requestErrorOf(noSignature), "400 (code 215)");
});

// interface §11.8, §11.20
test("401 (code 32) — a wrong secret, an altered request, another method, path or host", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const url = baseUrl + path;
  const good = signedPairs("POST", url, application, [], { oauth_callback: callback });
  const send = (pairs: [string, string][], to = url, method = "POST") =>
    fetch(to, { method, headers: { authorization: authorizationHeader(pairs) } });
  const wrongSecret = { ...application, consumerSecret: "x".repeat(50) };
  const altered = good.map(([name, value]): [string, string] =>
    name === "oauth_callback" ? [name, `${callback}?x=1`] : [name, value],
  );
  const responses = [
    await send(signedPairs("POST", url, wrongSecret, [], { oauth_callback: callback })),
    await send(altered),
    await send(good, `${url}?added=1`),
    await send(good, url, "GET"),
    await send(
      signedPairs("POST", `http://elsewhere.example${path}`, application, [], {
        oauth_callback: callback,
      }),
    ),
  ];
  for (const response of responses) {
    assert.equal(response.headers.get("www-authenticate"), `OAuth realm="${baseUrl}"`);
    assert.equal(await requestErrorOf(response), "401 (code 32)");
  }
  assert.equal((await send(good)).status, 200);
});

// interface §11.7
test("401 (code 135) — the message states the server's time", async () => {
  await using world = await startWorld();
  const now = Math.floor(world.clock.now / 1000);
  const wrong = [now - 301, now + 301, now - 86_400, 0, "1".repeat(16), "9".repeat(5000)];
  // In milliseconds, in nanoseconds, and padded: no clock has a time of more than fifteen digits.
  for (const timestamp of [...wrong, now * 1000, `${now}000000000`, `000000${now}`].map(String)) {
    const response = await world.signed("POST", path, {
      oauth: { oauth_callback: callback, oauth_timestamp: timestamp },
    });
    const { status, code, message } = await errorOf(response);
    assert.equal(`${status} (code ${code})`, "401 (code 135)");
    assert.match(message, new RegExp(`^Timestamp out of bounds.*${now}`));
  }
});

// interface §2.8
test("403 (code 415) — the message names the callback that was rejected", async () => {
  await using world = await startWorld();
  const sent = "https://weather.example/other";
  const response = await world.signed("POST", path, { oauth: { oauth_callback: sent } });
  const { status, code, message } = await errorOf(response);
  assert.equal(`${status} (code ${code})`, "403 (code 415)");
  assert.ok(message.includes(sent));
});

// interface §2.6, §2.7
test("401 (code 417) — a desktop application with a callback; oob is fine", async () => {
  await using world = await startWorld({}, { callbacks: [] });
  const rejected = await world.signed("POST", path, { oauth: { oauth_callback: callback } });
  assert.equal(await requestErrorOf(rejected), "401 (code 417)");
  const oob = await world.signed("POST", path, { oauth: { oauth_callback: "oob" } });
  assert.equal(oob.status, 200);
});

// interface §2.12, §2.13, §2.14
test("access levels — the parameter and its alias lower it; 403 (code 261) above the registered one", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice } = world;
  const writer = await makeApplication(ledger, alice, { access: "write" });
  const levels: [Record<string, string>, string][] = [
    [{}, "write"],
    [{ svc_auth_access_type: "read" }, "read"],
    [{ x_auth_access_type: "read" }, "read"],
    [{ svc_auth_access_type: "read", x_auth_access_type: "read" }, "read"],
    [{ svc_auth_access_type: "write" }, "write"],
  ];
  for (const [more, level] of levels) {
    const { token } = await requestTokenFor(baseUrl, writer, callback, more);
    assert.equal((await ledger.requestToken(token, Date.now()))?.access, level);
  }
  for (const name of ["svc_auth_access_type", "x_auth_access_type"]) {
    const response = await world.signed("POST", path, {
      oauth: { oauth_callback: callback, [name]: "write" },
    });
    assert.equal(await requestErrorOf(response), "403 (code 261)");
  }
});

test("200 — with an access token that the client has anyway; 401 (code 89) with one that is not active", async () => {
  await using world = await startWorld();
  const access = await makeAccessToken(world.ledger, world.application, world.alice);
  const oauth = { oauth_callback: callback };
  assert.equal((await world.signed("POST", path, { token: access, oauth })).status, 200);
  const unknown = { token: "1-unknown", secret: "x" };
  assert.equal(
    await requestErrorOf(await world.signed("POST", path, { token: unknown, oauth })),
    "401 (code 89)",
  );
  // An empty oauth_token counts as if it were absent.
  const empty = await world.signed("POST", path, { oauth: { ...oauth, oauth_token: "" } });
  assert.equal(empty.status, 200);
});

// interface §2.15, §5.8
test("401 (code 89) — a request token lives fifteen minutes and no longer", async () => {
  await using world = await startWorld();
  const { clock, ledger, application, alice } = world;
  const [early, late] = [
    await requestTokenFor(world.baseUrl, application),
    await requestTokenFor(world.baseUrl, application),
  ];
  const exchangeNow = async (pair: typeof early) => {
    const credentials = { ...application, token: pair.token, tokenSecret: pair.secret };
    return signedFetch("POST", `${world.baseUrl}/oauth/access_token`, credentials, {
      oauth: { oauth_verifier: verifiers.get(pair), oauth_timestamp: secondsOf(clock.now) },
    });
  };
  const verifiers = new Map([
    [early, await approvalOf(world.baseUrl, early.token, alice)],
    [late, await approvalOf(world.baseUrl, late.token, alice)],
  ]);
  const expiresAt = (await ledger.requestToken(late.token, clock.now))?.expiresAt ?? 0;
  assert.equal(expiresAt - clock.now, 15 * 60_000);
  clock.now = expiresAt - 1;
  assert.equal((await exchangeNow(early)).status, 200);
  clock.now = expiresAt;
  assert.equal(await requestErrorOf(await exchangeNow(late)), "401 (code 89)");
});

// interface §11.16
test("regenerated secret — both work during the overlap, for signatures and Basic alike", async () => {
  await using world = await startWorld();
  const { ledger, application, clock, baseUrl } = world;
  const { Secret } = await import("../../src/domain/credentials.ts");
  const fresh = { ...application, consumerSecret: "N".repeat(50) };
  const regenerate = (secret: string, previousUntil: number) =>
    ledger.regenerateConsumerSecret(
      {
        applicationId: application.id,
        secret: new Secret(secret),
        now: clock.now,
        previousUntil,
        overlap: "1h",
      },
      { at: clock.now, actor: "command-line" },
    );
  const signs = async (as: typeof application) =>
    (await world.signed("POST", path, { as, oauth: { oauth_callback: callback } })).status;
  const basics = async ({ consumerKey, consumerSecret }: typeof application) =>
    (
      await fetch(`${baseUrl}/oauth2/token`, {
        method: "POST",
        headers: { authorization: `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}` },
        body: new URLSearchParams({ grant_type: "client_credentials" }),
      })
    ).status;

  await regenerate(fresh.consumerSecret, clock.now + 3_600_000);
  for (const as of [application, fresh]) {
    assert.equal(await signs(as), 200);
    assert.equal(await basics(as), 200);
  }
  clock.now += 3_600_000;
  assert.equal(await signs(application), 401);
  assert.equal(await basics(application), 401);
  assert.equal(await signs(fresh), 200);
  assert.equal(await basics(fresh), 200);

  const newest = { ...application, consumerSecret: "M".repeat(50) };
  await regenerate(newest.consumerSecret, clock.now);
  assert.equal(await signs(fresh), 401, "no overlap: dead at once");
  assert.equal(await signs(newest), 200);
});

// interface §5.2, §5.5
test("200 — an exchange signed in the query, and by GET", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  for (const method of ["POST", "GET"]) {
    const request = await requestTokenFor(baseUrl, application);
    const oauth_verifier = await approvalOf(baseUrl, request.token, alice);
    const credentials = { ...application, token: request.token, tokenSecret: request.secret };
    const url = `${baseUrl}/oauth/access_token`;
    const pairs = signedPairs(method, url, credentials, [], { oauth_verifier });
    const response = await fetch(`${url}?${new URLSearchParams(pairs)}`, { method });
    assert.equal(response.status, 200);
  }
});

// interface §5.11
test("401 (code 32) — the exchange without the token's secret; 200 with empty-token-secret switched on", async () => {
  for (const [compat, expected] of [
    ["", 401],
    ["empty-token-secret", 200],
  ] as const) {
    await using world = await startWorld({ COMPAT: compat });
    const { baseUrl, application, alice } = world;
    const request = await requestTokenFor(baseUrl, application);
    const verifier = await approvalOf(baseUrl, request.token, alice);
    const response = await exchange(baseUrl, application, { ...request, secret: "" }, verifier);
    assert.equal(response.status, expected);
    // The switch affects only this operation.
    const access = await makeAccessToken(world.ledger, application, alice);
    const used = await world.signed("GET", "/1.1/account/verify_credentials.json", {
      token: { ...access, secret: "" },
    });
    assert.equal(await requestErrorOf(used), "401 (code 32)");
  }
});
