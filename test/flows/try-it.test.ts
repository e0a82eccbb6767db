/** The page "Try it": it sends a call as a program would, and says which call arrived last. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { addCollaborator } from "../support/collaborators.ts";
import { makeAccessToken, makeUser } from "../support/service.ts";
import { decoded, signedIn } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const { programs, requests } = english.portal;
const verify = "/1.1/account/verify_credentials.json";

const limit = 5;
const limited = { RATE_LIMITS: `account/verify_credentials=${limit}` };

function pathOf({ application }: World): string {
  return `/portal/applications/${application.id}/programs`;
}

// interface §15.73
test("200 — a call from the page is verified and counted like a program's, and no page has its secrets", async () => {
  await using world = await startWorld(limited, { requestEmail: true });
  const { application, alice, ledger, baseUrl } = world;
  const { token, secret } = await makeAccessToken(ledger, application, alice);
  const owner = await signedIn(baseUrl, alice);
  const before = decoded((await owner.get(pathOf(world))).html);
  assert.ok(before.includes(programs.arrived.waiting));
  const sent = await owner.send(pathOf(world), {});
  assert.equal(sent.status, 200);
  const html = decoded(sent.html);
  assert.match(html, /<strong>Response: 200<\/strong> in [0-9,]+ ms/);
  assert.match(html, /"screen_name": "alice"/);
  const [, href = ""] =
    /<a class="action" href="(\/portal[^"]*\/requests\/[^"]+\.1)"/.exec(html) ?? [];
  const logged = await owner.get(href);
  assert.equal(logged.status, 200);
  assert.ok(logged.html.includes(verify));
  const after = decoded((await owner.get(pathOf(world))).html);
  assert.ok(after.includes(programs.arrived.label) && after.includes(requests.verified));
  assert.ok(after.includes(href));
  for (const page of [html, after, logged.html]) {
    for (const text of [application.consumerSecret, token, secret]) {
      assert.ok(!page.includes(text));
    }
  }
  const own = await world.signed("GET", verify, { token: { token, secret } });
  assert.equal(own.headers.get("x-rate-limit-remaining"), "3", "both calls count");
});

test("200 — a call from the page beyond the limit shows the 429 that a program gets", async () => {
  await using world = await startWorld(limited);
  const { application, alice, ledger, baseUrl } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const owner = await signedIn(baseUrl, alice);
  for (let left = limit; left > 0; left -= 1) await world.signed("GET", verify, { token });
  const { status, html } = await owner.send(pathOf(world), {});
  assert.equal(status, 200);
  assert.match(decoded(html), /<strong>Response: 429<\/strong>.*"code": 88/s);
});

test("200 — a call from the page signs with SHA-256 if the application requires it, and comes from the reader's network", async () => {
  const methods = { SIGNATURE_METHODS: "HMAC-SHA1,HMAC-SHA256" };
  await using world = await startWorld(methods, { requireSha256: true });
  const { application, alice, ledger, baseUrl } = world;
  await makeAccessToken(ledger, application, alice);
  const owner = await signedIn(baseUrl, alice);
  assert.match((await owner.send(pathOf(world), {})).html, /Response: 200/);
  await using elsewhere = await startWorld({}, { networks: ["192.0.2.0/24"] });
  await makeAccessToken(elsewhere.ledger, elsewhere.application, elsewhere.alice);
  const reader = await signedIn(elsewhere.baseUrl, elsewhere.alice);
  const { html } = await reader.send(pathOf(elsewhere), {});
  assert.match(decoded(html), /Response: 403.*"code": 87/s);
  await elsewhere.service.dependencies.rejected.settled();
  const page = decoded((await reader.get(pathOf(elsewhere))).html);
  assert.match(page, /data-part="arrived">[^\n]*403 \S 87/);
});

test("200 — without an own access token, and of a suspended application, nothing is sent", async () => {
  await using world = await startWorld();
  const { application, alice, ledger, baseUrl } = world;
  await makeAccessToken(ledger, application, await makeUser(ledger, "bob"));
  const owner = await signedIn(baseUrl, alice);
  const { status, html } = await owner.send(pathOf(world), {});
  assert.equal(status, 200);
  assert.ok(decoded(html).includes(programs.send.noToken));
  assert.match(html, /href="[^"]*\/access-token"/);
  assert.doesNotMatch(html, /Response:/);
  await makeAccessToken(ledger, application, alice);
  await ledger.suspendApplication(application.id, "Spam", { at: 0, actor: "command-line" });
  const suspended = await owner.send(pathOf(world), {});
  assert.equal(suspended.status, 403);
  assert.doesNotMatch(suspended.html, /Response:/);
  const { usage } = world.service.dependencies;
  assert.deepEqual(await usage.usageOf(application.id, 3600, { since: 0 }), []);
});

test("200 — a rejected call has its cause on the page, and a log that is off no line", async () => {
  await using world = await startWorld();
  const { application, alice, ledger, baseUrl, service } = world;
  const token = await makeAccessToken(ledger, application, alice);
  await world.signed("GET", verify, { token: { ...token, secret: "wrong" } });
  await service.dependencies.rejected.settled();
  const owner = await signedIn(baseUrl, alice);
  const html = decoded((await owner.get(pathOf(world))).html);
  assert.match(html, /data-part="arrived">[^\n]*401 \S 32[^\n]*See the request/);

  await using silent = await startWorld({ REQUEST_LOG_DAYS: "0" });
  await makeAccessToken(silent.ledger, silent.application, silent.alice);
  const reader = await signedIn(silent.baseUrl, silent.alice);
  const page = decoded((await reader.send(pathOf(silent), {})).html);
  assert.match(page, /Response: 200/);
  assert.doesNotMatch(page, /data-part="arrived"|\/requests\/[0-9a-f]/);
});

test("403 — without the form's token, or by a collaborator who only views, no call is sent", async () => {
  await using world = await startWorld();
  const { application, alice, ledger, baseUrl, service } = world;
  const carol = await makeUser(ledger, "carol");
  await addCollaborator(world, carol.id, "viewer");
  for (const user of [alice, carol]) await makeAccessToken(ledger, application, user);
  const owner = await signedIn(baseUrl, alice);
  assert.equal((await owner.post(pathOf(world), {})).status, 403);
  const viewer = await signedIn(baseUrl, carol);
  assert.equal((await viewer.send(pathOf(world), {})).status, 403);
  const { usage } = service.dependencies;
  assert.deepEqual(await usage.usageOf(application.id, 3600, { since: 0 }), []);
});
