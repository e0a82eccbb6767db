/** What every engine promises of reads in a crowded database: the result has what was requested, and no more. */

import assert from "node:assert/strict";
import type { UserId } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { importedKinds } from "../../domain/imported.ts";
import { type CrowdedWorld, crowdedWorld } from "./crowded-world.ts";
import { by, checkOn, happened, issue, now, type OpenLedger } from "./seeded-ledger.ts";

const first = { after: undefined, size: 1 };

export function crowdedReadSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("reads of an application say nothing of another one", async ({ ledger }) => {
    const before = await crowdedWorld(ledger);
    const world = await crowdedWorld(ledger);
    const { alice, bob, carol, dave, application, other } = world;
    for (const one of [before, world]) {
      const byKey = [
        await ledger.applicationByConsumerKey(one.consumerKey),
        await ledger.applicationByConsumerKey(one.otherKey),
      ];
      assert.deepEqual(
        byKey.map((found) => found?.id),
        [one.application, one.other],
      );
      assert.equal((await ledger.applicationIcon(one.other))?.digest, one.other);
      assert.equal(await ledger.applicationRole(one.application, one.carol), "editor");
      assert.equal(await ledger.applicationRole(one.application, one.dave), undefined);
    }
    assert.equal(await ledger.applicationRole(application, before.carol), undefined);
    assert.deepEqual(await teamOf(world, application), [[carol, dave].sort(), undefined]);
    assert.deepEqual(await teamOf(world, other), [[bob, carol].sort(), bob]);
    assert.deepEqual(
      await ledger.applicationKeys({ applicationId: application, userId: alice }, now),
      {
        previousSecretUntil: undefined,
        bearerSince: undefined,
        previousBearerSince: undefined,
        ownAccess: [],
      },
    );
    assert.deepEqual(await ledger.applicationKeys({ applicationId: other, userId: alice }, now), {
      previousSecretUntil: now + 1000,
      bearerSince: now - 5,
      previousBearerSince: now - 6,
      ownAccess: [
        { access: "write", since: now - 6 },
        { access: "read", since: now - 5 },
      ],
    });
  });

  check("reads of what a user granted say nothing of other grants", async ({ ledger }) => {
    await crowdedWorld(ledger);
    const { alice, carol, dave, application, other } = await crowdedWorld(ledger);
    const levels = async (at: typeof application, userId: UserId) =>
      (await ledger.grants(at, userId)).map(({ access }) => access);
    assert.deepEqual(await levels(application, alice), []);
    assert.deepEqual(await levels(application, carol), ["write", "read"]);
    assert.deepEqual(await levels(application, dave), ["write"]);
    assert.deepEqual(await levels(other, dave), ["read"]);
    // Asked at once, they share a statement on PostgreSQL.
    const counted = [application, other].flatMap((at) =>
      [1, 9].map((most) => ledger.countGrants(at, most)),
    );
    assert.deepEqual(await Promise.all(counted), [1, 2, 1, 4]);
  });

  check("reads of a key find its row among others, asked alone and at once", async (world) => {
    const { ledger } = world;
    const worlds = [await crowdedWorld(ledger), await crowdedWorld(ledger)];
    await ledger.changeSetting("sign-up", "open", by);
    await ledger.changeSetting("second-factor", "a", by);
    const accounts = worlds.flatMap(({ accounts: { alice, bob, carol }, ...world }) => [
      { ...alice, userId: world.alice },
      { ...bob, userId: world.bob },
      { ...carol, userId: world.carol },
    ]);
    const sessions = await Promise.all(accounts.map(({ session }) => ledger.session(session)));
    assert.deepEqual(
      sessions.map((session) => session?.userId),
      accounts.map(({ userId }) => userId),
    );
    for (const { waiting, userId } of accounts) {
      assert.equal((await ledger.waitingSignIn(waiting, now))?.userId, userId);
    }
    const ids = worlds.flatMap(({ application, other }) => [application, other]);
    const found = await Promise.all(ids.map((id) => ledger.applicationById(id)));
    assert.deepEqual(
      found.map((one) => one?.id),
      ids,
    );
    const tokens = await Promise.all(worlds.map((world) => issue(world)));
    const asked = await Promise.all(tokens.map((token) => ledger.requestToken(token, now)));
    assert.deepEqual(
      asked.map((one) => one?.token),
      tokens,
    );
    for (const token of tokens) {
      assert.equal(await ledger.requestToken(token, now + 1000), undefined, "it has expired");
    }
    assert.deepEqual(
      [await ledger.setting("sign-up"), await ledger.setting("second-factor")],
      ["open", "a"],
    );
    for (const id of ids) {
      const rejected = (at: number) => ledger.loggedRequest(`before-${id}`, at);
      assert.equal((await rejected(now + dayMs - 1))?.applicationId, id);
      assert.equal(await rejected(now + dayMs), undefined, "it has expired");
    }
  });

  check("reads of usage count what was asked for, and since then", async ({ ledger }) => {
    const { application, other } = await crowdedWorld(ledger);
    const row = {
      of: other,
      resolution: 60,
      at: now,
      operation: "",
      kind: "issued",
      count: 7,
    } as const;
    await ledger.addUsage([
      row,
      { ...row, kind: "verified", resolution: 3600, count: 20 },
      { ...row, kind: "verified", of: application, count: 300 },
    ]);
    const requests = async (since: number) =>
      (await ledger.requestsOf([other], 60, since)).get(other);
    assert.equal(await requests(now), 1);
    assert.equal(await requests(now + 1), undefined);
    assert.equal((await ledger.usageOf(other, 60, { since: now })).length, 2);
    assert.deepEqual(await ledger.usageOf(other, 60, { since: now + 1 }), []);
  });

  check("a page has as many as were asked for", async ({ ledger, alice }) => {
    for (const _ of [1, 2]) await crowdedWorld(ledger);
    for (const _ of [1, 2]) await ledger.record({ ...happened(), userId: alice });
    const pages = {
      users: await ledger.users(first),
      applications: await ledger.applications(first),
      eventsOf: await ledger.eventsOf(alice, first),
      eventsBy: await ledger.eventsBy({}, first),
      eventsAfter: await ledger.eventsAfter("0", 1),
    };
    for (const [name, page] of Object.entries(pages)) assert.equal(page.length, 1, name);
    for (const kind of importedKinds) {
      const { records, last } = await ledger.exportedRecords({ kind, ...first });
      assert.deepEqual([records.length, last === undefined], [1, false], kind);
    }
    const all = { text: "" };
    assert.equal(await ledger.countApplications(all, 2), 2);
  });
}

async function teamOf({ ledger }: CrowdedWorld, application: CrowdedWorld["application"]) {
  const { users, offer } = await ledger.collaborators(application, now);
  return [users.map(({ userId }) => userId).sort(), offer?.userId];
}
