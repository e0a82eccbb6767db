/** The developer portal: a user's applications, which only their owner creates and changes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { problemWithCallback } from "../../src/domain/callback.ts";
import { emptyDraft } from "../../src/domain/fields/application.ts";
import { approvedStatus, emptyRequest } from "../../src/domain/fields/approval.ts";
import * as english from "../../src/pages/languages/english.ts";
import { applicationTabs, tabHref } from "../../src/pages/views/portal/application-page.ts";
import {
  approvalOf,
  exchange,
  requestErrorOf,
  requestTokenFor,
  verifyCredentials,
} from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import {
  decoded,
  formOn,
  type Shown,
  signedIn,
  type Visitor,
  withoutLanguages,
} from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const draft = {
  name: "Weather & Bot",
  description: "Posts the forecast.",
  website: "https://weather.example",
  access: "write",
  request_email: "on",
  sign_in: "on",
  callbacks: "https://weather.example/callback\r\n\r\nweather://",
};

async function createForm(visitor: Visitor): Promise<Record<string, string>> {
  return formOn((await visitor.get("/portal/create")).html).hidden;
}

/** The key and the secret on the page after the creation. */
function keysOn({ html }: Shown): { consumerKey: string; consumerSecret: string } {
  const [consumerKey = "", consumerSecret = ""] = [
    ...html.matchAll(/<code data-copy[^>]*>([^<]*)<\/code>/g),
  ].map(([, value = ""]) => value);
  return { consumerKey, consumerSecret };
}

// interface §15.1, §15.48
test("200 — /portal lists one's own applications by name, page after page; the empty list says how to begin", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const bobs = await signedIn(baseUrl, bob);
  const empty = await bobs.get("/portal");
  assert.match(empty.html, saying(english.portal.applications.none));
  assert.match(empty.html, /href="\/portal\/create"/);
  await makeApplication(ledger, bob, { name: "Of bob" });
  for (let number = 0; number < 50; number += 1) {
    await makeApplication(ledger, alice, { name: `A${String(number).padStart(2, "0")}` });
  }
  const visitor = await signedIn(baseUrl, alice);
  const first = await visitor.get("/portal");
  const next = decoded(/href="(\/portal\?page[^"]*)"/.exec(first.html)?.[1] ?? "");
  const second = await visitor.get(next);
  const names = (html: string) => [...html.matchAll(/<h2><a[^>]*><bdi>([^<]*)/g)].map(([, n]) => n);
  assert.equal(names(first.html).length, 50);
  assert.deepEqual(names(first.html).slice(0, 2), ["A00", "A01"]);
  assert.deepEqual(names(second.html), ["Weather Bot"]);
  assert.doesNotMatch(first.html + second.html, /Of bob/);
  assert.match(first.html, saying(english.portal.applications.total(51)));
  assert.match(decoded(second.html), /href="\/portal\?page=1"/);
  const found = await visitor.get("/portal?q=A0&order=newest");
  assert.equal(names(found.html).length, 10);
  assert.match(found.html, saying(english.portal.applications.total(10)));
  assert.match(found.html, /<option value="newest" selected>/);
  const none = await visitor.get("/portal?q=nothing");
  assert.match(none.html, saying(english.portal.applications.nothingFound));
  // 50 characters; all but the first take two UTF-16 units each.
  const name = `a${"\u{1f326}".repeat(49)}`;
  await makeApplication(ledger, bob, { name });
  const whole = await bobs.get(`/portal?${new URLSearchParams({ q: name })}`);
  assert.deepEqual(names(whole.html), [name]);
});

// interface §15.41
test("200, 404 — an application has a page for each part, and an anonymous caller none", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger } = world;
  const owner = await signedIn(baseUrl, alice);
  const bob = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const { tabs } = english.portal.application;
  for (const tab of applicationTabs) {
    const path = tabHref(application.id, tab);
    const { status, html } = await owner.get(path);
    assert.equal(status, 200, path);
    const shown = [...html.matchAll(/<a href="([^"]*)"( aria-current="page")?>([^<]*)<\/a>/g)];
    const [here] = shown.filter(([, , current]) => current !== undefined);
    assert.deepEqual([here?.[1], decoded(here?.[3] ?? "")], [path, tabs[tab]]);
    for (const other of applicationTabs) {
      const href = tabHref(application.id, other);
      assert.ok(
        shown.some(([, found]) => found === href),
        `${path} leads to ${href}`,
      );
    }
    assert.equal((await bob.get(path)).status, 404, path);
  }
});

