/** Who is told of a sunset: once each time, and only those who work on applications that it concerns. */
import assert from "node:assert/strict";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import { dayMs, dayOf } from "../../domain/day.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { planSunset } from "./admin-api-writes.ts";
import { by, checkOn, createApplication, now, type OpenLedger } from "./seeded-ledger.ts";

export function sunsetNoticeSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "takeSunsetNotice: one of all callers gets it, once for each user with all their applications, and again 14 and 3 days before for what is still used",
    async (world) => {
      const { ledger, alice, bob, application } = world;
      const { id: second } = await createApplication(ledger, alice, { name: "Second" });
      await reachable(ledger, { alice, bob });
      await collaborate(ledger, application, bob, "editor");
      await used(ledger, [application, second], now);
      while ((await ledger.takeNotice(now)) !== undefined);
      assert.equal(await ledger.noticesWait(now), false);
      await planSunset(ledger);
      assert.equal(await ledger.noticesWait(now), true);
      assert.deepEqual(await told(ledger, now), [
        ["alice", ["An application", "Second"]],
        ["bob", ["An application"]],
      ]);
      assert.equal(await ledger.noticesWait(now), false);
      for (const days of [1, 15]) assert.deepEqual(await told(ledger, now + days * dayMs), []);

      const before14 = now + 16 * dayMs;
      await used(ledger, [second], before14);
      assert.deepEqual(await told(ledger, before14), [["alice", ["Second"]]]);
      assert.deepEqual(await told(ledger, before14 + dayMs), []);
      const before3 = now + 27 * dayMs;
      assert.deepEqual(await told(ledger, before3), [], "no one used it in the last days");
      await used(ledger, [second], before3);
      assert.deepEqual(await told(ledger, before3 + dayMs), [["alice", ["Second"]]]);
      assert.deepEqual(await told(ledger, before3 + 2 * dayMs), []);
      await used(ledger, [second], now + 31 * dayMs);
      assert.deepEqual(await told(ledger, now + 31 * dayMs), [], "it has ended");
    },
  );

  check(
    "noteSunsets: whoever uses it later is told on the next day, few at a time",
    async (world) => {
      const { ledger, alice, bob, application } = world;
      await reachable(ledger, { alice, bob });
      await collaborate(ledger, application, bob, "viewer");
      await planSunset(ledger);
      assert.deepEqual(await told(ledger, now), []);
      const some = [application];
      for (const name of ["B", "C", "D", "E"])
        some.push((await createApplication(ledger, alice, { name })).id);
      await used(ledger, some, now);
      assert.deepEqual(await told(ledger, now), [], "the pass of this day is over");
      const tomorrow = now + dayMs;
      let steps = 0;
      while (await ledger.noteSunsets({ now: tomorrow, most: 2 })) steps += 1;
      assert.equal(steps, 3);
      const all = ["An application", "B", "C", "D", "E"];
      assert.deepEqual(await told(ledger, tomorrow), [["alice", all]], "bob only views it");
    },
  );

  check(
    "takeSunsetNotice: a new date is told anew; not to exempt applications, and not if it was removed",
    async (world) => {
      const { ledger, alice, bob, application } = world;
      await reachable(ledger, { alice, bob });
      await used(ledger, [application], now);
      await planSunset(ledger);
      assert.equal((await told(ledger, now)).length, 1);
      await planSunset(ledger, { rejects: false });
      assert.deepEqual(await told(ledger, now), [], "it ends on the same day");
      await planSunset(ledger, { endsAt: now + 40 * dayMs });
      assert.equal((await told(ledger, now)).length, 1);
      await planSunset(ledger, { endsAt: now + 41 * dayMs, exempt: [application] });
      assert.deepEqual(await told(ledger, now), []);
      await planSunset(ledger, { endsAt: now + 42 * dayMs });
      await pass(ledger, now);
      await ledger.changeSetting("sunsets", "[]", by);
      assert.equal(await ledger.takeSunsetNotice(now), undefined);
      assert.deepEqual(await told(ledger, now), []);
      assert.equal(await ledger.noticesWait(now), false);
      await planSunset(ledger, { name: "weather", trait: undefined, applicationId: application });
      assert.deepEqual(await told(ledger, now), [["alice", ["An application"]]]);
    },
  );
}

async function pass(ledger: Ledger, at: number): Promise<void> {
  while (await ledger.noteSunsets({ now: at, most: 100 }));
}

/** After several passes at once, by several callers at once. */
async function told(ledger: Ledger, at: number) {
  await Promise.all([1, 2, 3].map(() => pass(ledger, at)));
  const found: [string, readonly string[]][] = [];
  for (;;) {
    const all = await Promise.all([1, 2, 3].map(() => ledger.takeSunsetNotice(at)));
    const taken = all.flatMap((one) => one ?? []);
    if (taken.length === 0) return found.sort(([one], [other]) => (one < other ? -1 : 1));
    for (const { applications, recipients } of taken)
      for (const { screenName } of recipients) found.push([screenName, applications]);
  }
}

async function used(ledger: Ledger, applications: readonly ApplicationId[], at: number) {
  const use = { trait: "hmac-sha1", day: dayOf(at), requests: 1, rejected: 0 } as const;
  await ledger.addTraitUses(
    applications.map((applicationId) => ({ ...use, applicationId })),
    [],
  );
}

async function reachable(ledger: Ledger, users: Readonly<Record<string, UserId>>): Promise<void> {
  for (const [screenName, userId] of Object.entries(users)) {
    const email = `${screenName}@users.example`;
    await ledger.changeProfile({ userId, screenName, email }, by);
    await ledger.markEmailVerified({ userId, email }, by);
  }
}

async function collaborate(
  ledger: Ledger,
  applicationId: ApplicationId,
  userId: UserId,
  role: "editor" | "viewer",
): Promise<void> {
  const invitation = { applicationId, userId, role };
  await ledger.inviteCollaborator({ ...invitation, now }, by);
  await ledger.acceptInvitation(invitation, by);
}
