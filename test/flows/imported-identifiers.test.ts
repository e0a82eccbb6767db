/** Users and applications with ids and keys from another system: shorter than ours, and some look like names. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { hmacSha1 } from "#oauth1";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import type { ApplicationId } from "../../src/domain/credentials.ts";
import { requestIdHeader } from "../../src/domain/logged-request.ts";
import * as english from "../../src/pages/languages/english.ts";
import { readRecord } from "../../src/program/moving/record-line.ts";
import { wholeFlow } from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { decoded, signedIn, type Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

async function imported({ ledger, clock: { now } }: World, lines: readonly object[]) {
  const signatureMethods = [hmacSha1];
  const reading = { now, random: randomBytes, withAdmins: false, signatureMethods };
  const records = lines.map((line) => readRecord(JSON.stringify(line), reading));
  const outcomes = await ledger.importRecords({ records, now, dryRun: false }, byCommandLine(now));
  assert.deepEqual(
    outcomes.map((one) => one.is),
    lines.map(() => "new"),
  );
}

const secret = "a-secret-of-theirs";
const dora = { type: "user", id: "42", screen_name: "dora" };
const digits = { type: "user", id: "77", screen_name: "4200" };
const keyed = ({ alice }: World, consumer_key: string, name: string, id?: string) => ({
  ...{ type: "application", consumer_key, consumer_secret: secret, name, id },
  ...{
    owner_id: alice.id,
    owner: "alice",
    access: "write",
    description: "It does.",
    website: "https://a.example",
  },
});

/** The names in the first column of a list on the administrators' pages. */
async function listed(visitor: Visitor, path: string): Promise<string[]> {
  const { html } = await visitor.get(path);
  const rows = [...html.matchAll(/<tr><th scope="row">(.*?)<\/th>/gs)];
  return rows.map(([, cell = ""]) => decoded(cell.replace(/<svg.*?<\/svg>|<[^>]*>/gs, "")));
}

// interface §16.4
test("200 — users are found by a short id too, and by a screen name of digits", async () => {
  await using world = await startWorld();
  await imported(world, [dora, digits]);
  const visitor = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  const search = (q: string) => listed(visitor, `/admin/users?q=${q}`);
  assert.deepEqual(await search("42"), ["@4200", "@dora"]);
  assert.deepEqual(await search("77"), ["@4200"]);
  assert.deepEqual(await search("%4042"), ["@4200"]);
  assert.deepEqual(await search("042"), []);
});

// interface §16.4
test("200 — applications are found by a key or an id that looks like a name, and by names that look like these", async () => {
  await using world = await startWorld();
  const { ledger, alice } = world;
  await imported(world, [
    keyed(world, "weather", "Acme"),
    keyed(world, "acme.v2~x", "42nd Street", "4201"),
  ]);
  await makeApplication(ledger, alice, { name: "4201 Main Street" });
  const visitor = await signedIn(world.baseUrl, await makeAdmin(ledger, "carol"));
  const search = (q: string) => listed(visitor, `/admin/applications?q=${q}`);
  assert.deepEqual(await search("weather"), ["Acme", "Weather Bot"]);
  assert.deepEqual(await search("acme.v2~x"), ["42nd Street"]);
  assert.deepEqual(await search("4201"), ["4201 Main Street", "42nd Street"]);
  assert.deepEqual(await search("42nd"), ["42nd Street"]);
});

// interface §16.12, §16.46
test("200 — the audit log is narrowed by ids, keys and names, whichever they look like", async () => {
  await using world = await startWorld();
  const { ledger, alice, clock } = world;
  const year = await makeUser(ledger, "2048");
  const named = await makeUser(ledger, "42");
  await imported(world, [
    dora,
    keyed(world, "weather", "Acme", "4201"),
    keyed(world, "acme", "Rain", "9"),
  ]);
  await makeApplication(ledger, alice, { name: "4202" });
  const visitor = await signedIn(world.baseUrl, await makeAdmin(ledger, "carol"));
  for (const [at, { id, by }] of [
    { id: year.id, by: "application:9" },
    { id: named.id, by: `user:${year.id}` },
    { id: "42", by: "application:4201" },
    { id: "43", by: "user:42" },
  ].entries()) {
    const userId = id as typeof year.id;
    const event = { name: "user.signed-out", actor: by, at: clock.now, userId } as const;
    await ledger.record({ ...event, applicationId: String(4199 + at) as ApplicationId });
  }
  const name = "user.signed-out";
  const search = async (query: Record<string, string>) => {
    const { html } = await visitor.get(
      `/admin/audit.jsonl?${new URLSearchParams({ ...query, name })}`,
    );
    const lines = html.split("\n").filter((line) => line.startsWith("{"));
    return lines.map((line) => JSON.parse(line).user_id);
  };
  assert.deepEqual(await search({ user: "2048" }), [year.id]);
  assert.deepEqual(await search({ user: "42" }), ["42"], "an id comes first");
  assert.deepEqual(await search({ user: "@42" }), [named.id]);
  assert.deepEqual(await search({ user: "43" }), ["43"], "the id of somebody who is gone");
  assert.deepEqual(await search({ actor: "acme" }), [year.id]);
  assert.deepEqual(await search({ actor: "2048" }), [named.id]);
  assert.deepEqual(await search({ actor: "42" }), ["43"]);
  assert.deepEqual(await search({ application: "weather" }), ["42"], "a whole key comes first");
  assert.deepEqual(await search({ application: "4201" }), ["42"]);
  assert.deepEqual(await search({ application: "4200" }), [named.id], "one that is gone");
  assert.deepEqual(await search({ application: "4202" }), [], "a name");
  const page = await visitor.get(`/admin/users/${named.id}`);
  assert.ok(page.html.includes('"/admin/audit?involved=@42"'));
});

