/** Keys and tokens: an application's owner creates them, sees each once, and revokes them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { plainPhrase } from "../../src/pages/views/phrase.ts";
import { bearerFor, requestErrorOf, verifyCredentials } from "../support/flow.ts";
import { type Credential, hiddenOn, pathOf, send, shownOn, signs } from "../support/keys-page.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeUser } from "../support/service.ts";
import { decoded, type Shown, signedIn } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const hour = 3_600_000;

// interface §15.20
test("200 — what stands and since when, and nothing of the credentials themselves", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const visitor = await signedIn(baseUrl, alice);
  const text = async (credential: Credential) =>
    decoded((await visitor.get(pathOf(world, credential))).html.replace(/<[^>]*>/g, ""));
  assert.match(await text("consumer-secret"), /Created on .* \(today\)/);
  assert.match(await text("bearer-token"), saying(english.portal.keys.noBearer));
  assert.match(await text("access-token"), saying(english.portal.keys.noAccess));
  await send(world, visitor, "bearer-token", { change: "issue" });
  await send(world, visitor, "access-token", { change: "create" });
  world.clock.now += 24 * hour;
  assert.match(await text("bearer-token"), /Active since .* \(yesterday\)/);
  assert.match(await text("access-token"), /Read access since .* \(yesterday\)/);
});

// interface §7.12, §15.21, §15.22, §15.24
test("200 — the pages say that a bearer token ends with its secret, and show the one that the previous secret fetched", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const bearerToken = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, { headers })).status;
  };
  const html = async (credential: "consumer-secret" | "bearer-token") =>
    (await visitor.get(pathOf(world, credential))).html;
  const first = await bearerFor(baseUrl, application);
  assert.match(await html("consumer-secret"), saying(english.portal.keys.regenerateSecret.what));
  clock.now += 1000;
  const regenerate = { change: "regenerate", overlap: "24h" };
  await send(world, visitor, "consumer-secret", regenerate);
  assert.match(
    await html("consumer-secret"),
    saying(english.portal.keys.revokePreviousSecret.what),
  );
  const until = saying(english.portal.keys.previousBearerUntil);
  assert.match(await html("bearer-token"), until);
  const [current = ""] = shownOn(await send(world, visitor, "bearer-token", { change: "issue" }));
  assert.match(await html("bearer-token"), until);
  assert.match(await html("bearer-token"), saying(english.portal.keys.outstanding));
  for (const token of [first, current]) assert.equal(await bearerToken(token), 200);
  await send(world, visitor, "bearer-token", { change: "revoke" });
  for (const token of [first, current]) assert.equal(await bearerToken(token), 401);
  assert.match(await html("bearer-token"), saying(english.portal.keys.noBearer));

  const again = await bearerFor(baseUrl, application);
  await send(world, visitor, "consumer-secret", { change: "revoke-previous" });
  assert.equal(await bearerToken(again), 401);
});

// interface §15.21
test("201 — regenerated with an overlap: both secrets sign until one is ended, then only the new one", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  clock.now += 1000;
  const fields = { change: "regenerate", overlap: "24h" };
  const response = await send(world, visitor, "consumer-secret", fields);
  assert.equal(response.status, 201);
  assert.match(response.html, /works until/);
  const [consumerKey, consumerSecret = ""] = shownOn(response);
  assert.equal(consumerKey, application.consumerKey);
  assert.match(consumerSecret, /^[A-Za-z0-9]{50}$/);
  const fresh = { ...application, consumerSecret };
  for (const as of [application, fresh]) assert.equal(await signs(world, as), true);

  const page = await visitor.get(pathOf(world, "consumer-secret"));
  assert.match(page.html, saying(english.portal.keys.previousUntil));
  const ended = await send(world, visitor, "consumer-secret", { change: "revoke-previous" });
  assert.equal(ended.location, pathOf(world, "consumer-secret"));
  assert.equal(await signs(world, application), false);
  assert.equal(await signs(world, fresh), true);
  assert.doesNotMatch(
    (await visitor.get(pathOf(world, "consumer-secret"))).html,
    /revoke-previous/,
  );
});

// interface §15.57
test("201 — the file of a regenerated secret has every line, or another name beside the user's own token", async () => {
  await using world = await startWorld({}, { name: "Weather Bot" });
  const { baseUrl, alice, application, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const regenerated = async () => {
    clock.now += 1000;
    const fields = { change: "regenerate", overlap: "0" };
    const html = decoded((await send(world, visitor, "consumer-secret", fields)).html);
    const [, file, lines = ""] = /data-download="([^"]*)"[^>]*>([^<]*)/.exec(html) ?? [];
    return { html, file, names: lines.replaceAll(/=.*/g, "").split("\n"), lines };
  };
  const { withoutToken } = english.portal.keys;
  const note = plainPhrase(withoutToken("weather-bot.env"));
  const whole = await regenerated();
  assert.deepEqual(whole.names, ["BASE_URL", "CONSUMER_KEY", "CONSUMER_SECRET"]);
  assert.ok(
    whole.lines.startsWith(`BASE_URL=${baseUrl}\nCONSUMER_KEY=${application.consumerKey}\n`),
  );
  assert.equal(whole.file, "weather-bot.env");
  assert.doesNotMatch(whole.html, /weather-bot-consumer/);
  const { token, secret } = tokenOn(
    await send(world, visitor, "access-token", { change: "create" }),
  );
  const part = await regenerated();
  assert.deepEqual(part.names, whole.names);
  assert.equal(part.file, "weather-bot-consumer.env");
  assert.ok(part.html.replaceAll(/<\/?bdi>/g, "").includes(note));
  for (const hidden of [token, secret]) assert.ok(!part.html.includes(hidden), "it was shown once");
});

