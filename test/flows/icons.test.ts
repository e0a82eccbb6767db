/** Icons of applications: uploaded as a file, encoded again, served separately, and pointed out where users decide. */
import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import * as english from "../../src/pages/languages/english.ts";
import { requestTokenFor } from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeUser } from "../support/service.ts";
import { decoded, signedIn, type Visitor } from "../support/visitor.ts";
import { secondsOf, startWorld, type World } from "../support/world.ts";

const day = 86_400_000;
const callback = "https://weather.example/callback";
const { icon: texts } = english.portal.settings;

async function picture(edge = 64): Promise<Buffer> {
  return sharp({ create: { width: edge, height: edge, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
}

/** As a browser sends the form. */
async function upload(
  { baseUrl, application }: World,
  visitor: Visitor,
  fields: Readonly<Record<string, string | Buffer>>,
): Promise<{ status: number; location: string | null; html: string }> {
  const form = new FormData();
  form.set("csrf", await visitor.csrf());
  form.set("change", "set");
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.set(name, value);
    else form.set(name, new Blob([new Uint8Array(value)]), "icon.png");
  }
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(`${baseUrl}/portal/applications/${application.id}/icon`, {
    method: "POST",
    body: form,
    headers: { cookie },
    redirect: "manual",
  });
  const { status, headers } = response;
  return { status, location: headers.get("location"), html: await response.text() };
}

function iconOn(html: string): string | undefined {
  return /<img class="icon" src="([^"]*)"/.exec(decoded(html))?.[1];
}

async function consentOf(
  { baseUrl, application, clock }: World,
  visitor: Visitor,
): Promise<string> {
  const { token } = await requestTokenFor(baseUrl, application, callback, {
    oauth_timestamp: secondsOf(clock.now),
  });
  return (await visitor.get(`/oauth/authorize?oauth_token=${token}`)).html;
}

// interface §15.52, §15.53
test("303 — an icon is encoded again, served with a strict policy, and shown to users; then taken away", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  await makeAccessToken(ledger, application, bob);
  const [owner, users] = [await signedIn(baseUrl, alice), await signedIn(baseUrl, bob)];
  const settings = `/portal/applications/${application.id}/settings`;
  assert.equal(iconOn((await owner.get(settings)).html), undefined);
  const set = await upload(world, owner, { icon: await picture() });
  assert.deepEqual([set.status, set.location], [303, `${settings}?saved`]);
  const address = iconOn((await owner.get(settings)).html) ?? "";
  assert.match(address, new RegExp(`^/icons/${application.id}-[0-9a-f]{32}\\.webp$`));
  for (const html of [
    (await owner.get("/portal")).html,
    (await users.get("/account/applications")).html,
    await consentOf(world, users),
  ]) {
    assert.equal(iconOn(html), address);
  }
  const served = await fetch(baseUrl + address);
  assert.equal(served.status, 200);
  assert.equal(served.headers.get("content-type"), "image/webp");
  assert.equal(served.headers.get("x-content-type-options"), "nosniff");
  assert.equal(served.headers.get("content-security-policy"), "default-src 'none'; sandbox");
  assert.equal(served.headers.get("cross-origin-resource-policy"), "same-origin");
  assert.match(served.headers.get("cache-control") ?? "", /immutable/);
  const { width, format } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
  assert.deepEqual([width, format], [256, "webp"]);
  assert.equal((await upload(world, owner, { change: "remove" })).status, 303);
  assert.equal(iconOn((await owner.get(settings)).html), undefined);
  for (const gone of [address, "/icons/x.webp", address.replace(/-./, "-0")]) {
    assert.equal((await fetch(baseUrl + gone)).status, 404, gone);
  }
});

// interface §15.52
test("422, 413 — what is no image of a kind that is taken, or too much of it, is rejected with the reason", async () => {
  await using world = await startWorld();
  const owner = await signedIn(world.baseUrl, world.alice);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const tries = [
    [svg, texts.problems.unreadable],
    [(await picture()).subarray(0, 60), texts.problems.unreadable],
    [await picture(2049), texts.problems.unreadable],
    [Buffer.alloc(0), texts.problems.missing],
    [Buffer.alloc(512 * 1024 + 1), texts.problems["too-large"]],
  ] as const;
  for (const [icon, problem] of tries) {
    const { status, html } = await upload(world, owner, { icon });
    assert.equal(status, 422);
    assert.match(html, saying(problem));
  }
  assert.equal((await upload(world, owner, { icon: Buffer.alloc(600 * 1024) })).status, 413);
  assert.equal((await upload(world, owner, { change: "other" })).status, 400);
  assert.equal((await world.ledger.applicationById(world.application.id))?.icon, undefined);
});

