/** The developer portal: the applications that somebody owns, made and changed by their owner alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { problemWithCallback } from "../../src/domain/callback.ts";
import { requestTokenFor } from "../support/flow.ts";
import { decoded, formOn, type Person, type Shown, signedIn } from "../support/person.ts";
import { makeApplication, makeUser } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

const draft = {
  name: "Weather & Bot",
  description: "Posts the forecast.",
  website: "https://weather.example",
  access: "write",
  request_email: "on",
  sign_in: "on",
  callbacks: "https://weather.example/callback\r\n\r\nweather://",
};

async function createForm(person: Person): Promise<Record<string, string>> {
  return formOn((await person.get("/portal/create")).html).hidden;
}

/** The key and the secret on the page that answers the creation. */
function keysOn({ html }: Shown): { consumerKey: string; consumerSecret: string } {
  const [consumerKey = "", consumerSecret = ""] = [
    ...html.matchAll(/<code data-copy[^>]*>([^<]*)<\/code>/g),
  ].map(([, value = ""]) => value);
  return { consumerKey, consumerSecret };
}

// interface §15.1
test("200 — /portal lists one's own applications by name, page after page; the empty list says how to begin", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const bobs = await signedIn(baseUrl, bob);
  const empty = await bobs.get("/portal");
  assert.match(empty.html, /You have no applications yet/);
  assert.match(empty.html, /href="\/portal\/create"/);
  await makeApplication(ledger, bob, { name: "Of bob" });
  for (let number = 0; number < 50; number += 1) {
    await makeApplication(ledger, alice, { name: `A${String(number).padStart(2, "0")}` });
  }
  const person = await signedIn(baseUrl, alice);
  const first = await person.get("/portal");
  const next = decoded(/href="(\/portal\?after[^"]*)"/.exec(first.html)?.[1] ?? "");
  const second = await person.get(next);
  const names = (html: string) => [...html.matchAll(/<h2><a[^>]*><bdi>([^<]*)/g)].map(([, n]) => n);
  assert.equal(names(first.html).length, 50);
  assert.deepEqual(names(first.html).slice(0, 2), ["A00", "A01"]);
  assert.deepEqual(names(second.html), ["Weather Bot"]);
  assert.doesNotMatch(first.html + second.html, /Of bob/);
});

// interface §15.1
test("404 — somebody else's application and an unknown one are answered alike", async () => {
  await using world = await startWorld();
  const { baseUrl, application, ledger } = world;
  const person = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const pages = [];
  for (const id of [application.id, "1234567890123456", "x", `${application.id}%20`]) {
    const { status, html } = await person.get(`/portal/applications/${id}`);
    assert.equal(status, 404, id);
    pages.push(html);
  }
  assert.equal(new Set(pages).size, 1);
});

// interface §15.2
test("201 — created: its keys sign at once, what was typed is kept, and the secret is nowhere again", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const person = await signedIn(baseUrl, alice);
  const answer = await person.post("/portal/create", { ...(await createForm(person)), ...draft });
  assert.equal(answer.status, 201);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  const { consumerKey, consumerSecret } = keysOn(answer);
  const [, id = ""] = /href="\/portal\/applications\/(\d+)"/.exec(answer.html) ?? [];
  const made = { id, consumerKey, consumerSecret } as typeof world.application;
  await requestTokenFor(baseUrl, made, "https://weather.example/callback");
  const { createdAt: _, secretSetAt: __, ...kept } = (await ledger.applicationById(made.id)) ?? {};
  assert.deepEqual(kept, {
    id,
    ownerId: alice.id,
    ownerScreenName: "alice",
    name: draft.name,
    description: draft.description,
    website: draft.website,
    access: "write",
    signIn: true,
    requestEmail: true,
    consumerKey,
    callbacks: ["https://weather.example/callback", "weather://"],
    limits: {},
    suspendedBecause: undefined,
  });
  for (const path of ["/portal", `/portal/applications/${id}`]) {
    const { html } = await person.get(path);
    assert.ok(decoded(html).includes(draft.name), path);
    assert.ok(!html.includes(consumerSecret), path);
  }
});

// interface §15.3
test("303 — the same form sent again makes nothing and shows no secret; another person's form is refused", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const person = await signedIn(baseUrl, alice);
  const fields = { ...(await createForm(person)), ...draft };
  const sent = await Promise.all([1, 2, 3].map(() => person.post("/portal/create", fields)));
  assert.deepEqual(sent.map((one) => one.status).sort(), [201, 303, 303]);
  const again = await person.post("/portal/create", fields);
  assert.match(again.location ?? "", /^\/portal\/applications\/\d+\?created-before$/);
  const shown = await person.get(again.location ?? "");
  assert.match(shown.html, /was created already/);
  const first = sent.find((one) => one.status === 201);
  assert.ok(first !== undefined && !shown.html.includes(keysOn(first).consumerSecret));
  const owned = () => ledger.applicationsOf(alice.id, { after: undefined, size: 9 });
  assert.equal((await owned()).length, 2);
  const bobs = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const { creation = "" } = fields as Record<string, string>;
  const id = creation.split(".")[0] ?? "";
  for (const altered of [creation, "", id, `${creation}x`, creation.replace(/^\d/, "2")]) {
    const answer = await bobs.send("/portal/create", { ...draft, creation: altered });
    assert.equal(answer.status, 400, altered);
  }
  assert.equal((await owned()).length, 2);
});

// interface §15.4
test("422 — each refused callback is named with its reason, and what was typed is kept", async () => {
  await using world = await startWorld();
  const person = await signedIn(world.baseUrl, world.alice);
  const form = await createForm(person);
  const bad = ["javascript://x", "http://weather.example/", "https://weather.example/?a=1"];
  for (const one of bad) assert.notEqual(problemWithCallback(one), undefined);
  const callbacks = ["https://weather.example/fine", ...bad].join("\n");
  const answer = await person.post("/portal/create", { ...form, ...draft, callbacks });
  assert.equal(answer.status, 422);
  const html = decoded(answer.html);
  for (const one of [...bad, "never allowed", "for this machine only", "It has a query"]) {
    assert.ok(html.includes(one), one);
  }
  assert.ok(html.includes(callbacks) && html.includes(`value="${draft.name}"`));
  assert.match(html, /value="write" required checked/);
  const eleven = Array.from({ length: 11 }, (_, at) => `https://weather.example/${at}`).join("\n");
  for (const [fields, said] of [
    [{ callbacks: eleven }, /At most 10/],
    [{ name: " " }, /Give the application a name/],
    [{ name: "x".repeat(51) }, /longer than 50/],
    [{ description: "x".repeat(201) }, /longer than 200/],
    [{ website: "javascript:alert(1)" }, /no address of a website/],
    [{ access: "admin" }, /Choose what the application may ask for/],
  ] as const) {
    const { status, html } = await person.post("/portal/create", { ...form, ...draft, ...fields });
    assert.equal(status, 422);
    assert.match(html, said);
  }
  const fine = await person.post("/portal/create", { ...form, ...draft });
  assert.equal(fine.status, 201, "the form goes on to make what it was shown for");
});
