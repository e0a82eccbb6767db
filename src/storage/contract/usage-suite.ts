/** The contract for usage: counts add up, and days only move forward. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccessToken, ApplicationId, ConsumerKey } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { type UsageRow, usageResolutions } from "../../domain/usage.ts";
import { by, grant, type OpenLedger, seededLedger } from "./seeded-ledger.ts";

const hour = 3_600_000;
const now = 500_000 * hour;
const one = "1" as ApplicationId;
const two = "2" as ApplicationId;
const row = (more: Partial<UsageRow> = {}): UsageRow => {
  return { of: one, resolution: 300, at: now, kind: "verified", count: 1, ...more };
};

export function usageSuite(engine: string, open: OpenLedger): void {
  const check = (title: string, run: (ledger: Ledger) => unknown) =>
    test(`${engine} — ${title}`, async () => {
      await using opened = await open();
      await run(opened.ledger);
    });

  check("addUsage: what many add at once adds up", async (ledger) => {
    await ledger.addUsage([]);
    assert.deepEqual(await ledger.usageOf(one, 300, 0), []);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ledger.addUsage([row({ count: index }), row({ kind: "rejected 32" }), row({ count: 1 })]),
      ),
    );
    assert.deepEqual(await ledger.usageOf(one, 300, 0), [
      { at: now, kind: "rejected 32", count: 20 },
      { at: now, kind: "verified", count: 210 },
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
    assert.deepEqual(await ledger.usageOf(one, 300, now), [
      { at: now, kind: "verified", count: 3 },
      { at: now + hour, kind: "verified", count: 4 },
    ]);
    assert.equal((await ledger.usageOf(one, 3600, 0)).length, 1);
    assert.equal((await ledger.usageOf(two, 3600, 0)).length, 0);
    assert.deepEqual(await ledger.usageOf("service", 60, 0), [
      { at: now, kind: "signed-in", count: 7 },
    ]);
  });

  check("requestsOf: the sums of several at once, what was issued not twice", async (ledger) => {
    await ledger.addUsage([
      row({ resolution: 3600, at: now - 1, count: 100 }),
      row({ resolution: 3600, at: now, count: 3 }),
      row({ resolution: 3600, at: now + hour, count: 4 }),
      row({ resolution: 3600, at: now, kind: "issued", count: 2 }),
      row({ resolution: 3600, at: now, kind: "rejected 88", count: 5 }),
      row({ count: 100 }),
      row({ of: two, resolution: 3600, count: 6 }),
      row({ of: "3" as ApplicationId, resolution: 3600, count: 100 }),
    ]);
    const none = "4" as ApplicationId;
    assert.deepEqual([...(await ledger.requestsOf([two, one, none], 3600, now))].sort(), [
      [one, 12],
      [two, 6],
    ]);
    assert.equal((await ledger.requestsOf([], 3600, now)).size, 0);
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

  check("sweep: counts go when their time has passed, at most so many a step", async (ledger) => {
    const rows = usageResolutions.flatMap(({ seconds, keptMs }) => [
      row({ resolution: seconds, at: now - keptMs - hour }),
      row({ resolution: seconds, at: now - keptMs - hour, kind: "issued" }),
      row({ resolution: seconds, at: now - keptMs + 1 }),
    ]);
    await ledger.addUsage(rows);
    const steps: number[] = [];
    do steps.push(await ledger.sweep({ now: now, most: 4 }));
    while (steps.at(-1) !== 0);
    assert.deepEqual(steps, [4, 2, 0]);
    for (const { seconds, keptMs } of usageResolutions) {
      const left = await ledger.usageOf(one, seconds, 0);
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
}