// interface §15.52
test("T15, T21 — 403, 404: without the form's token, or by someone else, no icon changes", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger, application } = world;
  const owner = await signedIn(baseUrl, alice);
  const anonymous = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const icon = await picture();
  for (const csrf of ["", "x", await anonymous.csrf()]) {
    assert.equal((await upload(world, owner, { csrf, icon })).status, 403);
  }
  assert.equal((await upload(world, anonymous, { icon })).status, 404);
  const path = `/portal/applications/${application.id}/icon`;
  assert.equal((await owner.send(path, { change: "remove" })).status, 403, "not as another form");
  assert.equal((await ledger.applicationById(application.id))?.icon, undefined);
});

// interface §15.54
test("200 — for 7 days consent says that the name, icon, website or owner changed, and not for other words", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, clock, ledger } = world;
  const owner = await signedIn(baseUrl, alice);
  const users = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const changed = saying(english.consent.changedRecently.what);
  const { website = "" } = (await ledger.applicationById(application.id)) ?? {};
  const save = (fields: Readonly<Record<string, string>>) =>
    owner.send(`/portal/applications/${application.id}/settings`, {
      name: "Weather Bot",
      access: "read",
      callbacks: callback,
      website,
      ...fields,
    });
  assert.doesNotMatch(await consentOf(world, users), changed);
  const links = {
    terms_url: "https://weather.example/terms",
    privacy_url: "https://weather.example/privacy",
    support_url: "https://weather.example/support",
  };
  assert.equal((await save({ description: "Other words.", ...links })).status, 303);
  const page = await consentOf(world, users);
  assert.doesNotMatch(page, changed);
  for (const href of Object.values(links))
    assert.ok(decoded(page).includes(`href="${href}"`), href);
  const changes = [
    () => save({ ...links, name: "Another Bot" }),
    () => save({ ...links, name: "Another Bot", website: "https://another.example" }),
    async () => upload(world, owner, { icon: await picture() }),
  ];
  for (const change of changes) {
    assert.equal((await change()).status, 303);
    assert.match(await consentOf(world, users), changed);
    clock.now += 7 * day - 60_000;
    const again = await signedIn(baseUrl, await makeUser(ledger, `p${clock.now % 1_000_000}`));
    assert.match(await consentOf(world, again), changed);
    clock.now += 60_000;
    assert.doesNotMatch(await consentOf(world, again), changed);
  }
});

// interface §15.53
test("422 — a link that is no web address is rejected", async () => {
  await using world = await startWorld();
  const owner = await signedIn(world.baseUrl, world.alice);
  const form = { name: "Weather Bot", access: "read", callbacks: callback };
  for (const [field, link] of [
    ["website", "website"],
    ["terms_url", "termsUrl"],
    ["privacy_url", "privacyUrl"],
    ["support_url", "supportUrl"],
  ] as const) {
    for (const address of ["javascript:alert(1)", "https://a.example/\0", "https://a.exa\tmple"]) {
      const path = `/portal/applications/${world.application.id}/settings`;
      const { status, html } = await owner.send(path, { ...form, [field]: address });
      assert.equal(status, 422, address);
      assert.match(html, saying(english.portal.draft.problems[link]));
    }
  }
});

test("403 — a form of more than 16 parts is not read; an anonymous caller's is not either, and leads to sign-in", async () => {
  await using world = await startWorld();
  const owner = await signedIn(world.baseUrl, world.alice);
  const parts = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`more${at}`, ""]));
  const icon = await picture();
  assert.equal((await upload(world, owner, { icon, ...parts(13) })).status, 303);
  assert.equal((await upload(world, owner, { icon, ...parts(14) })).status, 403);
  const url = `${world.baseUrl}/portal/applications/${world.application.id}/icon`;
  const { status, headers } = await fetch(url, {
    method: "POST",
    body: new FormData(),
    redirect: "manual",
  });
  const location = headers.get("location");
  assert.deepEqual([status, location?.slice(0, 9)], [303, "/sign-in?"]);
});
