/** Text in a form is not lost if the session ends in which the form was shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoints } from "../../src/http/endpoints/index.ts";
import { secretFieldsOf } from "../../src/http/operation/endpoint.ts";
import * as arabic from "../../src/pages/languages/arabic.ts";
import * as english from "../../src/pages/languages/english.ts";
import { saying } from "../support/saying.ts";
import { makeUser, type TestUser } from "../support/service.ts";
import { decoded, formOn, type Shown, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const ours = { "sec-fetch-site": "same-origin" };
const input = {
  name: `Rain "the" <b>`,
  description: "Says when it rains.\r\nEverywhere.",
  website: "https://rain.example",
  callbacks: "https://rain.example/callback",
  access: "read",
};
const { signedIn: other, signedOut } = english.resubmitForm.kinds;

async function signIn(visitor: Visitor, { screenName, password }: TestUser): Promise<void> {
  const credentials = { username: screenName, password };
  assert.equal((await visitor.submit(await visitor.get("/sign-in"), credentials)).status, 303);
}

function offered(response: Shown, title: string): Record<string, string> {
  assert.equal(response.status, 403);
  assert.match(decoded(response.html), saying(title));
  return formOn(response.html).hidden;
}

// interface §14.59
test("403 — a form whose session ended is sent again after a sign-in in another tab, with what was typed", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const form = { ...formOn((await visitor.get("/portal/create")).html).hidden, ...input };
  const elsewhere = await signedIn(baseUrl, alice);
  await elsewhere.send("/account/sessions", { change: "end-others" });
  const secretFields = [...secretFieldsOf(endpoints)];
  const typedSecrets = Object.fromEntries(secretFields.map((name) => [name, `secret ${name}`]));
  const secrets = { ...form, ...typedSecrets };
  const ended = await visitor.post("/portal/create", secrets, ours);
  const fields = offered(ended, signedOut.happened);
  assert.match(ended.html, /href="\/sign-in" target="_blank"/);
  for (const secret of Object.values(typedSecrets)) assert.ok(!ended.html.includes(secret), secret);
  const { csrf: _, ...rest } = form as Record<string, string>;
  const { csrf, ...again } = fields;
  assert.deepEqual(again, rest);
  await signIn(visitor, alice);
  const asked = await visitor.post("/portal/create", { ...again, csrf: csrf ?? "" }, ours);
  const once = offered(asked, other.happened);
  assert.match(decoded(asked.html), /@alice/);
  const owned = async () =>
    (await ledger.applicationsOf(alice.id, { after: undefined, size: 9 })).map(({ name }) => name);
  assert.ok(!(await owned()).includes(input.name), "nothing happened yet");
  const made = await visitor.post("/portal/create", once, ours);
  assert.equal(made.status, 201);
  assert.ok((await owned()).includes(input.name));
});

// interface §15.3, §14.59
test("400 — a form that was opened with another account is shown for this one, with what was typed", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const visitor = await signedIn(baseUrl, alice);
  const form = { ...formOn((await visitor.get("/portal/create")).html).hidden, ...input };
  await visitor.send("/sign-out", {});
  await signIn(visitor, bob);
  const again = offered(await visitor.post("/portal/create", form, ours), other.happened);
  const shown = await visitor.post("/portal/create", again, ours);
  assert.equal(shown.status, 400);
  assert.ok(decoded(shown.html).includes(english.portal.creation.otherAccount));
  assert.ok(decoded(shown.html).includes(input.name));
  const { hidden } = formOn(shown.html);
  const made = await visitor.post("/portal/create", { ...input, ...hidden }, ours);
  assert.equal(made.status, 201);
  const page = { after: undefined, size: 9 };
  assert.deepEqual(
    (await ledger.applicationsOf(bob.id, page)).map(({ name }) => name),
    [input.name],
  );
});

// interface §14.59
test("403 — settings and the profile, in the reader's language too; a cookie that is gone loses nothing", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application } = world;
  const visitor = await signedIn(baseUrl, alice);
  for (const path of [`/portal/applications/${application.id}/settings`, "/account/profile"]) {
    const { hidden } = formOn((await visitor.get(path)).html);
    const form = { ...hidden, name: "Typed" };
    await visitor.send("/sign-out", {});
    await signIn(visitor, alice);
    const asked = await visitor.post(path, form, { origin: baseUrl });
    assert.equal(offered(asked, other.happened)["name"], "Typed");
    const inArabic = await visitor.post(`${path}?language=ar`, form, { origin: baseUrl });
    assert.equal(offered(inArabic, arabic.resubmitForm.kinds.signedIn.happened)["name"], "Typed");
    await visitor.post("/language", { language: "en", continue: "/account" });
    const anonymous = new Visitor(baseUrl);
    const gone = await anonymous.post(path, form, ours);
    assert.equal(offered(gone, signedOut.happened)["name"], "Typed");
    assert.equal(anonymous.cookies.size, 1, "the form that comes next is this browser's");
  }
});

// interface §14.2, §14.59
test("T20 — 403 or 303: another site's form gets no button, nor one of which the browser says nothing", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const form = { ...formOn((await visitor.get("/portal/create")).html).hidden, ...input };
  const alices = await signedIn(baseUrl, alice);
  for (const headers of [
    {},
    { origin: "null" },
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "cross-site", origin: baseUrl },
    { ...ours, origin: "https://evil.example" },
  ] as Record<string, string>[]) {
    const response = await alices.post("/portal/create", form, headers);
    assert.equal(response.status, 403, JSON.stringify(headers));
    assert.ok(!response.html.includes('name="csrf"'), JSON.stringify(headers));
  }
  const ended = new Visitor(baseUrl);
  const { hidden } = formOn((await ended.get("/sign-in")).html);
  const response = await ended.post("/portal/create", { ...input, csrf: hidden["csrf"] ?? "" });
  assert.equal(response.location, "/sign-in?continue=%2Fportal%2Fcreate");
  const button = await alices.post("/account/applications", { csrf: "", change: "revoke" }, ours);
  assert.match(decoded(button.html), saying(english.error.kinds["forbidden-form"].happened));
});