// interface §15.1
test("404 — someone else's application and an unknown one are answered alike", async () => {
  await using world = await startWorld();
  const { baseUrl, application, ledger } = world;
  const visitor = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const pages = [];
  for (const id of [application.id, "1234567890123456", "x", `${application.id}%20`]) {
    const { status, html } = await visitor.get(`/portal/applications/${id}`);
    assert.equal(status, 404, id);
    pages.push(withoutLanguages(html));
  }
  assert.equal(new Set(pages).size, 1);
});

// interface §15.67
test("201 — created with the user's own access token: one file has all that a program needs", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const visitor = await signedIn(baseUrl, alice);
  const form = { ...(await createForm(visitor)), ...draft, own_token: "on" };
  const response = await visitor.post("/portal/create", form);
  const { consumerKey, consumerSecret } = keysOn(response);
  const [, file = ""] =
    /data-download="weather-bot[^>]*>([^<]*)</.exec(decoded(response.html)) ?? [];
  const values = Object.fromEntries(file.split("\n").map((line) => line.split("=")));
  const { ACCESS_TOKEN = "", ACCESS_TOKEN_SECRET = "", ...others } = values;
  assert.deepEqual(others, {
    BASE_URL: baseUrl,
    CONSUMER_KEY: consumerKey,
    CONSUMER_SECRET: consumerSecret,
  });
  const [, id = ""] = /href="\/portal\/applications\/(\d+)"/.exec(response.html) ?? [];
  const made = { id, consumerKey, consumerSecret } as typeof world.application;
  const token = { token: ACCESS_TOKEN, secret: ACCESS_TOKEN_SECRET };
  const path = "/1.1/account/verify_credentials.json";
  assert.equal((await world.signed("GET", path, { as: made, token })).status, 200);
});

// interface §15.2, §15.57
test("201 — created: its keys sign at once, what was typed is kept, and the secret is nowhere again", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  // Only the settings have this field, where it is checked against what the service accepts.
  const sent = { ...(await createForm(visitor)), ...draft, require_sha256: "on" };
  const response = await visitor.post("/portal/create", sent);
  assert.equal(response.status, 201);
  assert.equal(response.headers.get("cache-control"), "no-store");
  const { consumerKey, consumerSecret } = keysOn(response);
  const env = `data-download="weather-bot.env" dir="ltr">BASE_URL=${baseUrl}\nCONSUMER_KEY=${consumerKey}\nCONSUMER_SECRET=${consumerSecret}</code>`;
  assert.ok(decoded(response.html).includes(env));
  assert.match(response.html, /href="\/portal\/applications\/\d+\/programs"/);
  const [, id = ""] = /href="\/portal\/applications\/(\d+)"/.exec(response.html) ?? [];
  const made = { id, consumerKey, consumerSecret } as typeof world.application;
  await requestTokenFor(baseUrl, made, "https://weather.example/callback");
  const {
    createdAt: _,
    secretSetAt: __,
    ...fields
  } = (await ledger.applicationById(made.id)) ?? {};
  assert.deepEqual(fields, {
    id,
    ownerId: alice.id,
    ownerScreenName: "alice",
    ...emptyDraft,
    name: draft.name,
    description: draft.description,
    website: draft.website,
    access: "write",
    signIn: true,
    requestEmail: true,
    consumerKey,
    callbacks: ["https://weather.example/callback", "weather://"],
    confirmedSchemes: [],
    identityChangedAt: undefined,
    icon: undefined,
    limits: {},
    plan: undefined,
    suspendedBecause: undefined,
    ownerNotice: undefined,
    secretRevokedAt: undefined,
    ...emptyRequest,
    ...approvedStatus,
  });
  for (const path of ["/portal", `/portal/applications/${id}`]) {
    const { html } = await visitor.get(path);
    assert.ok(decoded(html).includes(draft.name), path);
    assert.ok(!html.includes(consumerSecret), path);
  }
});

