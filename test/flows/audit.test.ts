/** The administrators' audit log: its filters and its export. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlainEventName } from "../../src/domain/audit.ts";
import { auditEvents } from "../../src/domain/audit.ts";
import * as english from "../../src/pages/languages/english.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { afterRead } from "../support/interleave.ts";
import { recordMany } from "../support/many-events.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { decoded, signedIn, type Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const day = 86_400_000;

async function seeded(world: World) {
  const bob = await makeUser(world.ledger, "bob");
  await makeAccessToken(world.ledger, world.application, bob);
  const carol = await makeAdmin(world.ledger, "carol");
  // Everything made so far has real times, and events are ordered by time.
  world.clock.now = Date.now();
  return { bob, carol, visitor: await signedIn(world.baseUrl, carol) };
}

/** For each row, the event and who did it. */
async function search(visitor: Visitor, query: Record<string, string>): Promise<string[]> {
  const { html } = await visitor.get(`/admin/audit?${new URLSearchParams(query)}`);
  const rows = [...html.replaceAll("<br>", " ").matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(
    ([row]) => row,
  );
  return rows.map((row) => {
    const cells = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => cell);
    return cells
      .slice(0, 2)
      .map((cell) => decoded(cell.replace(/<[^>]*>/g, "")))
      .join(" · ");
  });
}

// interface §16.12
test("200 — the log says who did what to whom, the newest first, narrowed by each field", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const { bob, visitor } = await seeded(world);
  await signedIn(baseUrl, bob);
  await visitor.send(`/admin/users/${alice.id}`, { change: "suspend", reason: "Sold followers" });
  const all = await search(visitor, {});
  assert.equal(all[0], "Account suspended Reason: Sold followers · @carol");
  assert.equal(all[1], "Signed in · @bob");
  assert.deepEqual(await search(visitor, { name: "user.signed-in", user: "@BOB" }), [
    "Signed in · @bob",
  ]);
  assert.equal((await search(visitor, { user: bob.id })).length, 3);
  for (const which of [application.consumerKey, application.id, "weather"]) {
    assert.deepEqual(await search(visitor, { application: which }), [
      "Access token issued · the command line",
      "Application created · the command line",
    ]);
  }
  assert.deepEqual(
    await search(visitor, { actor: "carol", name: "user.suspended" }),
    all.slice(0, 1),
  );
  assert.equal((await search(visitor, { actor: "command-line" })).length, 6);
  assert.deepEqual(await search(visitor, { actor: application.consumerKey }), []);
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const today = dayOf(world.clock.now);
  assert.deepEqual(await search(visitor, { from: today, to: today }), all);
  assert.deepEqual(await search(visitor, { to: dayOf(world.clock.now - day) }), []);
  assert.deepEqual(await search(visitor, { from: dayOf(world.clock.now + day) }), []);
});

// interface §16.12
test("200 — each event has a page with all of its details; 404 where there is none", async () => {
  await using world = await startWorld();
  const { alice } = world;
  const { visitor } = await seeded(world);
  await visitor.send(`/admin/users/${alice.id}`, { change: "suspend", reason: "Sold followers" });
  const { html } = await visitor.get("/admin/audit");
  const [, href = ""] = /href="(\/admin\/audit\/\d+)"/.exec(html) ?? [];
  const page = await visitor.get(href);
  assert.equal(page.status, 200);
  for (const text of [
    "Account suspended",
    "Sold followers",
    "@carol",
    "@alice",
    "user.suspended",
  ]) {
    assert.ok(page.html.includes(text), text);
  }
  for (const id of ["0", "01", "999999999999999", "1e3", "x"]) {
    assert.equal((await visitor.get(`/admin/audit/${id}`)).status, 404, id);
  }
});

// interface §16.13
test("200 — the field for who did it takes each value that its hint quotes, in every language", async () => {
  await using world = await startWorld();
  const { visitor } = await seeded(world);
  for (const [tag, { audit }] of Object.entries(languages)) {
    const quoted = [...audit.actorHint.matchAll(/[“«]\P{L}*([\w:-]+)\P{L}*[”»]/gu)].map(
      ([, value]) => value,
    );
    assert.equal(quoted.length, 4, `${tag}: ${quoted}`);
    for (const actor of quoted as string[]) {
      const query = new URLSearchParams({ actor });
      assert.equal((await visitor.get(`/admin/audit?${query}`)).status, 200, actor);
    }
  }
});