// interface §12.8, §15.61
test("200 — wrong signatures with a key of another system are on the pages of its application", async () => {
  await using world = await startWorld();
  await imported(world, [keyed(world, "acme-weather.v2~x", "Acme", "42")]);
  const visitor = await signedIn(world.baseUrl, world.alice);
  const as = { ...world.application, consumerKey: "acme-weather.v2~x", consumerSecret: "wrong" };
  const rejected = await world.signed("POST", "/oauth/request_token", { as });
  assert.equal(rejected.status, 401);
  await world.service.dependencies.rejected.settled();
  const usage = await visitor.get("/portal/applications/42/usage");
  assert.match(usage.html, saying(english.portal.usage.unauthenticated.count(1)));
  const id = rejected.headers.get(requestIdHeader);
  const shown = await visitor.get(`/portal/applications/42/requests/${id}`);
  assert.equal(shown.status, 200);
  assert.ok(decoded(shown.html).includes("POST /oauth/request_token"));
});

// interface §5.10, §6.7
test("401 (code 89) — of several devices' tokens the revoked one alone; a user revokes them all; approving again yields the newest", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, application, alice } = world;
  const { consumerKey: consumer_key } = application;
  const of = (device: string) => ({
    token: `${alice.id}-of-the-${device}`,
    secret: `the-secret-of-the-${device}`,
  });
  const [phone, tablet, watch] = [of("phone"), of("tablet"), of("watch")];
  const devices = [phone, tablet, watch];
  const own = { type: "access_token", consumer_key, user_id: alice.id, screen_name: "alice" };
  const times = [2019, 2021, 2020].map((year) => `${year}-03-01T09:30:00Z`);
  const lines = devices.map((one, at) => ({
    ...{ ...own, access: "read", ...one },
    created_at: times[at],
  }));
  await imported(world, lines);
  const statuses = () =>
    Promise.all(
      devices.map(async (token) => {
        const path = "/1.1/account/verify_credentials.json";
        return (await world.signed("GET", path, { token })).status;
      }),
    );
  assert.deepEqual(await statuses(), [200, 200, 200]);
  assert.deepEqual(await wholeFlow(baseUrl, application, alice), tablet);
  const signedOut = await world.signed("POST", "/1.1/oauth/invalidate_token", { token: tablet });
  assert.deepEqual(await signedOut.json(), { access_token: tablet.token });
  assert.deepEqual(await statuses(), [200, 401, 200]);
  assert.deepEqual(await wholeFlow(baseUrl, application, alice), watch);
  const visitor = await signedIn(baseUrl, alice);
  assert.equal((await visitor.get("/account/applications")).html.match(/Weather Bot/g)?.length, 1);
  await visitor.send("/account/applications", { application_id: application.id, change: "revoke" });
  assert.deepEqual(await statuses(), [401, 401, 401]);
  const next = await wholeFlow(baseUrl, application, alice);
  assert.ok(![phone, tablet, watch].some((one) => one.token === next.token));
  assert.deepEqual(await ledger.grants(application.id, alice.id), [
    { access: "read", emailGranted: false },
  ]);
});

// interface §7.7
test("200 — a secret of another system with a percent sign, sent as it stands or encoded", async () => {
  await using world = await startWorld();
  const theirs = "it%41has+signs:&=";
  await imported(world, [{ ...keyed(world, "acme", "Acme"), consumer_secret: theirs }]);
  const ask = async (password: string) => {
    const authorization = `Basic ${Buffer.from(`acme:${password}`).toString("base64")}`;
    const body = new URLSearchParams({ grant_type: "client_credentials" });
    const headers = { authorization };
    return (await fetch(`${world.baseUrl}/oauth2/token`, { method: "POST", headers, body })).status;
  };
  assert.equal(await ask(theirs), 200);
  assert.equal(await ask(encodeURIComponent(theirs)), 200);
  assert.equal(await ask(decodeURIComponent(theirs)), 401);
});