test("201 — each overlap ends when it says, and none at once", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  let present = application;
  for (const [overlap, lasts] of [
    ["0", 0],
    ["1h", hour],
    ["24h", 24 * hour],
    ["7d", 7 * 24 * hour],
  ] as const) {
    clock.now += 1000;
    const fields = { change: "regenerate", overlap, current_password: alice.password };
    const [, consumerSecret = ""] = shownOn(await send(world, visitor, "consumer-secret", fields));
    const old = present;
    present = { ...application, consumerSecret };
    if (lasts > 0) {
      clock.now += lasts - 1;
      assert.equal(await signs(world, old), true, overlap);
      clock.now += 1;
    }
    assert.equal(await signs(world, old), false, overlap);
    assert.equal(await signs(world, present), true, overlap);
  }
});

// interface §15.22
test("200, 422 — the page says how many users it touches, and an overlap has to be chosen", async () => {
  await using world = await startWorld({}, { access: "write" });
  const { baseUrl, alice, application, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const path = pathOf(world, "consumer-secret");
  assert.match(
    (await visitor.get(path)).html,
    /No one has given .* access, so no client acts for a user/,
  );
  for (const name of ["bob", "carol"]) {
    await makeAccessToken(ledger, application, await makeUser(ledger, name), "write");
  }
  assert.match((await visitor.get(path)).html, /2 users gave access/);
  for (const overlap of ["", "2h", "toString"]) {
    const response = await send(world, visitor, "consumer-secret", {
      change: "regenerate",
      overlap,
    });
    assert.equal(response.status, 422);
    assert.match(response.html, /Choose how long the current secret keeps working/);
  }
  assert.equal(await signs(world, application), true);
});

// interface §15.21
test("409 — the page of an earlier overlap does not end the one of a newer secret", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const make = async () => {
    clock.now += 1000;
    const fields = { change: "regenerate", overlap: "24h" };
    const [, consumerSecret = ""] = shownOn(await send(world, visitor, "consumer-secret", fields));
    return { ...application, consumerSecret };
  };
  const second = await make();
  const old = await hiddenOn(world, visitor, "consumer-secret");
  const third = await make();
  const ends = async (form: Record<string, string>) =>
    (await visitor.post(pathOf(world, "consumer-secret"), { ...form, change: "revoke-previous" }))
      .status;
  assert.equal(await ends(old), 409);
  for (const as of [second, third]) assert.equal(await signs(world, as), true);
  const now = await hiddenOn(world, visitor, "consumer-secret");
  assert.deepEqual([await ends(now), await ends(now)], [303, 303]);
  assert.deepEqual([await signs(world, second), await signs(world, third)], [false, true]);
});

// interface §15.23
test("409 — a form sent twice, or from a page that is behind, makes nothing and shows nothing", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  for (const [credential, change] of [
    ["consumer-secret", { change: "regenerate", overlap: "0" }],
    ["access-token", { change: "create" }],
    ["access-token", { change: "create" }],
    ["bearer-token", { change: "issue" }],
  ] as const) {
    clock.now += 1000;
    const form = { ...(await hiddenOn(world, visitor, credential)), ...change };
    const responses: Shown[] = [];
    for (let times = 0; times < 3; times += 1) {
      responses.push(await visitor.post(pathOf(world, credential), form));
      clock.now += 1000;
    }
    assert.deepEqual(
      responses.map((one) => one.status),
      [201, 409, 409],
      credential,
    );
    const [first, ...others] = responses;
    const credentials = first === undefined ? [] : shownOn(first);
    for (const { html } of others) {
      assert.match(html, /already/);
      for (const value of credentials) {
        // The page's head has the consumer key, which is no secret.
        if (value !== world.application.consumerKey) assert.ok(!html.includes(value));
      }
    }
    if (credential === "consumer-secret") {
      const [, consumerSecret = ""] = credentials;
      assert.equal(await signs(world, { ...application, consumerSecret }), true);
    }
  }
  const form = await hiddenOn(world, visitor, "consumer-secret");
  for (const replaces of ["", "none", "NaN", "1", "1.5", "-Infinity", "1e300"]) {
    const altered = { ...form, change: "regenerate", overlap: "0", replaces };
    assert.equal((await visitor.post(pathOf(world, "consumer-secret"), altered)).status, 409);
  }
});