// interface §16.13
test("422 — a field that matches nothing, or several, says so and keeps what was typed", async () => {
  await using world = await startWorld();
  const { ledger, alice } = world;
  const { visitor } = await seeded(world);
  const wrong = [
    { user: "nobody" },
    { application: "None" },
    { actor: "no one" },
    { from: "soon" },
    { to: "2026-13-01" },
  ];
  for (const query of wrong) {
    const { status, html } = await visitor.get(`/admin/audit?${new URLSearchParams(query)}`);
    assert.equal(status, 422);
    assert.match(html, saying(english.audit.notUnderstood));
    assert.match(
      html,
      new RegExp(`name="${Object.keys(query)[0]}"[^>]* value="${Object.values(query)[0]}"`),
    );
    const rejected = await visitor.get(`/admin/audit.jsonl?${new URLSearchParams(query)}`);
    assert.equal(rejected.status, 303);
  }
  const other = await makeApplication(ledger, alice, { name: "Weather Radar" });
  const { status, html } = await visitor.get("/admin/audit?application=weather&to=2099-01-01");
  assert.equal(status, 422);
  assert.ok(decoded(html).includes(`/admin/audit?application=${other.consumerKey}&to=2099-01-01`));
});

// interface §16.14
test("200 — the export is the filter's events as JSON lines, all of them, and is an event itself", async () => {
  await using world = await startWorld();
  const { ledger, clock } = world;
  const { bob, visitor } = await seeded(world);
  await recordMany(world.service, 1001, (number) => ({
    name: "user.suspended",
    at: clock.now,
    actor: "service",
    userId: bob.id,
    details: { because: String(number) },
  }));
  const { status, headers, html } = await visitor.get("/admin/audit.jsonl?user=bob&actor=service");
  assert.equal(status, 200);
  assert.equal(headers.get("content-type"), "application/jsonl; charset=utf-8");
  assert.equal(headers.get("content-disposition"), 'attachment; filename="audit.jsonl"');
  assert.equal(headers.get("cache-control"), "no-store");
  const lines = html
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(lines.length, 1001);
  assert.deepEqual(
    lines.map((one) => one.details.because),
    Array.from({ length: 1001 }, (_, at) => String(1000 - at)),
  );
  const { id, ...first } = lines[0];
  assert.match(id, /^\d+$/);
  assert.deepEqual(first, {
    at: new Date(clock.now).toISOString(),
    name: "user.suspended",
    actor: "service",
    user_id: bob.id,
    user_screen_name: "bob",
    details: { because: "1000" },
  });
  const after = await visitor.get(
    `/admin/audit.jsonl?user=bob&actor=service&after=${lines[999].id}`,
  );
  assert.equal(after.html.trimEnd().split("\n").length, 1);
  const [exported] = await ledger.eventsBy(
    { name: "audit.exported" },
    { after: undefined, size: 1 },
  );
  assert.deepEqual(exported?.details, { filter: "user=bob&actor=service" });
  assert.equal(exported?.actorScreenName, "carol");
  assert.equal(
    (await visitor.get("/admin/audit.jsonl?user=bob&actor=command-line&from=2099-01-01")).html,
    "",
  );
});

// interface §16.14
test("303 — T15: a link from another site downloads nothing, so it chooses nothing that the log keeps", async () => {
  await using world = await startWorld();
  const { visitor } = await seeded(world);
  const from = async (site: string) => {
    const headers = { "sec-fetch-site": site };
    const { status, location } = await visitor.get("/admin/audit.jsonl?q=chosen", headers);
    return location ?? status;
  };
  for (const site of ["cross-site", "same-site"]) {
    assert.equal(await from(site), "/admin/audit?q=chosen");
  }
  const exported = () =>
    world.ledger.eventsBy({ name: "audit.exported" }, { after: undefined, size: 9 });
  assert.deepEqual(await exported(), []);
  for (const site of ["same-origin", "none"]) assert.equal(await from(site), 200);
  assert.equal((await exported()).length, 2);
});

// interface §16.45
test("200 — an export under way is cut off once its reader is no administrator any more", async () => {
  await using world = await startWorld();
  const { ledger, clock } = world;
  const { bob, carol, visitor } = await seeded(world);
  await makeAdmin(ledger, "dave");
  // One more than the export reads in one step.
  for (let number = 0; number < 501; number += 1) {
    const at = clock.now;
    const details = { because: String(number) };
    await ledger.record({ name: "user.suspended", at, actor: "service", userId: bob.id, details });
  }
  const demoted = { name: "admin.revoked", at: clock.now, actor: "command-line" } as const;
  const firstStep = afterRead(ledger, "eventsBy", () => ledger.revokeAdmin(carol.id, demoted));
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const { body } = await fetch(`${world.baseUrl}/admin/audit.jsonl?user=bob&actor=service`, {
    headers: { cookie },
  });
  let received = "";
  await assert.rejects(async () => {
    for await (const chunk of body ?? []) received += new TextDecoder().decode(chunk);
  }, /terminated/);
  assert.equal(firstStep.times, 1);
  assert.ok(received.trimEnd().split("\n").length <= 500);
});

