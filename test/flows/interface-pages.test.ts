import assert from "node:assert/strict";
import { test } from "node:test";
import { requestTokenFor } from "../support/flow.ts";
import { decoded, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

// interface §3.1, §3.13
test("200 — sign-in first, then back to the page that asked, which now shows consent", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const { token } = await requestTokenFor(baseUrl, application);
  const path = `/oauth/authorize?oauth_token=${token}`;
  const visitor = new Visitor(baseUrl);
  const signIn = await visitor.get(path);
  assert.equal(signIn.status, 200);
  assert.ok(signIn.html.includes('name="password"'));
  assert.ok(!signIn.html.includes('name="decision"'));
  const before = visitor.cookies.get("session");
  const credentials = { username: alice.screenName, password: alice.password };
  const response = await visitor.submit(signIn, credentials);
  assert.equal(response.status, 303);
  assert.equal(response.location, path);
  assert.notEqual(visitor.cookies.get("session"), before);
  const consent = await visitor.get(path);
  assert.equal(consent.status, 200);
  assert.ok(consent.html.includes('name="decision"'));
});

// interface §3.19
test("200 — consent lists what a read-only application cannot do", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const { token } = await requestTokenFor(baseUrl, application);
  const page = await new Visitor(baseUrl).open(`/oauth/authorize?oauth_token=${token}`, alice);
  const [able = "", unable = ""] = decoded(page.html).split("It will not be able to");
  assert.ok(able.includes("Read your profile"));
  assert.ok(!able.includes("Post and make changes"));
  for (const part of ["Post and make changes", "See your password"]) {
    assert.ok(unable.includes(part), part);
  }
});

// interface §3.21
test("403 — a page where the application is suspended, for every user and every response", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger, clock } = world;
  const visitor = new Visitor(baseUrl);
  const { token } = await requestTokenFor(baseUrl, application);
  const path = `/oauth/authorize?oauth_token=${token}`;
  const consent = await visitor.open(path, alice);
  await ledger.suspendApplication(application.id, "abuse", {
    at: clock.now,
    actor: "command-line",
  });
  const responses = [
    await visitor.get(path),
    await new Visitor(baseUrl).get(`/oauth/authenticate?oauth_token=${token}`),
    await visitor.submit(consent, { decision: "allow" }),
  ];
  for (const { status, headers, html, location } of responses) {
    assert.equal(status, 403);
    assert.match(headers.get("content-type") ?? "", /^text\/html/);
    assert.ok(!html.includes("abuse"), "the reason is the administrator's");
    assert.equal(location, undefined);
  }
});
