/** The contract for what administrators do to many tokens or applications in small steps. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { byUser } from "../../domain/audit-context.ts";
import {
  announcedMs,
  type BulkAction,
  type BulkWork,
  bulkActionKeptMs,
  bulkLeaseMs,
  maxRunningBulkActions,
} from "../../domain/bulk-action.ts";
import {
  type BulkActionId,
  mintAccessTokenCandidate,
  mintBulkActionId,
} from "../../domain/credentials.ts";
import { dayMs, dayOf } from "../../domain/day.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import {
  by,
  checkOn,
  createApplication,
  grant,
  now,
  type OpenLedger,
  somebody,
} from "./seeded-ledger.ts";

export function bulkActionSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "stepBulkAction: revokes what fits, in steps, and nothing that was issued later",
    async (world) => {
      const { ledger, application, committed } = world;
      const tokens = [];
      for (let at = 0; at < 5; at += 1) {
        const user = somebody();
        await ledger.createUser(user, by);
        tokens.push((await grant(world, user.id, "write"))?.token ?? assert.fail());
      }
      const [used, ...others] = tokens;
      await ledger.touchAccessTokens(used === undefined ? [] : [used], dayOf(now + 9 * dayMs));
      const filters = { unusedSince: now + 5 * dayMs };
      const work = { ...revoking(application), filters };
      const id = await begun(ledger, work, now + 1);
      const late = somebody();
      await ledger.createUser(late, by);
      const candidate = mintAccessTokenCandidate(randomBytes);
      const wanted = { applicationId: application, userId: late.id, access: "read" } as const;
      await ledger.grantAccess({ ...wanted, emailGranted: false, candidate, now: now + 1 }, by);
      // It is used while the action is under way.
      const [usedSince, ...ended] = others;
      const step = () => ledger.stepBulkAction({ id, lease: "a", now: now + 2, most: 2 });
      await ledger.touchAccessTokens(
        usedSince === undefined ? [] : [usedSince],
        dayOf(now + 9 * dayMs),
      );
      const outcomes = [await step(), await step()];
      assert.deepEqual(outcomes, ["goes-on", "over"]);
      assert.equal(await step(), "over");
      const left = await ledger.accessTokens({ ...whole(application), size: 9 });
      assert.deepEqual(
        new Set(left.map(({ token }) => token as string)),
        new Set([used, usedSince, left.find(({ userId }) => userId === late.id)?.token]),
      );
      assert.equal(ended.length, 3);
      const action = (await ledger.bulkAction(id)) as BulkAction;
      assert.deepEqual([action.state, action.done, action.endedAt], ["done", 3, now + 2]);
      const names = committed.map(({ name }) => name);
      assert.equal(names.filter((name) => name === "access-token.revoked").length, 3);
      assert.deepEqual(
        names.filter((name) => name.startsWith("bulk-action")),
        ["bulk-action.announced", "bulk-action.begun", "bulk-action.ended"],
      );
    },
  );

  check("bulkItems: counts tokens and their users, page by page", async (world) => {
    const { ledger, application, alice, bob } = world;
    await grant(world, alice, "read");
    await grant(world, alice, "write");
    await grant(world, bob, "read");
    const page = { size: 2, olderThan: now + 1 };
    const first = await ledger.bulkItems(revoking(application), { ...page, after: undefined });
    assert.equal(first.items, 2);
    const second = await ledger.bulkItems(revoking(application), { ...page, after: first.next });
    assert.deepEqual([second.items, second.next], [1, undefined]);
    assert.deepEqual(new Set([...first.users, ...second.users]), new Set([alice, bob]));
    const older = await ledger.bulkItems(revoking(application), {
      size: 9,
      olderThan: now,
      after: undefined,
    });
    assert.equal(older.items, 0);
  });

  check(
    "stepBulkAction: one process at a time, and the next one goes on after it was killed",
    async (world) => {
      const { ledger, application } = world;
      for (let at = 0; at < 3; at += 1) {
        const user = somebody();
        await ledger.createUser(user, by);
        await grant(world, user.id);
      }
      const id = await begun(ledger, revoking(application), now + 1);
      const step = (lease: string, at: number) =>
        ledger.stepBulkAction({ id, lease, now: at, most: 1 });
      assert.equal(await step("a", now), "goes-on");
      assert.equal(await step("b", now + bulkLeaseMs - 1), "elsewhere");
      assert.deepEqual(await ledger.waitingBulkActions("b", now + bulkLeaseMs - 1), []);
      assert.deepEqual(await ledger.waitingBulkActions("a", now), [id]);
      assert.deepEqual(await ledger.waitingBulkActions("b", now + bulkLeaseMs), [id]);
      assert.equal(await step("b", now + bulkLeaseMs), "goes-on");
      assert.equal(await step("a", now + bulkLeaseMs), "elsewhere");
      await Promise.all([step("b", now + bulkLeaseMs), step("a", now + 2 * bulkLeaseMs)]);
      while ((await step("a", now + 9 * bulkLeaseMs)) === "goes-on");
      assert.equal((await ledger.bulkAction(id))?.done, 3);
    },
  );

  check(
    "T81 — stepBulkAction: stops once the administrator who began it is none",
    async (world) => {
      const { ledger, application, bob, committed } = world;
      const admin = somebody();
      await ledger.createUser({ ...admin, isAdmin: true }, by);
      await ledger.createUser({ ...somebody(), isAdmin: true }, by);
      await grant(world, bob);
      const acting = byUser(admin.id, now, "192.0.2.1");
      for (const end of [
        () => ledger.revokeAdmin(admin.id, by),
        () => ledger.suspendUser(admin.id, "spam", by),
      ]) {
        const id = await begun(ledger, revoking(application), now + 1, acting);
        assert.equal(await end(), "changed");
        assert.equal(await ledger.stepBulkAction({ id, lease: "a", now, most: 9 }), "over");
        const action = await ledger.bulkAction(id);
        assert.deepEqual([action?.state, action?.done], ["stopped", 0]);
        await ledger.grantAdmin(admin.id, by);
      }
      assert.equal(committed.filter(({ name }) => name === "bulk-action.stopped").length, 2);
      assert.equal(await ledger.countGrants(application, 9), 1);
    },
  );

  check(
    "stepBulkAction: suspends those that fit, keeps earlier reasons, and restores",
    async (world) => {
      const { ledger, alice, application } = world;
      const { id: other } = await createApplication(ledger, alice);
      const { id: third } = await createApplication(ledger, world.bob);
      await ledger.suspendApplication(other, "abuse", by);
      const filters = { owner: alice };
      const suspending = { kind: "suspend-applications", filters, because: "spam" } as const;
      const reasons = async () => {
        const ids = [application, other, third];
        return Promise.all(
          ids.map(async (id) => (await ledger.applicationById(id))?.suspendedBecause),
        );
      };
      await finished(ledger, await begun(ledger, suspending, now + 1));
      assert.deepEqual(await reasons(), ["spam", "abuse", undefined]);
      const restoring = { kind: "restore-applications", filters: { ids: [application] } } as const;
      await finished(ledger, await begun(ledger, restoring, now + 1));
      assert.deepEqual(await reasons(), [undefined, "abuse", undefined]);
    },
  );

  check(
    "beginBulkAction: once, within an hour, and few at a time; stopBulkAction ends it",
    async (world) => {
      const { ledger, application } = world;
      const ids: BulkActionId[] = [];
      for (let at = 0; at < maxRunningBulkActions; at += 1) {
        ids.push(await begun(ledger, revoking(application), now + 1));
      }
      const another = await announced(ledger, revoking(application), now);
      assert.equal(await ledger.beginBulkAction(another, by), "too-many");
      const [id = another] = ids;
      assert.equal(await ledger.beginBulkAction(id, by), "begun-before");
      assert.equal(await ledger.stopBulkAction(id, by), true);
      assert.equal(await ledger.stopBulkAction(id, by), false);
      assert.equal(await ledger.stepBulkAction({ id, lease: "a", now, most: 1 }), "over");
      const late = { ...by, at: now + announcedMs };
      assert.equal(await ledger.beginBulkAction(another, late), "gone");
      const outcomes = await Promise.all([1, 2].map(() => ledger.beginBulkAction(another, by)));
      assert.deepEqual(outcomes.toSorted(), ["begun", "begun-before"]);
      assert.equal((await ledger.bulkActions({ after: undefined, size: 99 })).length, 5);
      await ledger.sweep({ now: now + bulkActionKeptMs, most: 99 });
      assert.equal((await ledger.bulkActions({ after: undefined, size: 99 })).length, 4);
    },
  );
}

function revoking(
  applicationId: Extract<BulkWork, { kind: "revoke-access-tokens" }>["applicationId"],
) {
  return { kind: "revoke-access-tokens", applicationId, userId: undefined, filters: {} } as const;
}

function whole(applicationId: ReturnType<typeof revoking>["applicationId"]) {
  return { applicationId, userId: undefined, after: undefined };
}

export async function announced(
  ledger: Ledger,
  work: BulkWork,
  announcedAt: number,
  acting = by as Parameters<Ledger["announceBulkAction"]>[1],
) {
  const id = mintBulkActionId(randomBytes);
  const action = { id, work, announcedAt, items: 9, users: 9 };
  assert.equal(await ledger.announceBulkAction(action, acting), "announced");
  return id;
}

export async function begun(
  ledger: Ledger,
  work: BulkWork,
  announcedAt: number,
  acting = by as Parameters<Ledger["announceBulkAction"]>[1],
) {
  const id = await announced(ledger, work, announcedAt, acting);
  assert.equal(await ledger.beginBulkAction(id, acting), "begun");
  return id;
}

async function finished(ledger: Ledger, id: BulkActionId) {
  while ((await ledger.stepBulkAction({ id, lease: "a", now, most: 1 })) === "goes-on");
}
