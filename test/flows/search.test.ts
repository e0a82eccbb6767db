/** The page of the search, and the lists that hand a pasted secret over to it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { UserId } from "../../src/domain/credentials.ts";
import * as english from "../../src/pages/languages/english.ts";
import { json, scratchDirectory, serve } from "../cli/command.ts";
import { keepLedgersOnDisk, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { type Shown, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

keepLedgersOnDisk();

const texts = english.search;
const secret = "1v3Rc8SDtx".repeat(5);

/** The lists with a search field, and fields of theirs besides `q`. */
const lists: readonly (readonly [list: string, others: readonly string[]])[] = [
  ["/admin/users", []],
  ["/admin/applications", []],
  ["/admin/audit", ["user", "application", "actor", "involved"]],
  ["/portal", []],
  ["/account/applications", []],
  ["/portal/applications/1/requests", ["cause", "within", "show"]],
];

/** The links of the results, without the query. */
function linksOf({ html }: Shown): readonly string[] {
  const results = html.slice(html.indexOf('<div class="results">'));
  return [...results.matchAll(/<a href="([^"]*)"/g)].map(([, href = ""]) =>
    href.replace("&#61;", "="),
  );
}

// interface §14.70
test("200 — an administrator finds applications and users by name and ID, and what can be done with them", async () => {
  await using world = await startWorld({}, { name: "Weather Bot" });
  const { ledger, application, alice } = world;
  const bob = await makeUser(ledger, "weatherman");
  const carol = await signedIn(world.baseUrl, await makeAdmin(ledger, "carol"));
  const found = await carol.get("/search?q=wea");
  assert.equal(found.status, 200);
  assert.deepEqual(linksOf(found), [
    `/admin/applications/${application.id}`,
    `/admin/users/${bob.id}`,
    `/admin/applications/${application.id}#contain`,
    `/admin/audit?application=${application.id}`,
  ]);
  const byId = await carol.get(`/search?q=${alice.id}`);
  assert.ok(linksOf(byId).includes(`/admin/users/${alice.id}`));
  const settings = await carol.get("/search?q=SETT");
  assert.deepEqual(linksOf(settings), ["/admin/settings"]);
});

// interface §14.71
test("200 — a pasted consumer secret is found with what ends it, by an administrator and by its developer alone", async () => {
  await using world = await startWorld({}, { name: "Weather Bot" });
  const { ledger, application, alice } = world;
  const carol = await signedIn(world.baseUrl, await makeAdmin(ledger, "carol"));
  const posted = { q: `secret=${application.consumerSecret}` };
  const found = await carol.send("/search", posted);
  const admin = `/admin/applications/${application.id}`;
  assert.deepEqual(linksOf(found), [`${admin}#contain`, `${admin}#end-secret`, `${admin}#sources`]);
  const { credential } = texts;
  for (const text of ["by ", credential.states.active, credential.forgotten, credential.recorded]) {
    assert.ok(found.html.includes(text), text);
  }
  assert.ok(!found.html.includes(application.consumerSecret));
  const own = await (await signedIn(world.baseUrl, alice)).send("/search", posted);
  const portal = `/portal/applications/${application.id}`;
  assert.deepEqual(linksOf(own), [`${portal}/consumer-secret`, `${portal}/keys`]);
  const bob = await signedIn(world.baseUrl, await makeUser(ledger, "bob"));
  const others = await bob.send("/search", { ...posted, part: "results" });
  const random = await bob.send("/search", { q: secret, part: "results" });
  assert.equal(others.html, random.html);
  assert.match(others.html, new RegExp(texts.none));
});

// interface §14.71
test("429 — too many searches for credentials", async () => {
  await using world = await startWorld({ RATE_LIMITS: "" });
  const visitor = await signedIn(world.baseUrl, world.alice);
  for (let count = 0; count < 60; count += 1) {
    assert.equal((await visitor.send("/search", { q: secret, part: "results" })).status, 200);
  }
  assert.equal((await visitor.send("/search", { q: secret, part: "results" })).status, 429);
  assert.equal((await visitor.send("/search", { q: "weather", part: "results" })).status, 200);
});

test("200 — a developer finds applications of their own, and no page of administrators", async () => {
  await using world = await startWorld({}, { name: "Weather Bot" });
  const { ledger, alice } = world;
  const bob = await makeUser(ledger, "bob");
  await makeApplication(ledger, bob, { name: "Weather Widget" });
  const visitor = await signedIn(world.baseUrl, alice);
  const own = `/portal/applications/${world.application.id}`;
  assert.deepEqual(linksOf(await visitor.get("/search?q=wea")), [
    own,
    `${own}/keys`,
    `${own}/usage`,
  ]);
  for (const text of ["bob", "audit", "invite a user"]) {
    const none = await visitor.get(`/search?${new URLSearchParams({ q: text })}`);
    assert.deepEqual(linksOf(none), [], text);
    assert.match(none.html, new RegExp(texts.none));
  }
});

