/** The contract for the rule that ends access which is not used for long. */
import assert from "node:assert/strict";
import { dayMs, dayOf } from "../../domain/day.ts";
import { type UserGrant, unusedNoticeDays } from "../../domain/unused-access.ts";
import {
  by,
  checkOn,
  createApplication,
  grant,
  now,
  type OpenLedger,
  user,
  type World,
} from "./seeded-ledger.ts";

const days = 90;
const all = { after: undefined, size: 99 };

export function unusedAccessSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "settleUnusedAccess: first a notice, then the end, each once however many do it",
    async (world) => {
      const { ledger, committed, bob } = world;
      await grant(world, bob, "read");
      await grant(world, bob, "write");
      assert.deepEqual(await pass(world, days - unusedNoticeDays - 1), [0, 0]);
      const before = committed.length;
      const both = await Promise.all([pass(world, 80), pass(world, 80)]);
      assert.deepEqual(sum(both), [1, 0]);
      assert.equal(await unusedEnd(world, bob), now + (80 + unusedNoticeDays) * dayMs);
      assert.deepEqual(await pass(world, 80 + unusedNoticeDays - 1), [0, 0]);
      const ends = await Promise.all([pass(world, 94), pass(world, 94)]);
      assert.deepEqual(sum(ends), [0, 1]);
      assert.deepEqual(await ledger.grants(world.application, bob), []);
      assert.deepEqual(
        committed.slice(before).map(({ name, actor }) => [name, actor]),
        [
          ["access.expiring", "service"],
          ["access.revoked", "service"],
        ],
      );
    },
  );

  check("settleUnusedAccess: even the oldest access gets a notice first", async (world) => {
    await grant(world, world.bob);
    assert.deepEqual(await pass(world, 3000), [1, 0]);
    assert.deepEqual(await pass(world, 3000 + unusedNoticeDays - 1), [0, 0]);
    assert.deepEqual(await pass(world, 3000 + unusedNoticeDays), [0, 1]);
  });

  check(
    "T84 — settleUnusedAccess: a use of any token between the look and the end wins, and the notice is void",
    async (world) => {
      const { ledger, bob } = world;
      await grant(world, bob, "read");
      const { token } = await grant(world, bob, "write");
      await pass(world, 80);
      const rule = { days, now: now + 94 * dayMs };
      const { grants } = await ledger.unusedAccess(rule, { after: undefined, size: 9 });
      assert.equal(grants.length, 1);
      await ledger.touchAccessTokens([token], dayOf(rule.now));
      assert.equal(await unusedEnd(world, bob), undefined);
      const settled = await ledger.settleUnusedAccess(
        { configured: days, now: rule.now, emails: true },
        grants,
      );
      assert.deepEqual(settled, { told: 0, ended: 0, waits: false });
      assert.deepEqual(await pass(world, 95), [0, 0]);
      assert.equal((await ledger.grants(world.application, bob)).length, 2);
    },
  );

  check("T84 — settleUnusedAccess: a use on the day of the notice counts", async (world) => {
    const { token } = await grant(world, world.bob);
    await pass(world, 80);
    await world.ledger.touchAccessTokens([token], dayOf(now + 80 * dayMs));
    assert.equal(await unusedEnd(world, world.bob), undefined);
    assert.deepEqual(await pass(world, 94), [0, 0]);
  });

  check("settleUnusedAccess: what the user allows again does not end", async (world) => {
    await grant(world, world.bob);
    await pass(world, 80);
    await grant(world, world.bob);
    assert.equal(await unusedEnd(world, world.bob), undefined);
    assert.deepEqual(await pass(world, 94), [1, 0], "another notice comes first");
  });

  check("settleUnusedAccess: notices are void once the rule is off or longer", async (world) => {
    for (const other of ["off", 400] as const) {
      await grant(world, world.bob);
      assert.deepEqual(await pass(world, 80), [1, 0]);
      assert.deepEqual(await pass(world, 94, other), [0, 0]);
      assert.equal(await unusedEnd(world, world.bob), undefined);
      assert.deepEqual(await pass(world, 95), [1, 0]);
      await world.ledger.revokeAccess({ applicationId: world.application, userId: world.bob }, by);
    }
  });

  check(
    "T85 — settleUnusedAccess: a rule that was turned off meanwhile ends nothing",
    async (world) => {
      const { ledger, bob } = world;
      await grant(world, bob);
      const at = (day: number) => ({ configured: undefined, now: now + day * dayMs, emails: true });
      const grants = [{ applicationId: world.application, userId: bob }];
      const set = (value: string) => ledger.changeSetting("unused-access", value, by);
      const none = { told: 0, ended: 0, waits: false };
      assert.deepEqual(await ledger.settleUnusedAccess(at(80), grants), none, "it was never set");
      await set(String(days));
      assert.equal((await ledger.settleUnusedAccess(at(80), grants)).told, 1);
      assert.equal((await ledger.unusedAccess({ days, now: at(94).now }, all)).grants.length, 1);
      await set("off");
      assert.deepEqual(await ledger.settleUnusedAccess(at(94), grants), none);
      assert.equal(await unusedEnd(world, bob), undefined, "the notice is void");
      await set(String(days));
      assert.deepEqual(await pass(world, 94), [1, 0], "another notice comes first");
      const configured = { ...at(108), configured: 400 };
      assert.deepEqual(await ledger.settleUnusedAccess(configured, grants), none);
    },
  );

  check("unusedAccessPart: what would get a notice, with each user once", async (world) => {
    const { ledger, alice, bob, application } = world;
    const other = await createApplication(ledger, alice);
    await grant(world, bob, "read");
    const { token } = await grant(world, bob, "write");
    await grant({ ...world, application: other.id }, bob);
    await grant(world, alice);
    const first = days - unusedNoticeDays;
    const counts = async (day: number) => {
      const found: string[] = [];
      let [items, after]: [number, string | undefined] = [0, undefined];
      do {
        const rule = { days, now: now + day * dayMs };
        const part = await ledger.unusedAccessPart(rule, { after, size: 1 });
        items += part.items;
        found.push(...part.users);
        after = part.next;
      } while (after !== undefined);
      return [items, new Set(found).size, found.join() === found.toSorted().join()];
    };
    assert.deepEqual(await counts(first - 1), [0, 0, true]);
    assert.deepEqual(await counts(first), [3, 2, true]);
    await ledger.touchAccessTokens([token], dayOf(now + 50 * dayMs));
    assert.deepEqual(await counts(first), [2, 2, true]);
    await ledger.revokeAccess({ applicationId: application, userId: alice }, by);
    assert.deepEqual(await counts(first), [1, 1, true]);
  });

  check("settleUnusedAccess: a restored backup has no notices", async (world) => {
    await grant(world, world.bob);
    await pass(world, 80);
    const restored = { revokedAgain: 0, replaysAccepted: false, issuedAfter: undefined, seed: "" };
    await world.ledger.settleRestored({ ...restored, now }, by);
    assert.equal(await unusedEnd(world, world.bob), undefined);
  });

  check(
    "settleUnusedAccess: one email for all applications, and only to a verified address",
    async (world) => {
      const { ledger, alice } = world;
      const other = await createApplication(ledger, alice);
      const verified = { email: "carol@users.example", emailVerified: true };
      const invited = { ...user("carol"), ...verified };
      await ledger.createUser(invited, by);
      const carol = invited.id;
      for (const application of [world.application, other.id]) {
        for (const userId of [carol, world.bob]) await grant({ ...world, application }, userId);
      }
      assert.deepEqual(await pass(world, 80), [4, 0]);
      const due = await ledger.nextAccountNotice(now + 80 * dayMs);
      assert.deepEqual([due?.userId, due?.news], [carol, "accessExpiring"]);
      await ledger.takeAccountNotice(due ?? assert.fail());
      assert.equal(await ledger.nextAccountNotice(now + 80 * dayMs), undefined);
    },
  );

  check("unusedAccess: page by page, whoever has access", async (world) => {
    const { ledger, alice, bob } = world;
    await grant(world, alice);
    await grant(world, bob);
    const found: UserGrant[] = [];
    let after: UserGrant | undefined;
    do {
      const rule = { days, now: now + 99 * dayMs };
      const slice = await ledger.unusedAccess(rule, { after, size: 1 });
      found.push(...slice.grants);
      after = slice.next;
    } while (after !== undefined);
    assert.deepEqual(new Set(found.map(({ userId }) => userId)), new Set([alice, bob]));
    assert.equal(found.length, 2);
  });

  check("unusedAccess: all access of a user is in one part, if it fits", async (world) => {
    const { ledger, alice, bob, application } = world;
    const other = await createApplication(ledger, alice);
    for (const userId of [alice, bob]) {
      for (const one of [application, other.id])
        await grant({ ...world, application: one }, userId);
    }
    const rule = { days, now: now + 99 * dayMs };
    for (const [size, parts] of [
      [1, [1, 1, 1, 1]],
      [2, [2, 2]],
      [3, [2, 2]],
      [4, [4]],
    ] as const) {
      const sizes: number[] = [];
      let after: UserGrant | undefined;
      do {
        const part = await ledger.unusedAccess(rule, { after, size });
        sizes.push(part.grants.length);
        after = part.next;
      } while (after !== undefined);
      assert.deepEqual(sizes, parts);
    }
  });
}

/** The rule is applied once, so many days later. Returns how many were told, and how many ended. */
async function pass(
  { ledger }: World,
  later: number,
  rule: number | "off" = days,
): Promise<readonly [number, number]> {
  const at = { days: rule === "off" ? undefined : rule, now: now + later * dayMs };
  const { grants } = await ledger.unusedAccess(at, all);
  const settled = { configured: at.days, now: at.now, emails: true };
  const { told, ended } = await ledger.settleUnusedAccess(settled, grants);
  return [told, ended];
}

function sum(passes: readonly (readonly [number, number])[]): readonly number[] {
  return [0, 1].map((at) => passes.reduce((total, one) => total + (one[at] ?? 0), 0));
}

async function unusedEnd({ ledger }: World, userId: World["bob"]): Promise<number | undefined> {
  const [connected] = await ledger.connectedApplications(userId, { after: undefined, size: 9 });
  return connected?.unusedEnd;
}
