/** The rule about unused access on the page of administrators. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dayMs } from "../../src/domain/day.ts";
import { makeAccessToken, makeAdmin } from "../support/service.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const path = "/admin/unused-access";
const turnOn = (days: number, seen: object = {}) => ({
  change: "turn-on",
  days: `${days}`,
  ...seen,
});

// interface §16.77
test("200 — what would end is counted before the rule is turned on, and a stale page changes nothing", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, clock, application, alice } = world;
  await makeAccessToken(ledger, application, alice);
  const carol = await makeAdmin(ledger, "carol");
  clock.now += 100 * dayMs;
  const admin = await signedIn(baseUrl, carol);
  const first = (await admin.get(path)).html;
  assert.match(first, /Access doesn’t end by itself\./);
  assert.doesNotMatch(first, /value="turn-o/);
  const counted = (await admin.get(`${path}?days=90`)).html;
  assert.match(counted, /unless it is used before: 1\. Users who get a notice at once: 1\./);
  assert.match(counted, /End access after 90 days/);
  assert.match((await admin.get(`${path}?days=120`)).html, /No access has been unused that long/);
  assert.equal(await ledger.setting("unused-access"), undefined, "counting changes nothing");
  const seen = { seen: /name="seen" value="([^"]+)"/.exec(counted)?.[1] ?? "" };

  assert.equal((await admin.send(path, turnOn(90, seen))).location, `${path}?on`);
  assert.match((await admin.get(`${path}?on`)).html, /Saved\..*Access ends after 90 days/s);
  const stale = await admin.send(path, turnOn(120, seen));
  assert.equal(stale.status, 409);
  assert.match(stale.html, /changed elsewhere/);
  assert.equal(await ledger.setting("unused-access"), "90");
  assert.equal((await admin.send(path, { change: "turn-off" })).location, `${path}?off`);
  assert.equal(await ledger.setting("unused-access"), "off");
  const events = await ledger.eventsBy({ name: "setting.changed" }, { after: undefined, size: 9 });
  assert.deepEqual(
    events.map(({ actor, details }) => [actor, details?.["value"]]),
    ["off", "90"].map((value) => [`user:${carol.id}`, value]),
  );
});

test("422 — a number of days that can't be is shown as it was typed, and nothing is counted or changed", async () => {
  await using world = await startWorld();
  const admin = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  for (const days of ["", "29", "3651", "1e2", "a year"]) {
    const counted = await admin.get(`${path}?days=${encodeURIComponent(days)}`);
    const sent = await admin.send(path, { change: "turn-on", days });
    for (const { status, html } of [counted, sent]) {
      assert.equal(status, 422, days);
      assert.ok(html.includes(`name="days" type="text" value="${days}"`), html);
      assert.match(html, /Enter a whole number from 30 to 3650, without separators\./);
    }
  }
  assert.equal(await world.ledger.setting("unused-access"), undefined);
});

test("409 — the rule of the configuration is shown, and not changed on the page", async () => {
  await using world = await startWorld({ UNUSED_ACCESS_DAYS: "400" });
  const admin = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  const { html } = await admin.get(`${path}?days=90`);
  assert.match(html, /Access ends after 400 days/);
  assert.match(html, /<code>COUNTERSIGN_UNUSED_ACCESS_DAYS<\/code> sets this/);
  assert.doesNotMatch(html, /name="days"/);
  for (const form of [turnOn(90), { change: "turn-off" }]) {
    assert.equal((await admin.send(path, form)).status, 409);
  }
  assert.equal(await world.ledger.setting("unused-access"), undefined);
});