test("200 — the results alone, for the dialog, are at most eight and fit 4.5 KB", async () => {
  await using world = await startWorld({}, { name: "Weather Bot" });
  const { ledger, alice } = world;
  for (let count = 0; count < 5; count += 1) {
    await makeApplication(ledger, alice, { name: `Account ${count}` });
    await makeUser(ledger, `account${count}`);
  }
  const carol = await signedIn(world.baseUrl, await makeAdmin(ledger, "carol"));
  const results = await carol.send("/search", { q: "account", part: "results" });
  assert.equal(results.status, 200);
  assert.doesNotMatch(results.html, /<html|csrf/);
  assert.equal([...results.html.matchAll(/<a /g)].length, 8);
  assert.ok(Buffer.byteLength(results.html) <= 4608, `${Buffer.byteLength(results.html)} bytes`);
});

test("303 — a search leads to a URL that has what was searched for, and no empty parameter", async () => {
  await using world = await startWorld();
  const carol = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  const all = await carol.send("/search", { q: " weather bot " });
  assert.equal(all.location, "/search?q=weather+bot");
  const narrowed = { list: "/admin/audit", q: "", user: "", name: "user.suspended", from: "" };
  assert.equal(
    (await carol.send("/search", narrowed)).location,
    "/admin/audit?name=user.suspended",
  );
  assert.equal(
    (await carol.send("/search", { list: "/admin/users", q: "" })).location,
    "/admin/users",
  );
  for (const list of [
    "https://evil.example",
    "//evil.example",
    "/oauth/authorize?a=b",
    "/sign-in",
  ]) {
    assert.equal((await carol.send("/search", { list, q: "a" })).location, "/search?q=a", list);
  }
});

for (const [list, others] of lists) {
  // interface §14.71
  test(`200 — a secret that is pasted into a field of ${list} gets into no URL and no page`, async () => {
    await using world = await startWorld();
    const carol = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
    for (const field of ["q", ...others]) {
      const answer = await carol.send("/search", { list, [field]: ` ${secret} ` });
      assert.equal(answer.status, 200, field);
      assert.equal(answer.location, undefined);
      assert.doesNotMatch(answer.html, new RegExp(secret.slice(0, 20)));
    }
    const field = /<form method="post" action="\/search" class="(?:filters|side-by-side)"/;
    if (list.startsWith("/admin")) assert.match((await carol.get(list)).html, field);
  });
}

test("303 — a secret in a URL is not looked up, shown, or passed on, and a page explains that", async () => {
  await using world = await startWorld();
  const carol = await makeAdmin(world.ledger, "carol");
  const anonymous = new Visitor(world.baseUrl);
  const visitor = await signedIn(world.baseUrl, carol);
  for (const path of ["/search", ...lists.map(([list]) => list)]) {
    for (const browser of [anonymous, visitor]) {
      const moved = await browser.get(`${path}?q=${secret}`);
      assert.equal(moved.status, 303, path);
      assert.equal(moved.location, "/search?in_url");
      assert.doesNotMatch(moved.html, new RegExp(secret));
    }
  }
  const page = await visitor.get("/search?in_url");
  assert.equal(page.status, 400);
  assert.match(page.html, new RegExp(texts.inUrl.happened));
});

test("403 — a search that another page sent finds nothing", async () => {
  await using world = await startWorld();
  const carol = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  assert.equal((await carol.post("/search", { q: "wea", csrf: "x" })).status, 403);
});

test("a pasted secret is not logged, and neither is a URL with one", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  const alice = { screenName: "alice", password: "a long one 4711" };
  await using serving = await serve(["serve"], { settings: { ...settings, LOG_LEVEL: "debug" } });
  const created = [
    "user",
    "create",
    "--screen-name",
    alice.screenName,
    "--password",
    alice.password,
  ];
  const { id } = await json<{ id: UserId }>(created, { settings });
  const visitor = await signedIn(serving.baseUrl, { id, ...alice });
  await visitor.send("/search", { q: secret });
  await visitor.send("/search", { q: secret, list: "/portal" });
  await visitor.send("/search", { q: secret, part: "results" });
  await visitor.get(`/search?q=${secret}`);
  await visitor.get(`/portal?q=${secret}`);
  await serving.says('"endpoint":"portal"');
  assert.doesNotMatch(
    serving.output.stderr + serving.output.stdout,
    new RegExp(secret.slice(0, 20)),
  );
});
