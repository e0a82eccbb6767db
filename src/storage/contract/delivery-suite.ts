/**
 * The contract for deliveries: written together with the change, taken by one node, and kept until they are accepted.
 */
import assert from "node:assert/strict";
import { dayMs } from "../../domain/day.ts";
import {
  deliveryLeaseMs,
  deliveryLifeMs,
  maxBetweenTriesMs,
  type Receiver,
  receiverLifeMs,
  retryAfterMs,
} from "../../domain/delivery.ts";
import { RoleEnded, SessionEnded } from "../../domain/errors.ts";
import { touchedOf } from "./ledger-rows.ts";
import {
  approve,
  by,
  checkOn,
  exchange,
  grant,
  happened,
  issue,
  now,
  type OpenLedger,
  session,
  type World,
} from "./seeded-ledger.ts";

const hook: Receiver = { id: "hook", events: ["user.suspended", "user.restored"] };
const file: Receiver = { id: "file", events: "all" };
const suspended = (at: number) => ({
  ...({ name: "user.suspended", details: { because: "Spam." } } as const),
  ...{ actor: "command-line", at },
});

export function deliverySuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "takeDeliveries: what happened since the receiver was named, if it wants it",
    async (world) => {
      const { ledger, bob } = world;
      await ledger.suspendUser(bob, "Spam.", suspended(now));
      await ledger.nameReceivers([hook, file], now);
      assert.deepEqual(await ledger.deliveriesDue(["hook", "file"], now), []);
      await ledger.restoreUser(bob, by);
      await ledger.record(happened("user.signed-out"));
      assert.deepEqual((await ledger.deliveriesDue(["hook", "file", "other"], now)).toSorted(), [
        "file",
        "hook",
      ]);
      const [one, ...others] = await take(world, "hook");
      assert.deepEqual(others, []);
      const { name, userId, userScreenName } = one?.event ?? {};
      assert.deepEqual([name, userId, userScreenName], ["user.restored", bob, "bob"]);
      assert.match(one?.id ?? "", /^[0-9a-f]{32}$/);
      assert.deepEqual(await names(world, "file"), ["user.restored", "user.signed-out"]);
    },
  );

  check(
    "takeDeliveries: a sign-in that shares its commit with others leaves them too",
    async (world) => {
      const { ledger, alice, bob } = world;
      await ledger.nameReceivers([file], now);
      await Promise.all(
        [alice, bob].map(async (user) => {
          const token = await issue(world);
          await approve(ledger, token, user, "verifier" as never);
          assert.ok(typeof (await exchange(ledger, token, "verifier")) === "object");
        }),
      );
      assert.equal((await names(world, "file")).length, 4);
    },
  );

  check("takeDeliveries: however access ends, the receivers hear of it", async (world) => {
    const { ledger, alice, bob, application: applicationId } = world;
    await grant(world, alice);
    const { token } = await grant(world, bob);
    await ledger.nameReceivers([file], now);
    await ledger.revokeAccess({ applicationId, userId: alice }, by);
    await ledger.revokeAccessToken(token, by);
    await grant(world, bob, "write");
    await ledger.reduceToRead({ applicationId, userId: bob }, by);
    await ledger.deleteUser({ userId: bob }, by);
    await ledger.deleteApplication(applicationId, by);
    assert.deepEqual(await names(world, "file"), [
      "access.revoked",
      "access-token.revoked",
      "access-token.issued",
      "access.reduced",
      "user.deleted",
      "application.deleted",
    ]);
  });

  check(
    "takeDeliveries: all that is due, after a look that found nothing and a delivery",
    async (world) => {
      const { ledger } = world;
      await ledger.nameReceivers([hook], now);
      assert.deepEqual(await take(world, "hook", now, "another"), []);
      await ledger.record(happened("user.restored"));
      const delivered = (await take(world, "hook")).map(({ event }) => event.id);
      assert.equal(delivered.length, 1, "no one else holds the receiver");
      await settle(world, { delivered }, now);
      for (let count = 0; count < 2; count += 1) await ledger.record(happened("user.restored"));
      assert.equal((await take(world, "hook")).length, 2, "a delivery is no failure");
    },
  );

  check("takeDeliveries: what was rolled back is passed on to no one", async (world) => {
    const { ledger, alice, application } = world;
    await ledger.nameReceivers([file], now);
    const digest = await session(ledger, alice);
    await names(world, "file");
    const acting = { digest, role: { applicationId: application, atLeast: "owner" } } as const;
    await ledger.endSession({ userId: alice, digest }, by);
    await assert.rejects(
      ledger.suspendApplication(application, "Spam.", {
        actor: `user:${alice}`,
        at: now,
        session: acting,
      }),
      (error) => error instanceof SessionEnded || error instanceof RoleEnded,
    );
    assert.deepEqual(await names(world, "file"), ["user.sessions-ended"]);
  });

  check(
    "takeDeliveries: of all who ask at once one gets them, until its minute is over",
    async (world) => {
      const { ledger } = world;
      await ledger.nameReceivers([hook], now);
      for (const at of [now + 2, now + 1, now]) await ledger.record(suspended(at));
      const ask = (lease: string, at = now + 2) =>
        ledger.takeDeliveries({ receiver: "hook", lease, now: at, most: 2 });
      const asked = await Promise.all(["a", "b", "c", "d"].map((lease) => ask(lease)));
      const [taken, ...others] = asked.filter((one) => one.length > 0);
      assert.deepEqual(others, []);
      assert.deepEqual(
        taken?.map(({ event }) => event.at),
        [now, now + 1],
      );
      assert.deepEqual(await ledger.deliveriesDue(["hook"], now + 2), []);
      assert.deepEqual(await ask("e"), []);
      // The node that had taken them was killed.
      const again = await ask("f", now + 2 + deliveryLeaseMs);
      assert.deepEqual(again, taken);
    },
  );

  check(
    "what is done with the deliveries of one receiver changes none of another's",
    async (world) => {
      const { ledger, rows } = world;
      await ledger.nameReceivers([hook, file], now);
      const ahead = now + 40 * dayMs;
      for (const at of [now, now + 1, now + 2, ahead, ahead]) await ledger.record(suspended(at));
      await take(world, "file", now + 2, "another's");
      const before = await rows();
      const touched = async (what: string) =>
        touchedOf(before, await rows()).filter((key) => key.startsWith(what)).length;
      const asking = { receiver: "hook", lease: "mine", now: now + 2 };
      const [first, ...others] = await ledger.takeDeliveries({ ...asking, most: 1 });
      assert.deepEqual([others, await touched("delivery hook")], [[], 1], "one becomes due");
      await settle(world, { delivered: [first?.event.id ?? ""] }, now + 2);
      const [second, third] = await take(world, "hook", now + 2);
      await settle(world, { rejected: [second?.event.id ?? ""] }, now + 2);
      await take(world, "hook", now + 2);
      await settle(world, { delivered: [third?.event.id ?? ""], failed: true }, now + 2);
      assert.deepEqual(await take(world, "hook", now + 3), [], "it is not its turn yet");
      for (let at = now + 100_000; at < now + 900_000; at += 100_000) {
        const taken = await take(world, "hook", at);
        await settle(world, { delivered: taken.map(({ event }) => event.id) }, at);
      }
      assert.deepEqual(await take(world, "hook", now + 900_000), [], "nothing is left");
      assert.deepEqual([await touched("delivery file"), await touched("receiver file")], [0, 0]);
    },
  );

  check(
    "settleDeliveries: what was delivered goes, what was rejected waits and is overtaken",
    async (world) => {
      const { ledger } = world;
      await ledger.nameReceivers([hook], now);
      for (const at of [now, now + 1, now + 2]) await ledger.record(suspended(at));
      const [first, second, third] = await take(world, "hook", now + 2);
      assert.ok(first && second && third);
      await settle(world, { delivered: [second.event.id], rejected: [first.event.id] }, now + 2);
      assert.deepEqual(await take(world, "hook", now + 2), [third]);
      await settle(world, { delivered: [third.event.id] }, now + 2);
      assert.deepEqual(await ledger.deliveriesDue(["hook"], now + 1 + retryAfterMs(1)), []);
      assert.deepEqual(await take(world, "hook", now + 2 + retryAfterMs(1)), [first]);
      await settle(world, { rejected: [first.event.id] }, now + 100_000);
      assert.deepEqual(await ledger.deliveriesDue(["hook"], now + 99_999 + retryAfterMs(2)), []);
      assert.deepEqual(await ledger.deliveriesDue(["hook"], now + 100_000 + retryAfterMs(2)), [
        "hook",
      ]);
    },
  );

  check(
    "settleDeliveries: what was given up while it was with a receiver is settled without it",
    async (world) => {
      const { ledger } = world;
      await ledger.nameReceivers([hook], now);
      await ledger.record(suspended(now));
      const late = now + deliveryLifeMs;
      await ledger.record(suspended(late));
      const [old, fresh] = await take(world, "hook", late);
      assert.ok(old !== undefined && fresh !== undefined);
      await ledger.nameReceivers([hook], late);
      assert.equal(await ledger.sweep({ now: late, most: 2 }), 1);
      await settle(world, { rejected: [old.event.id, fresh.event.id] }, late);
      assert.deepEqual(await take(world, "hook", late), []);
      const [again, ...more] = await take(world, "hook", late + 100_000);
      assert.equal(again?.event.id, fresh.event.id);
      assert.deepEqual(more, []);
    },
  );

  check(
    "settleDeliveries: a receiver that accepts nothing is tried less and less often, with one at first",
    async (world) => {
      const { ledger } = world;
      await ledger.nameReceivers([hook], now);
      for (const at of [now, now + 1]) await ledger.record(suspended(at));
      let at = now + 1;
      for (const failures of [1, 2, 3]) {
        assert.equal((await take(world, "hook", at)).length, failures === 1 ? 2 : 1);
        await settle(world, { failed: true, failure: "ECONNREFUSED" }, at);
        assert.deepEqual(await ledger.deliveriesDue(["hook"], at + retryAfterMs(failures) - 1), []);
        at += retryAfterMs(failures);
      }
      const [state] = await ledger.receiverStates(["hook", "unknown"]);
      assert.deepEqual(state, {
        ...{ id: "hook", waiting: 2, oldest: now, failingSince: now + 1, dropped: 0 },
        ...{ failure: "ECONNREFUSED", nextAt: at },
      });
      const [one] = await take(world, "hook", at);
      await settle(world, { delivered: [one?.event.id ?? ""] }, at);
      assert.equal((await take(world, "hook", at)).length, 1);
      const [well] = await ledger.receiverStates(["hook"]);
      assert.deepEqual(well, {
        ...{ id: "hook", waiting: 1, oldest: now, failingSince: undefined, dropped: 0 },
        ...{ failure: undefined, nextAt: 0 },
      });
    },
  );

  check(
    "settleDeliveries: a receiver that failed is tried with the newest event that it never rejected",
    async (world) => {
      const { ledger } = world;
      await ledger.nameReceivers([hook], now);
      for (const at of [now, now + 1, now + 2]) await ledger.record(suspended(at));
      const events = (await take(world, "hook", now + 2)).map(({ event }) => event);
      const [first, second, third] = events;
      assert.ok(first && second && third);
      let at = now + 2;
      await settle(world, { failed: true }, at);
      for (const [failures, expected] of [third, second, first, third].entries()) {
        at += retryAfterMs(failures + 1) + maxBetweenTriesMs;
        const [probed, ...others] = await take(world, "hook", at);
        // Once all of them were rejected, the one that has waited longest is tried.
        assert.equal(probed?.event.id, expected.id, String(failures));
        assert.deepEqual(others, []);
        await settle(world, { rejected: [expected.id], failed: true }, at);
      }
    },
  );

  check(
    "settleDeliveries: what is rejected for what it is keeps no other waiting, and is told of",
    async (world) => {
      const { ledger } = world;
      await ledger.nameReceivers([hook], now);
      for (const at of [now, now + 1]) await ledger.record(suspended(at));
      const [first, second] = await take(world, "hook", now + 1);
      assert.ok(first && second);
      await settle(world, { rejected: [first.event.id, second.event.id] }, now + 1);
      const state = async () => (await ledger.receiverStates(["hook"]))[0]?.failingSince;
      assert.equal(await state(), now + 1);
      await ledger.record(suspended(now + 2));
      const [third, ...others] = await take(world, "hook", now + 2);
      assert.ok(third);
      assert.deepEqual(others, []);
      await settle(world, {}, now + 2);
      assert.equal(await state(), now + 1, "nothing was tried");
      assert.deepEqual(await take(world, "hook", now + 2), [third]);
      await settle(world, { delivered: [third.event.id] }, now + 2);
      assert.equal(await state(), undefined);
      await ledger.record(suspended(now + 3));
      const [fourth] = await take(world, "hook", now + 3);
      await settle(world, { rejected: [fourth?.event.id ?? ""] }, now + 3);
      assert.equal(await state(), now + 3, "one is enough");
    },
  );

  check(
    "waitingDeliveries: each with why it was last rejected; the receiver has why the last try failed",
    async (world) => {
      const { ledger } = world;
      await ledger.nameReceivers([hook, file], now);
      for (const at of [now, now + 1, now + 2]) await ledger.record(suspended(at));
      const [first, second] = (await take(world, "hook", now + 2)).map(({ event }) => event.id);
      assert.ok(first && second);
      await settle(world, { rejected: [first, second], failed: true, failure: "422" }, now + 2);
      await take(world, "hook", now + 2 + retryAfterMs(1));
      await settle(world, { failed: true, failure: "ETIMEDOUT" }, now + 2 + retryAfterMs(1));
      const page = { after: undefined, size: 2 };
      const waiting = await ledger.waitingDeliveries("hook", page);
      const rejected = { event: "user.suspended", tries: 1, failure: "422" };
      const dueAt = now + 2 + retryAfterMs(1);
      assert.deepEqual(waiting, [
        { ...rejected, eventId: first, at: now, dueAt },
        { ...rejected, eventId: second, at: now + 1, dueAt },
      ]);
      const rest = await ledger.waitingDeliveries("hook", { ...page, after: second });
      assert.deepEqual(
        rest.map(({ at, dueAt, tries, failure }) => [at, dueAt, tries, failure]),
        [[now + 2, now + 2, 0, undefined]],
      );
      const [state] = await ledger.receiverStates(["hook"]);
      assert.equal(state?.failure, "ETIMEDOUT");
      const [other] = await ledger.receiverStates(["file"]);
      assert.deepEqual([other?.failure, other?.nextAt], [undefined, 0]);
      // A node that stops settles what it has, and nothing failed.
      await take(world, "hook", now + 900_000);
      await settle(world, {}, now + 900_000);
      assert.equal((await ledger.receiverStates(["hook"]))[0]?.failure, "ETIMEDOUT");
    },
  );

  check(
    "retryDeliveries: all that waits for the receiver is due, and nothing of another; it is an event",
    async (world) => {
      const { ledger, rows, committed } = world;
      await ledger.nameReceivers([hook, file], now);
      const retried = { id: "hook", name: "hooks.example" };
      assert.equal(await ledger.retryDeliveries(retried, by), 0);
      assert.ok(!committed.some(({ name }) => name === "deliveries.retried"));
      for (const at of [now - 2, now - 1]) await ledger.record(suspended(at));
      const events = (await take(world, "hook", now)).map(({ event }) => event.id);
      await settle(world, { rejected: events, failed: true }, now);
      assert.deepEqual(await ledger.deliveriesDue(["hook"], now), []);
      const before = await rows();
      assert.equal(await ledger.retryDeliveries(retried, { ...by, at: now }), 2);
      assert.deepEqual(
        touchedOf(before, await rows()).filter((key) => /^(delivery|receiver) /.test(key)),
        ["receiver hook", ...events.map((event) => `delivery hook ${event}`)],
      );
      assert.equal(await ledger.retryDeliveries(retried, { ...by, at: now }), 0);
      const { name, details } = committed.at(-1) ?? {};
      assert.equal(name, "deliveries.retried");
      assert.deepEqual(details, { receiver: "hooks.example", items: 2 });
      assert.deepEqual(await ledger.deliveriesDue(["hook"], now), ["hook"]);
      // It failed before, so one of them asks whether it is back. Then the other follows.
      const [one, ...others] = await take(world, "hook", now);
      assert.deepEqual(others, []);
      await settle(world, { delivered: [one?.event.id ?? ""] }, now);
      assert.equal((await take(world, "hook", now)).length, 1);
    },
  );

  check(
    "settleDeliveries: who has outlived the lease says nothing of the receiver any more",
    async (world) => {
      const { ledger } = world;
      await ledger.nameReceivers([hook], now);
      await ledger.record(suspended(now));
      await take(world, "hook", now, "slow");
      const late = now + deliveryLeaseMs;
      assert.equal((await take(world, "hook", late, "quick")).length, 1);
      await settle(world, { failed: true }, late, "slow");
      assert.deepEqual(await take(world, "hook", late, "third"), []);
      await settle(world, {}, late, "quick");
      assert.equal((await take(world, "hook", late, "third")).length, 1);
    },
  );

  check(
    "sweep: gives up what is three days old, and all that is for a receiver no one names",
    async (world) => {
      const { ledger } = world;
      await ledger.nameReceivers([hook, file], now);
      for (const at of [now, now + 1, now + deliveryLifeMs]) await ledger.record(suspended(at));
      const late = now + deliveryLifeMs;
      await ledger.nameReceivers([hook], late);
      const sweep = () => ledger.sweep({ now: late, most: 2 });
      assert.equal(await sweep(), 3);
      assert.deepEqual(
        (await ledger.receiverStates(["hook", "file"])).map(({ waiting, dropped }) => [
          waiting,
          dropped,
        ]),
        [
          [2, 1],
          [1, 2],
        ],
      );
      await sweep();
      await sweep();
      assert.deepEqual(
        (await ledger.receiverStates(["hook", "file"])).map(({ id, waiting }) => [id, waiting]),
        [["hook", 2]],
      );
      assert.ok(receiverLifeMs < deliveryLifeMs);
    },
  );

  check(
    "settleRestored: what waited still does, with its id, and so does the event of the restore",
    async (world) => {
      const { ledger, bob } = world;
      await ledger.nameReceivers([file], now);
      await ledger.restoreUser(bob, by);
      await ledger.record(happened("user.signed-out"));
      const before = await take(world, "file");
      const settling = {
        now,
        issuedAfter: undefined,
        seed: "0".repeat(64),
        revokedAgain: 0,
        replaysAccepted: false,
      };
      await ledger.settleRestored(settling, { actor: "command-line", at: now });
      const after = await take(world, "file", now + deliveryLeaseMs);
      assert.deepEqual(
        after.slice(0, -1).map(({ id }) => id),
        before.map(({ id }) => id),
      );
      assert.equal(after.at(-1)?.event.name, "database.restored");
    },
  );

  check(
    "sweep: events of the audit log go once they are old enough; those that say how the service stands stay",
    async (world) => {
      const { ledger, bob } = world;
      const event = { actor: "command-line" } as const;
      const backup = { ...event, name: "backup.created", details: { bytes: 1 } } as const;
      for (const at of [now + 1, now + 2]) await ledger.record({ ...backup, at });
      await ledger.record({
        ...{ ...event, name: "backup.verified", at: now },
        details: { bytes: 1, latestEventAt: new Date(now).toISOString() },
      });
      await ledger.record({ ...event, name: "keys.rotated", details: { keyId: "test" }, at: now });
      for (const at of [now + 3, now + 4, now + 5]) {
        await ledger.record({ ...suspended(at), userId: bob });
      }
      const before = await ledger.recordCounts();
      const steps: number[] = [];
      const sweep = { now: now + 6, most: 2, auditFrom: now + 5 };
      do steps.push(await ledger.sweep(sweep));
      while ((steps.at(-1) ?? 0) > 0);
      assert.ok(steps.every((step) => step <= 2));
      const left = await ledger.eventsBy({}, { after: undefined, size: 20 });
      assert.deepEqual(
        left.map(({ name, at }) => [name, at - now]),
        [
          ["user.suspended", 5],
          ["keys.rotated", 0],
          ["backup.verified", 0],
          ["backup.created", 2],
          ["user.created", 0],
        ],
      );
      assert.equal((await ledger.recordCounts()).since, before.since);
      assert.equal(await ledger.sweep({ now: now + 6, most: 2 }), 0);
    },
  );
}

function take({ ledger }: World, receiver: string, at = now, lease = "mine") {
  return ledger.takeDeliveries({ receiver, lease, now: at, most: 20 });
}

type Settled = {
  delivered?: string[];
  rejected?: string[];
  failed?: boolean;
  failure?: string;
};

function settle({ ledger }: World, settled: Settled, at: number, lease = "mine"): Promise<void> {
  const { delivered = [], failed = false, failure } = settled;
  const rejected = (settled.rejected ?? []).map((eventId) => ({
    eventId,
    failure: failure ?? "400",
  }));
  const settling = { receiver: "hook", lease, now: at, delivered, rejected, failed, failure };
  return ledger.settleDeliveries(settling);
}

/** Takes everything that waits and accepts it; returns the names. */
async function names(world: World, receiver: string): Promise<string[]> {
  const taken = await take(world, receiver);
  const delivered = taken.map(({ event }) => event.id);
  const settled = {
    receiver,
    lease: "mine",
    now,
    delivered,
    rejected: [],
    failed: false,
    failure: undefined,
  };
  await world.ledger.settleDeliveries(settled);
  return taken.map(({ event }) => event.name);
}
