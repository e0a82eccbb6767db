/** What credentials allow, and the two ways of revoking a user's credentials. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { basicHeader, requestErrorOf } from "../support/flow.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

const verify = "/1.1/account/verify_credentials.json";

// interface §9.1, §9.5
test("200 — verify_credentials: the fields in the types that sign-in libraries rely on", async () => {
  await using world = await startWorld();
  const { ledger, application, alice, baseUrl } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const response = await world.signed(
    "GET",
    `${verify}?include_entities=false&skip_status=true&tweet_mode=extended`,
    { token },
  );
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  const user = (await response.json()) as Record<string, unknown>;
  assert.equal(String(user["id"]), alice.id);
  assert.equal(typeof user["id"], "number");
  assert.equal(user["id_str"], alice.id);
  assert.equal(user["screen_name"], "alice");
  for (const name of [
    "name",
    "location",
    "description",
    "profile_image_url",
    "profile_image_url_https",
    "created_at",
  ]) {
    assert.equal(typeof user[name], "string", name);
  }
  assert.ok("url" in user);
  assert.equal("email" in user, false);
  const picture = await fetch(String(user["profile_image_url"]));
  assert.equal(picture.status, 200);
  assert.ok(String(user["profile_image_url"]).startsWith(baseUrl));
  assert.match(picture.headers.get("content-type") ?? "", /^image\/svg\+xml/);
});

// interface §9.1
test("200 — verify_credentials: every field of an account, and its date as clients of such services parse it", async () => {
  await using world = await startWorld();
  const { ledger, application, baseUrl } = world;
  const bob = await makeUser(ledger, "bob", Date.UTC(2026, 10, 21, 13, 59, 51));
  const token = await makeAccessToken(ledger, application, bob);
  const response = await world.signed("GET", verify, { token });
  const picture = `${baseUrl}/pictures/${bob.id}.svg`;
  assert.deepEqual(await response.json(), {
    id: Number(bob.id),
    id_str: bob.id,
    name: "bob",
    screen_name: "bob",
    location: "",
    description: "",
    url: null,
    protected: false,
    verified: false,
    created_at: "Sat Nov 21 13:59:51 +0000 2026",
    profile_image_url: picture,
    profile_image_url_https: picture,
    default_profile_image: true,
    suspended: false,
  });
});

// interface §9.3
test("x-access-level — read and read-write", async () => {
  await using world = await startWorld({}, { access: "write" });
  for (const [level, header] of [
    ["read", "read"],
    ["write", "read-write"],
  ] as const) {
    const token = await makeAccessToken(world.ledger, world.application, world.alice, level);
    const response = await world.signed("GET", verify, { token });
    assert.equal(response.headers.get("x-access-level"), header);
  }
});

// interface §9.2
test("include_email — only where the application asks for it, consent listed it, and the client wants it", async () => {
  await using world = await startWorld();
  const { ledger, alice } = world;
  for (const requestEmail of [true, false]) {
    for (const granted of [true, false]) {
      const as = await makeApplication(ledger, alice, { requestEmail });
      const token = await makeAccessToken(ledger, as, alice, "read", granted);
      for (const [query, wanted] of [
        ["", false],
        ["?include_email=true", true],
        ["?include_email=1", true],
        ["?include_email=false", false],
        ["?include_email=nottrue", false],
        ["?include_email=truest", false],
      ] as const) {
        const response = await world.signed("GET", verify + query, { as, token });
        const { email } = (await response.json()) as { email?: string };
        const expected = requestEmail && granted && wanted ? "alice@users.example" : undefined;
        assert.equal(email, expected, JSON.stringify({ requestEmail, granted, query }));
      }
    }
  }
});

// interface §6.1, §6.2, §6.4
test("401 (code 89) — a revoked access token, at either path, however it was revoked", async () => {
  await using world = await startWorld();
  const { ledger, application, alice } = world;
  for (const path of ["/1.1/oauth/invalidate_token", "/1.1/oauth/invalidate_token.json"]) {
    const token = await makeAccessToken(ledger, application, alice);
    const revoked = await world.signed("POST", path, {
      token,
      // Some clients name the token again; this is signed and has no effect.
      form: [
        ["access_token", "1-another"],
        ["access_token_secret", "x"],
      ],
      oauth: { oauth_body_hash: "2jmj7l5rSw0yVb/vlWAYkK/YBwk=" },
    });
    assert.equal(revoked.status, 200);
    assert.equal(revoked.headers.get("content-type"), "application/json; charset=utf-8");
    assert.deepEqual(await revoked.json(), { access_token: token.token });
    assert.equal(
      await requestErrorOf(await world.signed("GET", verify, { token })),
      "401 (code 89)",
    );
    assert.equal(
      await requestErrorOf(await world.signed("POST", path, { token })),
      "401 (code 89)",
    );
  }
});

// interface §11.27
test("401 (code 215) — no credentials at a protected resource: a challenge for each scheme that it accepts", async () => {
  await using world = await startWorld();
  const { baseUrl } = world;
  const both = `OAuth realm="${baseUrl}", Bearer realm="${baseUrl}"`;
  const signedOnly = `OAuth realm="${baseUrl}"`;
  const type = "application/x-www-form-urlencoded";
  const form = { method: "POST", headers: { "content-type": type }, body: "access_token=x" };
  for (const [path, init, challenge] of [
    [verify, {}, signedOnly],
    [`${verify}?include_email=true`, {}, signedOnly],
    [verify, { headers: { authorization: "" } }, signedOnly],
    ["/1.1/application/rate_limit_status.json", {}, both],
    ["/1.1/oauth/invalidate_token", { method: "POST" }, signedOnly],
    ["/oauth2/invalidate_token?access_token=x", { method: "POST" }, signedOnly],
    ["/oauth2/invalidate_token", form, signedOnly],
  ] as const) {
    const response = await fetch(baseUrl + path, init);
    assert.equal(response.headers.get("www-authenticate"), challenge, path);
    assert.equal(await requestErrorOf(response), "401 (code 215)", path);
  }
});

// interface §11.27
test("400 (code 215) — malformed credentials, and none where credentials are issued, get no challenge", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const header = (authorization: string) => ({ headers: { authorization } });
  for (const [path, init] of [
    [verify, header("OAuth")],
    [verify, header('OAuth realm="x"')],
    [verify, header("Bearer")],
    [verify, header("Something else")],
    [verify, header(basicHeader(application))],
    [`${verify}?oauth_nonce=`, {}],
    [`${verify}?access_token=x`, {}],
    ["/1.1/application/rate_limit_status.json?access_token=x", {}],
    ["/oauth/request_token", { method: "POST" }],
    ["/oauth/access_token", { method: "POST" }],
    ["/oauth2/token", { method: "POST" }],
  ] as const) {
    const response = await fetch(baseUrl + path, init);
    assert.equal(response.headers.get("www-authenticate"), null, path);
    assert.equal(await requestErrorOf(response), "400 (code 215)", path);
  }
  for (const [method, path] of [
    ["GET", verify],
    ["POST", "/1.1/oauth/invalidate_token"],
    ["POST", "/oauth/access_token"],
    ["POST", "/oauth2/invalidate_token"],
  ] as const) {
    assert.equal(await requestErrorOf(await world.signed(method, path)), "400 (code 215)", path);
  }
});
