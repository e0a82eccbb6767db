/** The contract for the audit log. */
import assert from "node:assert/strict";
import { maxApplicationChanges } from "../../domain/application-changes.ts";
import { by, checkOn, createApplication, happened, now, type OpenLedger } from "./seeded-ledger.ts";

export function auditLogSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("eventsOf: one user's, the newest first, page after page", async (world) => {
    const { ledger, alice, bob, application } = world;
    const details = { access: "read", asked: true } as const;
    for (const at of [now + 1, now + 2, now + 3]) {
      await ledger.record({
        name: "access.approved",
        at,
        actor: "service",
        userId: alice,
        applicationId: application,
        address: "192.0.2.1",
        details,
      });
    }
    await ledger.record({ ...happened(), userId: bob });
    const first = await ledger.eventsOf(alice, { after: undefined, size: 2 });
    const rest = await ledger.eventsOf(alice, { after: first.at(-1)?.id, size: 2 });
    assert.deepEqual(
      [...first, ...rest].map((one) => one.at - now),
      [3, 2, 1, 0],
    );
    assert.equal(rest[1]?.name, "user.created");
    assert.deepEqual(first[0], {
      name: "access.approved",
      at: now + 3,
      actor: "service",
      id: first[0]?.id,
      userId: alice,
      applicationId: application,
      address: "192.0.2.1",
      details,
      applicationName: "An application",
      applicationDeleted: false,
    });
    await ledger.deleteApplication(application, by);
    const [afterwards] = await ledger.eventsOf(alice, { after: undefined, size: 1 });
    assert.equal(afterwards?.applicationName, "An application", "the name that it had");
    assert.equal(afterwards?.applicationDeleted, true);
    const [seen] = await ledger.eventsBy({ applicationId: application }, firstPage);
    assert.deepEqual([seen?.applicationName, seen?.applicationDeleted], ["An application", true]);
  });

  check("record: an event without a change", async ({ ledger, committed }) => {
    await ledger.record(happened("admin.link-created"));
    assert.equal(committed.at(-1)?.name, "admin.link-created");
  });

  check("recordRarely: what a user's last 200 events do not say is recorded", async (world) => {
    const { ledger, alice: userId } = world;
    const failed = { ...happened("user.sign-in-failed"), userId };
    assert.equal(await ledger.recordRarely(failed, now - 1), true);
    const others = Array.from({ length: 199 }, () => ledger.record({ ...happened(), userId }));
    await Promise.all(others);
    assert.equal(await ledger.recordRarely(failed, now - 1), false);
    await ledger.record({ ...happened(), userId });
    assert.equal(await ledger.recordRarely(failed, now - 1), true);
  });

  check("recordRarely: one of a name and user, however many ask at once", async (world) => {
    const { ledger, alice, bob, committed } = world;
    const before = committed.length;
    const event = (userId: typeof alice, at = now) => ({
      ...happened("user.sign-in-failed"),
      at,
      userId,
    });
    const tell = (userId: typeof alice, at = now) =>
      ledger.recordRarely(event(userId, at), at - 1000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => tell(alice)));
    assert.equal(answers.filter(Boolean).length, 1);
    assert.equal(await tell(bob), true, "another's own");
    assert.equal(await tell(alice, now + 999), false);
    assert.equal(await tell(alice, now + 1000), true);
    assert.equal(committed.length, before + 3);
    await ledger.record({ ...happened("user.profile-changed"), userId: alice });
    assert.equal(await tell(alice, now + 1001), false, "another event between");
    const elsewhere = { ...event(alice, now + 1002), address: "192.0.2.9" };
    assert.equal(await ledger.recordRarely(elsewhere, now + 2), false, "from any address");
  });

  check("countEvents: those of a page, by the same filters, as far as it goes", async (world) => {
    const { ledger, alice, bob } = world;
    const details = { access: "write", asked: true } as const;
    const granted = { ...happened(), name: "access.approved", userId: bob } as const;
    for (const at of [10, 20, 30]) await ledger.record({ ...granted, at: now + at, details });
    const read = { access: "read", asked: false } as const;
    await ledger.record({ ...granted, at: now + 40, details: read });
    // A value that looks like a member is none.
    await ledger.record({
      ...happened(),
      name: "application.owner-notified",
      at: now + 50,
      userId: alice,
      details: { message: '"access":"write"' },
    });
    const asked: readonly (readonly [Parameters<typeof ledger.eventsBy>[0], number])[] = [
      [{ userId: bob, from: now + 1 }, 4],
      [{ access: "write" }, 3],
      [{ access: "write", name: "access.approved", from: now + 20 }, 2],
      [{ access: "read", involvedId: bob }, 1],
      [{ names: ["access.approved", "application.owner-notified"] }, 5],
      [{ names: ["access.canceled"] }, 0],
      [{ from: now + 10, before: now + 30 }, 2],
    ];
    for (const [filter, count] of asked) {
      assert.equal(await ledger.countEvents(filter, firstPage), count, JSON.stringify(filter));
      assert.equal((await ledger.eventsBy(filter, firstPage)).length, count);
    }
    assert.equal(await ledger.countEvents({}, { after: undefined, size: 2 }), 2);
  });

  check("eventsBy: every filter narrows, the newest first, page after page", async (world) => {
    const { ledger, alice, bob, application } = world;
    const actor = `user:${alice}`;
    await ledger.record({
      name: "access.reduced",
      at: now + 10,
      actor,
      userId: bob,
      applicationId: application,
    });
    await ledger.record({
      name: "setting.changed",
      at: now + 20,
      actor,
      address: "192.0.2.1",
      details: { setting: "sign-up", value: "open" },
    });
    await ledger.record({
      name: "access.reduced",
      at: now + 30,
      actor: "command-line",
      userId: bob,
    });
    const at = async (filter: Parameters<typeof ledger.eventsBy>[0]) =>
      (await ledger.eventsBy(filter, firstPage)).map((event) => event.at - now);
    assert.deepEqual(await at({ name: "access.reduced" }), [30, 10]);
    assert.deepEqual(await at({ actor }), [20, 10]);
    assert.deepEqual(await at({ userId: bob }), [30, 10, 0]);
    assert.deepEqual(await at({ applicationId: application }), [10, 0]);
    assert.deepEqual(await at({ from: now + 10, before: now + 30 }), [20, 10]);
    assert.deepEqual(await at({ name: "access.reduced", userId: bob, from: now + 11 }), [30]);
    assert.deepEqual(await at({ from: 0 }), await at({}), "from before the first event");
    assert.deepEqual(await at({ before: 1 }), []);
    // The second event is alice's act and bob's, and comes once; the third is of no user.
    assert.deepEqual(await at({ involvedId: alice, from: now + 1 }), [20, 10]);
    assert.deepEqual(await at({ involvedId: bob, from: now + 1 }), [30, 10]);
    const reduced = { involvedId: bob, name: "access.reduced", oldestFirst: true } as const;
    assert.deepEqual(await at(reduced), [10, 30]);
    const [first] = await ledger.eventsBy(reduced, { after: undefined, size: 1 });
    const rest = await ledger.eventsBy(reduced, { after: first?.id, size: 9 });
    assert.deepEqual([first?.at, ...rest.map((one) => one.at)], [now + 10, now + 30]);
    const [newest] = await ledger.eventsBy({}, { after: undefined, size: 1 });
    const [next] = await ledger.eventsBy({}, { after: newest?.id, size: 1 });
    assert.deepEqual([newest?.at, next?.at], [now + 30, now + 20]);
    assert.deepEqual(await at({ upTo: next?.id ?? "" }), [30, 20]);
    assert.deepEqual(await at({ ...reduced, upTo: next?.id ?? "" }), [10]);
    assert.equal(newest?.userScreenName, "bob");
    assert.deepEqual(
      [next?.actorScreenName, next?.address, next?.details],
      ["alice", "192.0.2.1", { setting: "sign-up", value: "open" }],
    );
    const [about] = await ledger.eventsBy({ applicationId: application }, firstPage);
    assert.equal(about?.applicationName, "An application");
  });

  check(
    "changesOf: the latest of one application in a time, oldest first, and no others",
    async (world) => {
      const { ledger, alice, application } = world;
      const other = await createApplication(ledger, alice);
      const record = (applicationId: typeof application, at: number) =>
        ledger.record({ name: "application.restored", at, actor: "service", applicationId });
      await record(other.id, now + 3);
      await ledger.record({ ...happened(), at: now + 2, applicationId: application });
      for (let at = 3; at < 30; at += 1) await record(application, now + at);
      const range = { since: now + 1, until: now + 29 };
      const all = await ledger.changesOf(application, range);
      assert.deepEqual(
        all.map(({ at }) => at - now),
        Array.from({ length: maxApplicationChanges }, (_, step) => 9 + step),
      );
      assert.deepEqual(await ledger.changesOf(application, { since: now + 3, until: now + 5 }), [
        { name: "application.restored", at: now + 3 },
        { name: "application.restored", at: now + 4 },
      ]);
      assert.deepEqual(await ledger.changesOf(application, { since: 0, until: now + 3 }), []);
    },
  );
}

const firstPage = { after: undefined, size: 50 };
