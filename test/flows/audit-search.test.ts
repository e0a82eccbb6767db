/** Searching the audit log for any text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxSearched } from "../../src/http/browser/audit-search.ts";
import * as english from "../../src/pages/languages/english.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { recordMany } from "../support/many-events.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeUser } from "../support/service.ts";
import { decoded, signedIn, type Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

async function seeded(world: World) {
  const bob = await makeUser(world.ledger, "bob");
  await makeAccessToken(world.ledger, world.application, bob);
  const carol = await makeAdmin(world.ledger, "carol");
  world.clock.now = Date.now();
  return { bob, carol, visitor: await signedIn(world.baseUrl, carol) };
}

/** The text of each row, the newest first. */
async function search(
  visitor: Visitor,
  query: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<string[]> {
  const { html } = await visitor.get(`/admin/audit?${new URLSearchParams(query)}`, headers);
  return [...html.matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([row]) => {
    const [, what = ""] = /<td[^>]*>(.*?)<\/td>/s.exec(row) ?? [];
    return decoded(what.replaceAll("<br>", " ").replace(/<[^>]*>/g, ""));
  });
}

// interface §16.31
test("200 — a search finds names, what happened, details and addresses", async () => {
  await using world = await startWorld();
  const { ledger, alice, application, clock } = world;
  const { bob, visitor } = await seeded(world);
  await visitor.send(`/admin/users/${alice.id}`, { change: "suspend", reason: "Sólo anuncios" });
  await ledger.record({
    name: "user.sessions-ended",
    at: clock.now,
    actor: `user:${bob.id}`,
    userId: bob.id,
    address: "192.0.2.17",
    details: { which: "others" },
  });
  const { happened, details, values } = english.audit;
  const ended = `${happened["user.sessions-ended"]} ${details.which}: ${values.others}`;
  const suspended = `${happened["user.suspended"]} ${details.because}: Sólo anuncios`;
  const finds: Record<string, readonly string[]> = {
    "192.0.2": [ended],
    [values.others]: [ended],
    "sessions ended": [ended],
    "sessions-ended": [ended],
    [bob.id]: [ended, happened["access-token.issued"], happened["user.created"]],
    "@bob sessions": [ended],
    "BOB account": [happened["user.created"]],
    "SOLO anuncios": [suspended],
    "ánuncios carol": [suspended],
    weather: [happened["access-token.issued"], happened["application.created"]],
    [`${application.id} issued`]: [happened["access-token.issued"]],
    "bob weather command": [happened["access-token.issued"]],
    "bob anuncios": [],
    "no such words": [],
  };
  for (const [q, expected] of Object.entries(finds)) {
    assert.deepEqual(await search(visitor, { q }), expected, q);
  }
  const all = await search(visitor, {});
  assert.deepEqual(await search(visitor, { q: "  " }), all, "no word narrows nothing");
  assert.deepEqual(await search(visitor, { q: "bob", name: "user.created" }), [
    happened["user.created"],
  ]);
  assert.deepEqual(await search(visitor, { q: "sessions", user: "alice" }), []);
});

// interface §16.31
test("200 — values of details are searched in the page's own language", async () => {
  await using world = await startWorld();
  const { bob, visitor } = await seeded(world);
  const details = { by: "link" } as const;
  await world.ledger.record({
    name: "user.password-changed",
    at: world.clock.now,
    actor: "anonymous",
    userId: bob.id,
    details,
  });
  for (const [tag, { audit }] of Object.entries(languages)) {
    const rows = await search(visitor, { q: audit.values.link }, { "accept-language": tag });
    const expected = `${audit.happened["user.password-changed"]} ${audit.details.by}: ${audit.values.link}`;
    assert.deepEqual(rows, [expected], tag);
  }
});

// interface §16.31
test("200 — a page of a search looks at 10,000 events, says how far it came, and leads on", async () => {
  await using world = await startWorld();
  const { visitor } = await seeded(world);
  await recordMany(world.service, maxSearched, () => ({
    name: "keys.rotated",
    at: world.clock.now,
    actor: "service",
    details: { keyId: "1" },
  }));
  const first = await visitor.get("/admin/audit?q=weather");
  assert.match(first.html, saying(english.audit.noneSoFar));
  const [, next = ""] = /href="(\/admin\/audit\?[^"]*after=[^"]*)"/.exec(decoded(first.html)) ?? [];
  assert.match(next, /q=weather/);
  const { html } = await visitor.get(next);
  assert.ok(decoded(html).includes(english.audit.happened["application.created"]));
  assert.ok(!html.includes(english.audit.searchOn), "the end of the log");
  const full = await search(visitor, { q: "rotated" });
  assert.equal(full.length, 50);
});

// interface §16.14, §16.31
test("200 — the export of a search has what it finds", async () => {
  await using world = await startWorld();
  const { visitor } = await seeded(world);
  const { html } = await visitor.get("/admin/audit.jsonl?q=weather&actor=command-line");
  const names = html
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).name);
  assert.deepEqual(names, ["access-token.issued", "application.created"]);
  assert.equal(
    (await visitor.get("/admin/audit.jsonl?q=no+such+words&actor=command-line")).html,
    "",
  );
});
