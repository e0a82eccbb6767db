/** The contract for usage: counts add up, and days only move forward. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccessToken, ApplicationId, ConsumerKey } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { daysKept, hoursKeptDays, type UsageRow, usageResolutions } from "../../domain/usage.ts";
import { by, grant, type OpenLedger, seededLedger } from "./seeded-ledger.ts";

const hour = 3_600_000;
const now = 500_000 * hour;
const one = "1" as ApplicationId;
const two = "2" as ApplicationId;
const row = (more: Partial<UsageRow> = {}): UsageRow => {
  return { of: one, resolution: 300, at: now, operation: "o", kind: "verified", count: 1, ...more };
};

export function usageSuite(engine: string, open: OpenLedger): void {
  const check = (title: string, run: (ledger: Ledger) => unknown) =>
    test(`${engine} — ${title}`, async () => {
      await using opened = await open();
      await run(opened.ledger);
    });

  check("addUsage: what many add at once adds up", async (ledger) => {
    await ledger.addUsage([]);
    assert.deepEqual(await ledger.usageOf(one, 300, { since: 0 }), []);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ledger.addUsage([row({ count: index }), row({ kind: "rejected 32" }), row({ count: 1 })]),
      ),
    );
    assert.deepEqual(await ledger.usageOf(one, 300, { since: 0 }), [
      { at: now, operation: "o", kind: "rejected 32", count: 20 },
      { at: now, operation: "o", kind: "verified", count: 210 },
    ]);
  });

  check("usageOf: whose, how fine and since when; in the order of time", async (ledger) => {
    await ledger.addUsage([
      row({ at: now + hour, count: 4 }),
      row({ at: now, count: 3 }),
      row({ at: now - 1, count: 2 }),
      row({ resolution: 3600 }),
      row({ of: two }),
      row({ of: "service", resolution: 60, kind: "signed-in", count: 7 }),
    ]);
    assert.deepEqual(await ledger.usageOf(one, 300, { since: now }), [
      { at: now, operation: "o", kind: "verified", count: 3 },
      { at: now + hour, operation: "o", kind: "verified", count: 4 },
    ]);
    assert.equal((await ledger.usageOf(one, 3600, { since: 0 })).length, 1);
    assert.equal((await ledger.usageOf(two, 3600, { since: 0 })).length, 0);
    assert.deepEqual(await ledger.usageOf("service", 60, { since: 0 }), [
      { at: now, operation: "o", kind: "signed-in", count: 7 },
    ]);
  });

  check("requestsOf: the sums of several at once, what was issued not twice", async (ledger) => {
    await ledger.addUsage([
      row({ resolution: 300, at: now - 1, count: 100 }),
      row({ resolution: 300, at: now, count: 3 }),
      row({ resolution: 300, at: now + 300_000, count: 4 }),
      row({ resolution: 300, at: now, kind: "issued", count: 2 }),
      row({ resolution: 300, at: now, kind: "rejected 88", count: 5 }),
      row({ resolution: 3600, count: 100 }),
      row({ of: two, resolution: 300, count: 6 }),
      row({ of: "3" as ApplicationId, resolution: 300, count: 100 }),
    ]);
    const none = "4" as ApplicationId;
    assert.deepEqual([...(await ledger.requestsOf([two, one, none], 300, now))].sort(), [
      [one, 12],
      [two, 6],
    ]);
    assert.equal((await ledger.requestsOf([], 300, now)).size, 0);
  });

  check("hoursOf: those of several at once, from an hour on", async (ledger) => {
    const first = Math.floor(now / hour) * hour;
    await ledger.addUsage([
      row({ resolution: 3600, at: first - hour, count: 100 }),
      row({ resolution: 3600, at: first, count: 3 }),
      row({ resolution: 3600, at: first, kind: "rejected 88", count: 5 }),
      row({ resolution: 3600, at: first + hour, count: 4 }),
      row({ resolution: 300, at: first, count: 100 }),
      row({ of: two, resolution: 3600, at: first, count: 6 }),
      row({ of: "3" as ApplicationId, resolution: 3600, at: first, count: 100 }),
    ]);
    const none = "4" as ApplicationId;
    const uses = await ledger.hoursOf([two, one, none], first);
    const written = [...uses].flatMap(([id, ofOne]) =>
      ofOne.map(({ at, kind, count }) => `${id} ${(at - first) / hour} ${kind} ${count}`),
    );
    assert.deepEqual(written.sort(), [
      `${one} 0 rejected 88 5`,
      `${one} 0 verified 3`,
      `${one} 1 verified 4`,
      `${two} 0 verified 6`,
    ]);
    assert.equal((await ledger.hoursOf([], first)).size, 0);
  });

  check("applicationIds: by consumer key, unknown keys left out", async (ledger) => {
    const { application, consumerKey } = await seededLedger({ ledger, committed: [] });
    const unknown = `${consumerKey}x` as ConsumerKey;
    assert.deepEqual(
      [...(await ledger.applicationIds([unknown, consumerKey]))],
      [[consumerKey, application]],
    );
    assert.equal((await ledger.applicationIds([])).size, 0);
  });

  check(
    "addUsage: hours of a day add up, and so does the day; of peaks the greatest stays",
    async (ledger) => {
      const midnight = Math.floor(now / dayMs) * dayMs;
      const hourly = (hours: number, more: Partial<UsageRow> = {}) =>
        row({ resolution: 3600, at: midnight + hours * hour, ...more });
      const nodes = Array.from({ length: 10 }, (_, node) =>
        ledger.addUsage([
          hourly(0),
          hourly(23, { count: node }),
          hourly(23, { operation: "p", kind: "peak", count: node }),
          hourly(24),
          hourly(24),
        ]),
      );
      await Promise.all(nodes);
      await ledger.addUsage([hourly(7, { operation: "p", kind: "peak", count: 4 })]);
      const verified = { operation: "o", kind: "verified" } as const;
      const peak = { operation: "p", kind: "peak" } as const;
      assert.deepEqual(await ledger.usageOf(one, 3600, { since: 0 }), [
        { at: midnight, ...verified, count: 10 },
        { at: midnight + 7 * hour, ...peak, count: 4 },
        { at: midnight + 23 * hour, ...verified, count: 45 },
        { at: midnight + 23 * hour, ...peak, count: 9 },
        { at: midnight + dayMs, ...verified, count: 20 },
      ]);
      assert.deepEqual(await ledger.usageOf(one, 86_400, { since: midnight }), [
        { at: midnight, ...verified, count: 55 },
        { at: midnight, ...peak, count: 9 },
        { at: midnight + dayMs, ...verified, count: 20 },
      ]);
      const since = midnight + hour;
      const until = midnight + dayMs;
      assert.equal((await ledger.usageOf(one, 3600, { since, until })).length, 3);
      assert.equal((await ledger.usageOf(one, 86_400, { since, until })).length, 0);
      const hours = async (from: number) => (await ledger.hoursOf([one], from)).get(one)?.length;
      assert.deepEqual(
        await Promise.all([midnight, since, until - hour + 1, until, until + 1].map(hours)),
        [5, 4, 1, 1, undefined],
      );
    },
  );

  check(
    "sweep: a day keeps its hours for 91 days and its sum for 400, at most so many a step",
    async (ledger) => {
      const day = Math.floor(now / dayMs);
      const days = [hoursKeptDays - 1, hoursKeptDays, daysKept - 1, daysKept];
      await ledger.addUsage(
        days.flatMap((ago) => [
          row({ resolution: 3600, at: (day - ago) * dayMs, count: 2 }),
          row({ resolution: 3600, at: (day - ago) * dayMs + hour, count: 3 }),
        ]),
      );
      const steps: number[] = [];
      do steps.push(await ledger.sweep({ now, most: 2 }));
      while (steps.at(-1) !== 0);
      assert.deepEqual(steps, [2, 2, 0], "three days lose their hours, and one of them its sum");
      const kept = async (resolution: 3600 | 86_400) =>
        (await ledger.usageOf(one, resolution, { since: 0 })).map(({ at, count }) => [
          Math.round(24 * (day - at / dayMs)),
          count,
        ]);
      const begin = hoursKeptDays - 1;
      assert.deepEqual(await kept(3600), [
        [24 * begin, 2],
        [24 * begin - 1, 3],
      ]);
      assert.deepEqual(
        await kept(86_400),
        [daysKept - 1, hoursKeptDays, begin].map((ago) => [24 * ago, 5]),
      );
    },
  );

  check("sweep: counts go when their time has passed, at most so many a step", async (ledger) => {
    const rows = usageResolutions.flatMap(({ seconds, keptMs }) => [
      row({ resolution: seconds, at: now - keptMs - hour }),
      row({ resolution: seconds, at: now - keptMs - hour, kind: "issued" }),
      row({ resolution: seconds, at: now - keptMs + 1 }),
    ]);
    await ledger.addUsage(rows);
    const steps: number[] = [];
    do steps.push(await ledger.sweep({ now: now, most: 3 }));
    while (steps.at(-1) !== 0);
    assert.deepEqual(steps, [3, 1, 0]);
    for (const { seconds, keptMs } of usageResolutions) {
      const left = await ledger.usageOf(one, seconds, { since: 0 });
      assert.deepEqual(
        left.map((each) => each.at),
        [now - keptMs + 1],
      );
    }
  });

  check(
    "sweep: counts that have just passed wait for others, so that few sweeps find any",
    async (ledger) => {
      for (const { seconds, keptMs } of usageResolutions) {
        await ledger.addUsage([row({ resolution: seconds, at: now - keptMs })]);
      }
      assert.equal(await ledger.sweep({ now: now, most: 10 }), 0);
      assert.equal(await ledger.sweep({ now: now + hour, most: 10 }), usageResolutions.length);
    },
  );

  test(`${engine} — touchAccessTokens: the day of the last use, which never goes back`, async () => {
    await using opened = await open();
    const world = await seededLedger(opened);
    const { ledger, consumerKey, application, alice } = world;
    const { token } = await grant(world, alice, "write");
    const lastUsed = async () =>
      (await ledger.accessTokenCredentials(consumerKey, token, now))?.access.lastUsedDay;
    assert.equal(await lastUsed(), undefined);
    await ledger.touchAccessTokens([token, "1-unknown" as AccessToken], 20_000);
    assert.equal(await lastUsed(), 20_000);
    await ledger.touchAccessTokens([token], 19_999);
    assert.equal(await lastUsed(), 20_000);
    await ledger.touchAccessTokens([token], 20_001);
    assert.equal(await lastUsed(), 20_001);
    const [connected] = await ledger.connectedApplications(alice, { after: undefined, size: 1 });
    assert.equal(connected?.lastUsedDay, 20_001);
    const reading = await grant(world, alice, "read");
    await ledger.touchAccessTokens([reading.token], 20_000);
    const [both] = await ledger.connectedApplications(alice, { after: undefined, size: 1 });
    assert.equal(both?.lastUsedDay, 20_001, "the later of two tokens");
    await ledger.revokeAccessToken(reading.token, by);
    await ledger.reduceToRead({ applicationId: application, userId: alice }, by);
    assert.equal(await lastUsed(), 20_001, "it is the same token");
  });

  test(`${engine} — touchAccessTokens: a user counts once a day for each application, however many tokens and nodes`, async () => {
    await using opened = await open();
    const world = await seededLedger(opened);
    const { ledger, application, alice, bob } = world;
    const tokens = [
      (await grant(world, alice, "write")).token,
      (await grant(world, alice, "read")).token,
      (await grant(world, bob, "write")).token,
    ] as const;
    const users = async () =>
      (await ledger.usageOf(application, 86_400, { since: 0 })).map(({ at, kind, count }) => [
        at / dayMs,
        kind,
        count,
      ]);
    await Promise.all(tokens.map((token) => ledger.touchAccessTokens([token], 20_000)));
    await ledger.touchAccessTokens(tokens, 20_000);
    assert.deepEqual(await users(), [[20_000, "users", 2]]);
    await ledger.touchAccessTokens([tokens[0], tokens[1]], 20_001);
    await ledger.touchAccessTokens([tokens[2]], 19_999);
    assert.deepEqual(await users(), [
      [20_000, "users", 2],
      [20_001, "users", 1],
    ]);
    assert.equal((await ledger.hoursOf([application], 0)).size, 0);
  });
}