// interface §15.24
test("201, 401 — the bearer token is shown by the page that issues it, works, and is revoked", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application } = world;
  const visitor = await signedIn(baseUrl, alice);
  const [token = ""] = shownOn(await send(world, visitor, "bearer-token", { change: "issue" }));
  assert.equal(await asks(world, token), 200);
  assert.equal(await bearerFor(baseUrl, application), token, "clients get the one that stands");
  const revoked = await send(world, visitor, "bearer-token", { change: "revoke" });
  assert.equal(revoked.location, pathOf(world, "bearer-token"));
  assert.equal(await asks(world, token), 401);
  const another = await bearerFor(baseUrl, application);
  const response = await send(world, visitor, "bearer-token", { change: "issue" });
  assert.equal(response.status, 409);
  assert.match(response.html, saying(english.portal.keys.stale["bearer-token"].happened));
  assert.ok(!response.html.includes(another));
});

// interface §15.25
test("201 — one's own access token: at the application's level, regenerated, and good for oauth2/invalidate_token", async () => {
  await using world = await startWorld({}, { access: "write", requestEmail: true });
  const { baseUrl, alice, application, ledger, clock } = world;
  const bob = await makeUser(ledger, "bob");
  const bobs = await makeAccessToken(ledger, application, bob);
  const visitor = await signedIn(baseUrl, alice);
  const first = tokenOn(await send(world, visitor, "access-token", { change: "create" }));
  const used = await verifyCredentials(baseUrl, application, first, "?include_email=true");
  assert.equal(used.headers.get("x-access-level"), "read-write");
  assert.equal(((await used.json()) as { email: string }).email, "alice@users.example");
  clock.now += 1000;
  const second = tokenOn(await send(world, visitor, "access-token", { change: "create" }));
  assert.equal(
    await requestErrorOf(await verifyCredentials(baseUrl, application, first)),
    "401 (code 89)",
  );
  const bearer = await bearerFor(baseUrl, application);
  const invalidated = await world.signed("POST", "/oauth2/invalidate_token", {
    token: second,
    form: [["access_token", bearer]],
  });
  assert.equal(invalidated.status, 200);
  const revoked = await send(world, visitor, "access-token", { change: "revoke" });
  assert.equal(revoked.location, pathOf(world, "access-token"));
  assert.equal(
    await requestErrorOf(await verifyCredentials(baseUrl, application, second)),
    "401 (code 89)",
  );
  assert.equal((await verifyCredentials(baseUrl, application, bobs)).status, 200);
});

// interface §15.28
test("303 — each of it is in the audit trail, by whom and from where", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  for (const [credential, fields] of [
    ["consumer-secret", { change: "regenerate", overlap: "1h" }],
    ["consumer-secret", { change: "revoke-previous" }],
    ["consumer-secret", { change: "revoke-previous" }],
    ["bearer-token", { change: "issue" }],
    ["bearer-token", { change: "issue" }],
    ["bearer-token", { change: "revoke" }],
    ["access-token", { change: "create" }],
    ["access-token", { change: "create" }],
    ["access-token", { change: "revoke" }],
  ] as const) {
    clock.now += 1000;
    await send(world, visitor, credential, fields);
  }
  const filter = { actor: `user:${alice.id}`, applicationId: application.id };
  const events = await ledger.eventsBy(filter, { after: undefined, size: 50 });
  assert.deepEqual(
    events.map((one) => [one.name, one.address]),
    [
      "access.revoked",
      "access-token.regenerated",
      "access-token.issued",
      "bearer-token.revoked",
      "bearer-token.issued",
      "application.previous-secret-revoked",
      "application.secret-regenerated",
    ].map((name) => [name, "127.0.0.1"]),
  );
  assert.deepEqual(events.at(-1)?.details, { overlap: "1h" });
  const told = (await visitor.get("/account/events")).html;
  assert.match(told, /You created a new access token/);
  assert.doesNotMatch(told, saying(english.account.events.other));
});

function tokenOn(page: Shown): { token: string; secret: string } {
  const [token = "", secret = ""] = shownOn(page);
  return { token, secret };
}

async function asks({ baseUrl }: World, bearer: string): Promise<number> {
  const url = `${baseUrl}/1.1/application/rate_limit_status.json`;
  return (await fetch(url, { headers: { authorization: `Bearer ${bearer}` } })).status;
}