// interface §15.3
test("303 — the same form sent again makes nothing and shows no secret; another user's form is rejected", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const fields = { ...(await createForm(visitor)), ...draft };
  const sent = await Promise.all([1, 2, 3].map(() => visitor.post("/portal/create", fields)));
  assert.deepEqual(sent.map((one) => one.status).sort(), [201, 303, 303]);
  const again = await visitor.post("/portal/create", fields);
  assert.match(again.location ?? "", /^\/portal\/applications\/\d+\?created-before$/);
  const tabs = await visitor.get(again.location ?? "");
  assert.match(tabs.html, saying(english.portal.application.notes["created-before"]));
  const first = sent.find((one) => one.status === 201);
  assert.ok(first !== undefined && !tabs.html.includes(keysOn(first).consumerSecret));
  const owned = () => ledger.applicationsOf(alice.id, { after: undefined, size: 9 });
  assert.equal((await owned()).length, 2);
  const bobs = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const { creation = "" } = fields as Record<string, string>;
  const id = creation.split(".")[0] ?? "";
  for (const altered of [creation, "", id, `${creation}x`, creation.replace(/^\d/, "2")]) {
    const response = await bobs.send("/portal/create", { ...draft, creation: altered });
    assert.equal(response.status, 400, altered);
  }
  assert.equal((await owned()).length, 2);
});

// interface §15.3, §15.7
test("303 — an application that an old form made again is deleted as any other", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const fields = { ...(await createForm(visitor)), ...draft };
  for (const sent of ["first", "again"]) {
    assert.equal((await visitor.post("/portal/create", fields)).status, 201, sent);
    const { creation = "" } = fields as Record<string, string>;
    const path = `/portal/applications/${creation.split(".")[0]}/delete`;
    const gone = await visitor.send(path, { typed_name: draft.name });
    assert.deepEqual([gone.status, gone.location], [303, "/portal?deleted"], sent);
  }
  const page = { after: undefined, size: 9 };
  assert.equal((await ledger.applicationsOf(alice.id, page)).length, 1, "the world's own");
});

// interface §15.4
test("422 — each rejected callback is named with its reason, and what was typed is kept", async () => {
  await using world = await startWorld();
  const visitor = await signedIn(world.baseUrl, world.alice);
  const form = await createForm(visitor);
  const bad = ["javascript://x", "http://weather.example/", "https://weather.example/?a=1"];
  for (const one of bad) assert.notEqual(problemWithCallback(one), undefined);
  const callbacks = ["https://weather.example/fine", ...bad].join("\n");
  const response = await visitor.post("/portal/create", { ...form, ...draft, callbacks });
  assert.equal(response.status, 422);
  const html = decoded(response.html);
  for (const one of [...bad, "is reserved for", "for your own computer", "Remove the query"]) {
    assert.ok(html.includes(one), one);
  }
  assert.ok(html.includes(callbacks) && html.includes(`value="${draft.name}"`));
  assert.match(html, /value="write" required checked/);
  const eleven = Array.from({ length: 11 }, (_, at) => `https://weather.example/${at}`).join("\n");
  for (const [fields, said] of [
    [{ callbacks: eleven }, saying(english.portal.draft.tooManyCallbacks(10))],
    [{ name: " " }, saying(english.portal.draft.problems["no-name"])],
    [{ name: "\u{3164}" }, saying(english.portal.draft.problems["no-name"])],
    [{ name: "x".repeat(51) }, saying(english.portal.draft.problems["long-name"])],
    [{ description: "x".repeat(201) }, saying(english.portal.draft.problems["long-description"])],
    [{ website: "javascript:alert(1)" }, saying(english.portal.draft.problems.website)],
    [{ access: "admin" }, saying(english.portal.draft.problems["no-access"])],
  ] as const) {
    const { status, html } = await visitor.post("/portal/create", { ...form, ...draft, ...fields });
    assert.equal(status, 422);
    assert.match(html, said);
  }
  const fine = await visitor.post("/portal/create", { ...form, ...draft });
  assert.equal(fine.status, 201, "the form goes on to make what it was shown for");
});

