/** The page of the search, and the lists that hand a pasted secret over to it. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import {
  mintConsumerSecret,
  mintLinkSecret,
  tokenDigest,
  type UserId,
} from "../../src/domain/credentials.ts";
import { dayMs } from "../../src/domain/day.ts";
import { requestIdHeader } from "../../src/domain/logged-request.ts";
import * as english from "../../src/pages/languages/english.ts";
import { json, scratchDirectory, serve } from "../cli/command.ts";
import { saying } from "../support/saying.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeAdmin,
  makeApplication,
  makeUser,
} from "../support/service.ts";
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
});

test("200 — sections and variables of the service's settings are found, at anchors that the page has", async () => {
  await using world = await startWorld();
  const carol = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  const page = (await carol.get("/admin/settings")).html;
  for (const [text, ...anchors] of [
    ["SETT", "", "#sign_up", "#second_factor", "#grace_days", "#configuration"],
    ["grace", "#grace_days"],
    ["settings two-step", "#second_factor"],
    ["webhook events", "#COUNTERSIGN_WEBHOOK_EVENTS"],
    ["COUNTERSIGN_WEBHOOK_EVENTS", "#COUNTERSIGN_WEBHOOK_EVENTS"],
  ] as const) {
    const found = await carol.get(`/search?${new URLSearchParams({ q: text })}`);
    const expected = anchors.map((one) => `/admin/settings${one}`);
    assert.deepEqual(
      linksOf(found).filter((one) => one.startsWith("/admin/settings")),
      expected,
      text,
    );
    for (const one of anchors)
      if (one !== "") assert.ok(page.includes(`id="${one.slice(1)}"`), one);
  }
  const alice = await signedIn(world.baseUrl, world.alice);
  assert.deepEqual(linksOf(await alice.get("/search?q=webhook")), []);
});

test("200 — the card of a consumer key says whether the previous secret is still used, and of no other kind", async () => {
  await using world = await startWorld();
  const { ledger, application, clock, alice } = world;
  const carol = await signedIn(world.baseUrl, await makeAdmin(ledger, "carol"));
  const owner = await signedIn(world.baseUrl, alice);
  const { previous } = english.portal.keys;
  const cardOf = async (q: string, visitor = carol) => (await visitor.send("/search", { q })).html;
  assert.doesNotMatch(await cardOf(application.consumerKey), saying(previous.secret));
  const token = await makeAccessToken(ledger, application, alice);
  const change = { applicationId: application.id, secret: mintConsumerSecret(randomBytes) };
  const until = { now: clock.now, previousUntil: clock.now + dayMs, overlap: "24h" } as const;
  await ledger.regenerateConsumerSecret({ ...change, ...until }, byCommandLine(clock.now));
  const use = { applicationId: application.id, credential: "previous consumer secret" } as const;
  const at = { first: clock.now, last: clock.now, requests: 1, rejected: 0, tokens: [] };
  const from = { network: "192.0.2.7", program: "curl/8.5" };
  await ledger.addSources([{ ...use, ...from, ...at }], clock.now);
  for (const visitor of [carol, owner]) {
    for (const q of [application.consumerKey, change.secret.reveal(), application.consumerSecret]) {
      const html = await cardOf(q, visitor);
      for (const text of [previous.until, previous.used]) assert.match(html, saying(text));
    }
  }
  assert.doesNotMatch(await cardOf(token.secret), saying(previous.used));
  clock.now += 2 * 3_600_000;
  const later = await cardOf(application.consumerKey);
  assert.match(later, saying(previous.notUsedSince));
  assert.doesNotMatch(later, saying(previous.used));
});

test("200 — a viewer of an application finds their own access to it, without a link to its keys", async () => {
  await using world = await startWorld();
  const { ledger, application, clock } = world;
  const bob = await makeUser(ledger, "bob");
  const token = await makeAccessToken(ledger, application, bob);
  const visitor = await signedIn(world.baseUrl, bob);
  const own = async () => linksOf(await visitor.send("/search", { q: token.secret }));
  assert.deepEqual(await own(), ["/account/applications"]);
  const keys = `/portal/applications/${application.id}/keys`;
  const [by, { now }] = [byCommandLine(clock.now), clock];
  for (const [role, links, status] of [
    ["viewer", ["/account/applications"], 403],
    ["editor", ["/account/applications", keys], 200],
  ] as const) {
    const collaborator = { applicationId: application.id, userId: bob.id, role } as const;
    await ledger.inviteCollaborator({ ...collaborator, now }, by);
    await ledger.acceptInvitation(collaborator, by);
    assert.deepEqual(await own(), links, role);
    assert.equal((await visitor.get(keys)).status, status);
    await ledger.removeCollaborator(collaborator, by);
  }
});

test("200 — the link of a user's card suspends on the user's page; an administrator's own card has none", async () => {
  await using world = await startWorld();
  const { ledger, alice, clock } = world;
  const admin = await makeAdmin(ledger, "carol");
  const carol = await signedIn(world.baseUrl, admin);
  const cardOf = async (userId: UserId) => {
    const link = mintLinkSecret(randomBytes);
    const times = { createdAt: clock.now, expiresAt: clock.now + 60_000 };
    const reset = { digest: tokenDigest(link.reveal()), purpose: "password-reset" } as const;
    await ledger.createLink({ ...reset, ...times, userId, note: "" }, byCommandLine(clock.now));
    return linksOf(await carol.send("/search", { q: link.reveal() }));
  };
  assert.deepEqual(await cardOf(alice.id), [`/admin/users/${alice.id}#suspension`]);
  assert.match((await carol.get(`/admin/users/${alice.id}`)).html, / id="suspension"/);
  assert.deepEqual(await cardOf(admin.id), []);
});

// interface §14.70
test("200 — the card of an invitation, which has no user yet, names none", async () => {
  await using world = await startWorld();
  const { ledger, clock } = world;
  const carol = await signedIn(world.baseUrl, await makeAdmin(ledger, "carol"));
  const link = mintLinkSecret(randomBytes);
  const times = { createdAt: clock.now, expiresAt: clock.now + 60_000 };
  const digest = tokenDigest(link.reveal());
  const invitation = { digest, purpose: "invitation", userId: undefined, note: "" } as const;
  await ledger.createLink({ ...invitation, ...times }, byCommandLine(clock.now));
  const { html } = await carol.send("/search", { q: link.reveal() });
  assert.ok(html.includes(`<h2>${texts.credential.links.invitation}</h2>`), html);
});

// interface §14.70
test("200 — a request is found by its ID, by administrators and by those who work on its application", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, application, alice, clock, service } = world;
  const wrong = { ...(await makeAccessToken(ledger, application, alice)), secret };
  const path = "/1.1/account/verify_credentials.json";
  const rejected = await world.signed("GET", path, { token: wrong });
  assert.equal(rejected.status, 401);
  const id = rejected.headers.get(requestIdHeader) ?? assert.fail();
  await service.dependencies.rejected.settled();
  const another = `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`;
  const { id: applicationId } = application;
  const carol = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const bob = await makeUser(ledger, "bob");
  const portal = `/portal/applications/${applicationId}`;
  const admins = linksOf(await carol.get(`/search?q=${id}`));
  assert.deepEqual(admins, [`/admin/applications/${applicationId}/requests/${id}`]);
  assert.equal((await carol.get(admins[0] ?? "")).status, 200);
  const owner = await signedIn(baseUrl, alice);
  const owners = linksOf(await owner.get(`/search?q=${id}`));
  assert.ok(owners.includes(`${portal}/requests/${id}`), owners.join());
  assert.equal((await owner.get(`${portal}/requests/${id}`)).status, 200);
  const { html: nothing } = await carol.send("/search", { q: another, part: "results" });
  const others = await signedIn(baseUrl, bob);
  assert.equal((await others.send("/search", { q: id, part: "results" })).html, nothing);
  const by = byCommandLine(clock.now);
  const viewer = { applicationId, userId: bob.id, role: "viewer" } as const;
  await ledger.inviteCollaborator({ ...viewer, now: clock.now }, by);
  await ledger.acceptInvitation(viewer, by);
  assert.equal((await others.send("/search", { q: id, part: "results" })).html, nothing);
  clock.now += 2 * dayMs;
  const later = await signedIn(baseUrl, await makeAdmin(ledger, "dora"));
  assert.equal((await later.send("/search", { q: id, part: "results" })).html, nothing);
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

test("200 — the results alone, for the dialog, are at most eight; what is usual fits 2 KB, the most 4 KB", async () => {
  await using world = await startWorld({}, { name: "Weather Bot" });
  const { ledger, alice, application } = world;
  for (let count = 0; count < 5; count += 1) {
    await makeApplication(ledger, alice, { name: `Account ${count}` });
    await makeUser(ledger, `account${count}`);
  }
  await makeApplication(ledger, alice, { name: "Weather Widget" });
  await makeUser(ledger, "wea.friend");
  const carol = await signedIn(world.baseUrl, await makeAdmin(ledger, "carol"));
  for (const [q, links, bytes] of [
    // Two applications, a user, and two actions, as the design has them.
    ["wea", 5, 2048],
    // Three applications, three users, and two actions.
    ["account", 8, 4096],
    [application.consumerSecret, 3, 2048],
    [application.consumerKey, 3, 2048],
    ["nothing of this name", 0, 256],
  ] as const) {
    const { status, html } = await carol.send("/search", { q, part: "results" });
    assert.equal(status, 200);
    assert.doesNotMatch(html, /<html|csrf/);
    assert.equal([...html.matchAll(/<a /g)].length, links, q);
    assert.ok(Buffer.byteLength(html) <= bytes, `${q}: ${Buffer.byteLength(html)} bytes`);
  }
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

test("200 or 303 — what is long or has characters that no name has is cut, and no end of it gets into a URL", async () => {
  await using world = await startWorld();
  const carol = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  const long = "word ".repeat(400);
  for (const [q, status] of [
    [`${long}${secret}`, 303],
    [`${secret} ${long}`, 200],
    [`${secret}\0`, 200],
    [`\u200b${secret}\u2069`, 200],
    ["a\0b", 303],
    ["\ud800", 303],
    ["%_\\", 303],
  ] as const) {
    for (const list of [undefined, "/admin/users", "/portal", "/admin/audit"]) {
      const form = { q, ...(list !== undefined && { list }) };
      const sent = await carol.send("/search", form);
      assert.equal(sent.status, status, JSON.stringify([q.slice(0, 20), list]));
      assert.doesNotMatch(sent.location ?? "", /1v3Rc8SDtx/);
      assert.ok((sent.location ?? "").length < 3100);
      if (sent.location !== undefined) assert.equal((await carol.get(sent.location)).status, 200);
    }
    const dialog = await carol.send("/search", { q, part: "results" });
    assert.equal(dialog.status, 200);
    assert.doesNotMatch(dialog.html, /1v3Rc8SDtx/);
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