test("200 — a long log comes in pages that keep the filter", async () => {
  await using world = await startWorld();
  const { ledger, clock } = world;
  const { visitor } = await seeded(world);
  for (let number = 0; number < 51; number += 1) {
    await ledger.record({
      name: "by.another-version" as PlainEventName,
      at: clock.now,
      actor: "anonymous",
    });
  }
  const first = await visitor.get("/admin/audit?actor=anonymous");
  const [, next = ""] = /href="(\/admin\/audit\?[^"]*after=[^"]*)"/.exec(decoded(first.html)) ?? [];
  const second = await visitor.get(next);
  const count = (html: string) => html.match(/<th scope="row">/g)?.length;
  assert.deepEqual([count(first.html), count(second.html)], [50, 1]);
  assert.match(first.html, /Other event: <code>by\.another-version<\/code>/);
});

test("every event can be chosen", async () => {
  await using world = await startWorld();
  const { visitor } = await seeded(world);
  const { html } = await visitor.get("/admin/audit");
  for (const name of auditEvents) assert.ok(html.includes(`<option value="${name}">`), name);
});

// interface §16.13
test("200 — events of a group, of administrators, and with an access level; each day's number is a link", async () => {
  await using world = await startWorld();
  const { bob, visitor } = await seeded(world);
  const { ledger, application, clock } = world;
  const from = { at: clock.now, actor: `user:${bob.id}`, userId: bob.id } as const;
  for (const access of ["read", "write"] as const) {
    const details = { access, asked: true };
    const applicationId = application.id;
    await ledger.record({ ...from, name: "access.approved", applicationId, details });
  }
  await visitor.send(`/admin/users/${bob.id}`, { change: "suspend", reason: "Sold followers" });
  const all = async (query: Record<string, string>) => {
    const { html } = await visitor.get(`/admin/audit?${new URLSearchParams(query)}`);
    return [...html.matchAll(/data-label="Event">(.*?)<\/td>/gs)].map(([, what = ""]) =>
      decoded(what.replace(/<[^>]*>/g, "")),
    );
  };
  const suspended = "Account suspended Reason: Sold followers";
  const granted = "Access approved Access: Read and write · User was asked: Yes";
  assert.deepEqual(await all({ access: "write" }), [granted]);
  assert.deepEqual(await all({ name: "access.approved", access: "write", user: "bob" }), [granted]);
  assert.equal((await all({ name: "access" })).length, 3);
  assert.equal((await all({ name: "administration" }))[0], suspended);
  assert.ok((await all({ name: "accounts" })).includes(suspended));
  assert.equal((await all({ name: "secrets" })).length, 0);
  const { html } = await visitor.get("/admin/audit?name=access.approved");
  const day = new Date(clock.now).toISOString().slice(0, 10);
  const href = `/admin/audit?name=access.approved&from=${day}&to=${day}`;
  assert.ok(decoded(html).includes(`<a href="${href}"`), "a bar");
  assert.match(html, /2 events/);
  const { location } = await visitor.send("/search", {
    ...{ list: "/admin/audit", q: "", name: "access.approved", access: "write", involved: "" },
    ...{ actor: "", user: "", application: "", from: "", to: "", order: "" },
  });
  assert.equal(location, "/admin/audit?access=write&name=access.approved");
});

// interface §16.12
test("200 — what a user changed: one link from their page, without sign-ins", async () => {
  await using world = await startWorld();
  const { bob, carol, visitor } = await seeded(world);
  await visitor.send(`/admin/users/${bob.id}`, { change: "suspend", reason: "Sold followers" });
  const link = `/admin/audit?actor=@carol&amp;name=changes`;
  assert.ok((await visitor.get(`/admin/users/${carol.id}`)).html.includes(`href="${link}"`));
  assert.deepEqual(await search(visitor, { actor: "@carol", name: "changes" }), [
    "Account suspended Reason: Sold followers · @carol",
  ]);
  assert.deepEqual(await search(visitor, { actor: "@carol" }), [
    "Account suspended Reason: Sold followers · @carol",
    "Signed in · @carol",
  ]);
});