/** The fields of the application's settings form, with a test's changes. */
function settingsOf(changes: Record<string, string> = {}): Record<string, string> {
  return {
    name: "Weather Bot",
    description: "",
    website: "https://weather.example",
    access: "read",
    callbacks: "https://weather.example/callback",
    ...changes,
  };
}

async function settingsForm({ baseUrl, application, alice }: World) {
  const path = `/portal/applications/${application.id}/settings`;
  const visitor = await signedIn(baseUrl, alice);
  return {
    save: (changes: Record<string, string>) => visitor.send(path, settingsOf(changes)),
    /** Presses the button of the page that describes the effects of a change. */
    confirm: (page: Shown) => visitor.post(path, formOn(page.html).hidden),
  };
}

// interface §15.5
test("303 — a page of settings that was open for long puts back no word that changed elsewhere", async () => {
  await using world = await startWorld();
  const { application, ledger, baseUrl, alice } = world;
  const visitor = await signedIn(baseUrl, alice);
  const path = `/portal/applications/${application.id}/settings`;
  const page = await visitor.get(path);
  for (const changes of [{ website: "https://other.example" }, { description: "It rains." }]) {
    const response = await visitor.submit(page, settingsOf(changes));
    assert.equal(response.location, `${path}?saved`);
  }
  const saved = await ledger.applicationById(application.id);
  assert.deepEqual(
    [saved?.name, saved?.website, saved?.description],
    ["Weather Bot", "https://other.example", "It rains."],
  );
});

// interface §15.5
test("303 — settings that touch no one are saved at once, and hold from the next request on", async () => {
  await using world = await startWorld();
  const { application, ledger, baseUrl } = world;
  const { save } = await settingsForm(world);
  const callbacks = "https://weather.example/callback\nhttps://weather.example/other";
  const changes = { name: "Wetter", access: "write", request_email: "on", sign_in: "on" };
  const response = await save({ ...changes, description: "Two\r\nlines", callbacks });
  assert.equal(response.location, `/portal/applications/${application.id}/settings?saved`);
  const saved = await ledger.applicationById(application.id);
  assert.deepEqual(
    [saved?.name, saved?.description, saved?.access, saved?.requestEmail, saved?.signIn],
    ["Wetter", "Two lines", "write", true, true],
  );
  await requestTokenFor(baseUrl, application, "https://weather.example/other");
  const visitor = await signedIn(baseUrl, world.alice);
  assert.match(
    (await visitor.get(response.location ?? "")).html,
    saying(english.portal.application.notes.saved),
  );
  const events = await ledger.eventsAfter("0", 100);
  const same = await save({ ...changes, description: "Two lines", callbacks });
  assert.equal(same.location, response.location);
  assert.deepEqual(await ledger.eventsAfter(events.at(-1)?.id ?? "", 100), [], "nothing changed");
  const rejected = await save({ callbacks: "file:///etc/passwd" });
  assert.equal(rejected.status, 422);
  assert.match(rejected.html, /is reserved for/);
});

// interface §15.6
test("200 — lowering access says how many lose it and saves nothing; agreed to, tokens read on", async () => {
  await using world = await startWorld({}, { access: "write" });
  const { application, alice, ledger, baseUrl } = world;
  const bob = await makeUser(ledger, "bob");
  const held = await makeAccessToken(ledger, application, alice, "write");
  await makeAccessToken(ledger, application, bob, "write");
  const { save, confirm } = await settingsForm(world);
  const page = await save({ access: "read" });
  assert.match(page.html, /2 users gave write access/);
  const level = async () =>
    (await verifyCredentials(baseUrl, application, held)).headers.get("x-access-level");
  assert.equal(await level(), "read-write", "nothing is saved yet");
  assert.equal((await confirm(page)).status, 303);
  assert.equal(await level(), "read");
  assert.equal((await ledger.applicationById(application.id))?.access, "read");
});

