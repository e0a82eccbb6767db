/** When each credential of an application was last used, from where, and whether a previous one is still needed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as gateways from "../gateways/cases.ts";
import { bodiless, callGateway, dialects } from "../gateways/dialects.ts";
import { bearerFor } from "../support/flow.ts";
import { send, shownOn } from "../support/keys-page.ts";
import { decoded, signedIn, type Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";
import { ask, settings, signedVerification } from "../verification/asking.ts";

const hour = 3_600_000;
const addresses = new Set(["127.0.0.1", "0:0:0:0::/64"]);

/** The rows of the table of credentials: their cells, without links. */
async function rowsOf({ application }: World, visitor: Visitor) {
  const { html } = await visitor.get(`/portal/applications/${application.id}/keys`);
  const [, body = ""] = /<tbody>(.*?)<\/tbody>/s.exec(html) ?? [];
  const rows = [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
      decoded(cell.replace(/<[^>]*>/g, " "))
        .replace(/\s+/g, " ")
        .trim(),
    ),
  );
  return Object.fromEntries(
    rows.map(([name = "", _created, lastUsed, networks, state]) => [
      name,
      [lastUsed, networks, state],
    ]),
  );
}

async function sourcesOf(world: World) {
  const visitor = await signedIn(world.baseUrl, world.alice);
  await visitor.get(`/portal/applications/${world.application.id}/keys`);
  const found = await world.ledger.sourcesOf(world.application.id, world.clock.now);
  return found
    .filter(({ network }) => !addresses.has(network))
    .map(({ credential, network, program, requests, rejected }) =>
      [credential, network, program, requests, rejected].join(" "),
    )
    .sort();
}

test("200 — the table of credentials says when each was last used, and from how many addresses", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const never = ["Not in the last 30 days", "–", "Active"];
  assert.deepEqual((await rowsOf(world, visitor))["Consumer secret"], never);
  const token = await bearerFor(baseUrl, application);
  clock.now += 2 * hour;
  assert.deepEqual(await rowsOf(world, visitor), {
    "Consumer secret": ["2 hours ago", "1", "Active"],
    "Bearer token": never,
    "Your own access token": ["–", "–", "No access token."],
  });
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, { headers });
  clock.now += hour;
  const { "Bearer token": bearer } = await rowsOf(world, visitor);
  assert.deepEqual(bearer, ["1 hour ago", "1", "Active"]);
});

test("200 — during an overlap: the previous secret is still used, then safe to revoke once every address has moved", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const request = (as: World["application"]) => bearerFor(baseUrl, as);
  await request(application);
  clock.now += 120_000;
  const regenerate = { change: "regenerate", overlap: "24h" };
  const [, consumerSecret = ""] = shownOn(
    await send(world, visitor, "consumer-secret", regenerate),
  );
  const state = async () => (await rowsOf(world, visitor))["Previous consumer secret"]?.[2] ?? "";
  assert.match(await state(), /^Works until .* Still used$/);
  clock.now += hour;
  assert.match(await state(), / Not used since .* 1 address hasn’t used the new secret yet\.$/);
  clock.now += hour;
  await request(application);
  clock.now += 60_000;
  assert.match(await state(), /Still used$/);
  await request({ ...application, consumerSecret });
  clock.now += hour - 120_000;
  assert.match(await state(), /Still used$/);
  clock.now += 120_000;
  assert.match(await state(), /Not used since [^:]*:\d\d UTC Safe to revoke$/);
  const after = await rowsOf(world, visitor);
  assert.deepEqual(after["Consumer secret"]?.slice(1), ["1", "Active"]);
});

test("200 — /verify: the address and the program of the API's client", async () => {
  await using world = await startWorld(settings);
  const request = signedVerification(world, "GET", "/1/things");
  const from = { address: "203.0.113.77", user_agent: "python-requests/2.32.3" };
  assert.equal((await ask(world, "/verify", { ...request, ...from })).json.valid, true);
  const { json } = await ask(world, "/verify", { ...request, ...from, target: "/1/others" });
  assert.equal(json.valid, false);
  await ask(world, "/verify", signedVerification(world, "GET", "/1/things"));
  assert.deepEqual(await sourcesOf(world), [
    "consumer secret   1 0",
    "consumer secret 203.0.113.77 python-requests/2.32 1 0",
    "unauthenticated 203.0.113.77 python-requests/2.32 1 1",
  ]);
});

for (const [name, described] of Object.entries({ ...bodiless, ...dialects })) {
  test(`200 — ${name}: the program is the client's, or not known`, async () => {
    await using world = await startWorld(gateways.settings);
    const { authorization } = signedVerification(world, "GET", "/1/things", {
      origin: gateways.origin,
    });
    const { line, lines } = described("GET", "/1/things");
    const own = ["haproxy", "kong", "tyk", "apisix"].includes(name);
    const agent = [
      `User-Agent: ${own ? "gateway/1" : "curl/8.5.0"}`,
      ...(own ? ["X-Countersign-User-Agent: curl/8.5.0"] : []),
    ];
    const sent = [...lines, ...agent, `Authorization: ${authorization}`];
    assert.equal((await callGateway(world, line, sent)).status, 200);
    const program = name === "traefik" ? "" : "curl/8.5";
    assert.deepEqual(await sourcesOf(world), [`consumer secret 203.0.113.9 ${program} 1 0`]);
  });
}