// interface §15.6
test("200 — raising access, and less email, sign-in and callbacks are said before they are saved", async () => {
  await using world = await startWorld(
    {},
    {
      requestEmail: true,
      signIn: true,
      callbacks: ["https://weather.example/callback", "weather://"],
    },
  );
  const { application, alice, ledger, baseUrl } = world;
  const held = await makeAccessToken(ledger, application, alice, "read", true);
  const { save, confirm } = await settingsForm(world);
  const page = await save({ access: "write", callbacks: "weather://" });
  for (const said of [
    "1 user gave read access",
    "no longer sees email addresses",
    "Users are asked every time",
    "https://weather.example/callback",
  ]) {
    assert.ok(decoded(page.html).includes(said), said);
  }
  assert.doesNotMatch(page.html, /desktop application/);
  await requestTokenFor(baseUrl, application, "https://weather.example/callback");
  assert.equal((await confirm(page)).status, 303);
  const used = await verifyCredentials(baseUrl, application, held);
  assert.equal(used.headers.get("x-access-level"), "read", "new consent is needed to write");
  await assert.rejects(requestTokenFor(baseUrl, application, "https://weather.example/callback"));
  const none = await save({ access: "write", callbacks: "" });
  assert.match(none.html, saying(english.portal.settings.confirm.noCallbackLeft));
});

// interface §15.6
test("303 — the longest effects can be agreed to", async () => {
  const callbacks = Array.from({ length: 10 }, (_, at) =>
    `https://a.example/${at}`.padEnd(1000, "x"),
  );
  await using world = await startWorld(
    {},
    { access: "write", requestEmail: true, signIn: true, callbacks },
  );
  const { application, alice, ledger } = world;
  await makeAccessToken(ledger, application, alice, "write", true);
  const { save, confirm } = await settingsForm(world);
  const page = await save({ access: "read", callbacks: "" });
  assert.equal((await confirm(page)).status, 303);
  assert.deepEqual((await ledger.applicationById(application.id))?.callbacks, []);
});

// interface §15.6
test("200 — agreeing to one effect is not agreeing to another", async () => {
  await using world = await startWorld({}, { access: "write", signIn: true });
  const { application, alice, ledger } = world;
  await makeAccessToken(ledger, application, alice, "write");
  const { save } = await settingsForm(world);
  for (const confirmed of ["", "access-lowered", "sign-in-off", "on"]) {
    const page = await save({ access: "read", confirmed });
    assert.equal(page.status, 200, confirmed);
    assert.match(page.html, saying(english.portal.settings.confirm.what));
  }
  assert.equal((await ledger.applicationById(application.id))?.access, "write");
  const stale = await save({ access: "write", sign_in: "on", confirmed: "access-lowered" });
  assert.equal(stale.status, 303, "nothing to agree to");
});

// interface §15.7
test("delete — once the name is typed: keys, tokens and what was approved die at once", async () => {
  await using world = await startWorld({}, { name: "Weather  \u200bBot" });
  const { baseUrl, application, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const held = await makeAccessToken(ledger, application, bob);
  const pair = await requestTokenFor(baseUrl, application, "https://weather.example/callback");
  const verifier = await approvalOf(baseUrl, pair.token, bob);
  const visitor = await signedIn(baseUrl, alice);
  const path = `/portal/applications/${application.id}`;
  assert.match((await visitor.get(`${path}/delete`)).html, /1 user gave it access/);
  for (const typed of ["", "weather \ufffdBot", "Weather", application.id]) {
    const { status, html } = await visitor.send(`${path}/delete`, { typed_name: typed });
    assert.equal(status, 422, typed);
    assert.match(html, /not the name of this application/);
  }
  assert.equal((await verifyCredentials(baseUrl, application, held)).status, 200);
  const response = await visitor.send(`${path}/delete`, { typed_name: " Weather \ufffdBot " });
  assert.equal(response.location, "/portal?deleted");
  assert.match(
    (await visitor.get("/portal?deleted")).html,
    saying(english.portal.applications.deleted),
  );
  assert.equal(
    await requestErrorOf(await verifyCredentials(baseUrl, application, held)),
    "401 (code 89)",
  );
  assert.match(await requestErrorOf(await exchange(baseUrl, application, pair, verifier)), /^401/);
  assert.equal((await visitor.get(path)).status, 404);
});

// interface §15.8
test("422 — creating and deleting ask for the password again when the sign-in is some time ago", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  clock.now += 15 * 60 * 1000;
  const deletion = `/portal/applications/${application.id}/delete`;
  const created = { ...(await createForm(visitor)), ...draft };
  for (const [path, fields] of [
    [deletion, { typed_name: "Weather Bot" }],
    ["/portal/create", created],
  ] as const) {
    for (const current_password of ["", "wrong"]) {
      const rejected = await visitor.send(path, { ...fields, current_password });
      assert.equal(rejected.status, 422);
      assert.match(rejected.html, /name="current_password"/);
      assert.match(rejected.html, /type="text" value="Weather (&#38; )?Bot"/, "kept as typed");
    }
  }
  assert.equal((await ledger.applicationsOf(alice.id, { after: undefined, size: 9 })).length, 1);
  const current_password = alice.password;
  const made = await visitor.send("/portal/create", { ...created, current_password });
  assert.equal(made.status, 201);
  const gone = await visitor.send(deletion, { typed_name: "Weather Bot", current_password });
  assert.equal(gone.location, "/portal?deleted");
});

// interface §15.6, §15.8
test("T35 — 422: an older sign-in breaks no client by a change of settings without the password", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  clock.now += 15 * 60 * 1000;
  const path = `/portal/applications/${application.id}/settings`;
  const callbacks = "https://other.example/callback";
  const wanted = { name: "Weather Bot", access: "read", callbacks };
  const told = await visitor.send(path, wanted);
  assert.equal(told.status, 200);
  assert.match(told.html, /name="current_password"/);
  const { hidden } = formOn(told.html);
  const registered = async () => (await ledger.applicationById(application.id))?.callbacks;
  const before = await registered();
  for (const current_password of ["", "wrong"]) {
    const rejected = await visitor.send(path, { ...hidden, current_password });
    assert.equal(rejected.status, 422);
    assert.deepEqual(await registered(), before);
  }
  const saved = await visitor.send(path, { ...hidden, current_password: alice.password });
  assert.equal(saved.status, 303);
  assert.deepEqual(await registered(), [callbacks]);
  const added = { ...wanted, callbacks: `${callbacks}\nhttps://evil.example/callback` };
  // A proof for one form also counts for the next one, for as long as a sign-in would.
  clock.now += 15 * 60 * 1000;
  const asked = await visitor.send(path, added);
  assert.equal(asked.status, 422, "a callback that is added leads users elsewhere");
  assert.match(asked.html, /name="current_password"/);
  assert.deepEqual(await registered(), [callbacks]);
  const renamed = await visitor.send(path, { ...wanted, name: "Other words" });
  assert.equal(renamed.status, 303, "words alone need no password");
  const current_password = alice.password;
  assert.equal((await visitor.send(path, { ...added, current_password })).status, 303);
});

// interface §15.9, §15.51
test("200 — the owner of a suspended application reads why, and may change or delete it", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger } = world;
  await ledger.suspendApplication(application.id, "It & its spam", {
    at: 0,
    actor: "command-line",
  });
  const visitor = await signedIn(baseUrl, alice);
  for (const path of ["/portal", `/portal/applications/${application.id}`]) {
    const html = decoded((await visitor.get(path)).html);
    assert.ok(html.includes("Suspended") && html.includes("It & its spam"), path);
  }
  const programs = await visitor.get(`/portal/applications/${application.id}/programs`);
  assert.doesNotMatch(
    programs.html,
    /<details name="program"|method="post" action="\/portal\/[^"]*\/try"/,
  );
  const keys = await visitor.get(`/portal/applications/${application.id}/keys`);
  assert.doesNotMatch(keys.html, /href="[^"]*\/(consumer-secret|bearer-token|access-token)"/);
  const { save } = await settingsForm(world);
  assert.equal((await save({ name: "Better Bot" })).status, 303);
  assert.equal((await ledger.applicationById(application.id))?.suspendedBecause, "It & its spam");
});

test("T28 — a name that mixes look-alike letters is said to be one", async () => {
  await using world = await startWorld({}, { name: "We\u{430}ther Bot" });
  const visitor = await signedIn(world.baseUrl, world.alice);
  const { html } = await visitor.get(`/portal/applications/${world.application.id}`);
  assert.match(html, saying(english.portal.application.mixedAlphabets.what));
});
