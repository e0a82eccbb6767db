/**
 * The contract for notices about an application: written together with the change, taken once, and only for users who
 * want them.
 */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { DueAccountNotice } from "../../domain/account-notice.ts";
import { newApiKey } from "../../domain/api-key.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import { mintConsumerSecret } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { SessionEnded } from "../../domain/errors.ts";
import {
  type DueNotice,
  type Notice,
  noticeLifeMs,
  notificationKinds,
  oldSecretMs,
} from "../../domain/notification.ts";
import { planSunset, rotationOf } from "./admin-api-writes.ts";
import {
  by,
  checkOn,
  createApplication,
  happened,
  now,
  type OpenLedger,
  session,
  type World,
} from "./seeded-ledger.ts";

const minute = 60_000;

export function notificationSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "takeNotice: each is taken once, by one of all who ask, the oldest first",
    async (world) => {
      const { ledger, application } = world;
      await authenticate(world, world.alice);
      assert.equal(await ledger.noticesWait(now), false);
      assert.equal(await ledger.takeNotice(now), undefined);
      await regenerate(world, now + 1);
      await ledger.suspendApplication(application, "Spam.", { ...by, at: now + 2 });
      await ledger.restoreApplication(application, { ...by, at: now + 3 });
      assert.equal(await ledger.noticesWait(now), true);
      const taken = await Promise.all(Array.from({ length: 5 }, () => ledger.takeNotice(now + 3)));
      const whats = taken.flatMap((one) => (one === undefined ? [] : one.notice.what));
      assert.deepEqual(whats.toSorted(), ["restored", "secret-made", "suspended"]);
      assert.equal(await ledger.noticesWait(now), false);
      assert.deepEqual(
        taken.find((one) => one?.notice.what === "suspended"),
        {
          applicationId: application,
          applicationName: "An application",
          notice: { what: "suspended", because: "Spam." },
          at: now + 2,
          recipients: [
            {
              userId: world.alice,
              screenName: "alice",
              email: "alice@users.example",
              language: undefined,
              hasRole: true,
            },
          ],
        },
      );
    },
  );

  check("takeNotice: who regenerated the secret is named, where a user did", async (world) => {
    await regenerate(world, now + 1, `user:${world.alice}`);
    await regenerate(world, now + 2);
    assert.deepEqual(await taken(world), [
      { what: "secret-made", by: "alice" },
      { what: "secret-made" },
    ]);
  });

  check(
    "regenerateConsumerSecret: a notice that waits says it already, for a day",
    async (world) => {
      const by = `user:${world.alice}`;
      await regenerate(world, now, by);
      await regenerate(world, now + 1, by);
      await regenerate(world, now + noticeLifeMs - 1, by);
      assert.deepEqual(await taken(world), [{ what: "secret-made", by: "alice" }]);
      await regenerate(world, now + 2, by);
      await regenerate(world, now + 2 + noticeLifeMs, by);
      const { notice } = (await world.ledger.takeNotice(now + 2 + noticeLifeMs)) ?? {};
      assert.deepEqual(notice, { what: "secret-made", by: "alice" });
    },
  );

  check(
    "suspendApplication, restoreApplication: what changed nothing is not told",
    async (world) => {
      const { ledger, application } = world;
      await ledger.restoreApplication(application, by);
      await ledger.suspendApplication(application, "Spam.", { ...by, at: now + 1 });
      await ledger.suspendApplication(application, "Spam.", { ...by, at: now + 2 });
      assert.deepEqual(await taken(world), [{ what: "suspended", because: "Spam." }]);
    },
  );

  check("takeNotice: for owner and admins with a proven address who want it", async (world) => {
    const { ledger, application, alice, bob } = world;
    const to = async () => {
      await ledger.suspendApplication(application, "Spam.", by);
      await ledger.restoreApplication(application, by);
      const first = await ledger.takeNotice(now);
      await taken(world);
      return first?.recipients.map(({ screenName }) => screenName).toSorted();
    };
    await ledger.markEmailVerified({ userId: alice, email: "" }, by);
    assert.deepEqual(await to(), [], "no one has an address");
    const unverified = { userId: alice, screenName: "alice", email: "a@users.example" };
    await ledger.changeProfile(unverified, by);
    assert.deepEqual(await to(), [], "no one has a proven address");
    await authenticate(world, alice);
    await authenticate(world, bob);
    assert.deepEqual(await to(), ["alice"], "bob has no role");
    const invited = { applicationId: application, userId: bob };
    await ledger.inviteCollaborator({ ...invited, role: "editor", now }, by);
    assert.deepEqual(await to(), ["alice"], "bob has not accepted");
    await ledger.removeCollaborator(invited, by);
    await join(world, bob, "viewer");
    assert.deepEqual(await to(), ["alice"], "a viewer is not told");
    await ledger.changeCollaborator(
      { applicationId: application, userId: bob, role: "editor" },
      by,
    );
    assert.deepEqual(await to(), ["alice", "bob"]);
    await ledger.changeNotifications({ userId: alice, off: ["suspensions", "limits"] }, by);
    assert.deepEqual(await ledger.notificationsOff(alice), ["suspensions", "limits"]);
    assert.deepEqual(await ledger.notificationsOff(bob), []);
    assert.deepEqual(await to(), ["bob"]);
    await ledger.suspendUser(bob, "Spam.", by);
    assert.deepEqual(await to(), []);
    await ledger.changeNotifications({ userId: alice, off: [] }, by);
    assert.deepEqual(await to(), ["alice"]);
  });

  check(
    "takeKeyNotice: one of all callers gets it, for each key and step, and for no key that was rotated or revoked",
    async (world) => {
      const { ledger, alice, bob } = world;
      const expiresAt = now + 20 * dayMs;
      const create = async (name: string) => {
        const { key } = newApiKey({ name, role: "viewer", expiresAt }, randomBytes, now);
        await ledger.createApiKey(key, by);
        return key;
      };
      for (const [id, name] of [
        [alice, "alice"],
        [bob, "bob"],
      ] as const) {
        const email = `${name}@users.example`;
        await ledger.changeProfile({ userId: id, screenName: name, email }, by);
        await ledger.markEmailVerified({ userId: id, email }, by);
      }
      await ledger.grantAdmin(alice, by);
      const at = (left: number) => expiresAt - left;
      const taken = async (left: number) => {
        const all = await Promise.all([1, 2, 3].map(() => ledger.takeKeyNotice(at(left))));
        return all.flatMap((one) => one ?? []);
      };
      const sweep = (left: number) => ledger.sweep({ now: at(left), most: 9 });
      const [deploy, other] = [await create("deploy"), await create("other")];
      assert.equal(await ledger.noticesWait(at(15 * dayMs)), false);
      await sweep(14 * dayMs);
      assert.equal(await ledger.noticesWait(at(14 * dayMs)), true);
      assert.equal(await ledger.revokeApiKey(other.id, by), "other");
      const [notice, ...more] = await taken(14 * dayMs);
      assert.deepEqual(more, []);
      assert.deepEqual([notice?.key, notice?.expiresAt], ["deploy", expiresAt]);
      const names = (one: typeof notice) => one?.recipients.map(({ screenName }) => screenName);
      assert.deepEqual(names(notice), ["alice"], "bob is no administrator");
      await sweep(13 * dayMs);
      assert.deepEqual(await taken(13 * dayMs), []);
      assert.equal(await ledger.noticesWait(at(13 * dayMs)), false);

      await ledger.grantAdmin(bob, by);
      await ledger.changeNotifications({ userId: alice, off: ["api-keys"] }, by);
      await sweep(3 * dayMs);
      assert.deepEqual((await taken(2 * dayMs)).map(names), [["bob"]]);

      await create("late");
      await sweep(dayMs);
      assert.equal(await ledger.noticesWait(at(0)), false, "it has expired before anyone was told");
      assert.deepEqual(await taken(0), []);
      const { rotation } = rotationOf(deploy);
      const next = { ...rotation, expiresAt: expiresAt + 9 * dayMs };
      await ledger.rotateApiKey(next, by);
      await sweep(0);
      const again = { ...rotationOf({ ...deploy, prefix: next.prefix }).rotation, now: expiresAt };
      const replacing = { ...again, previousUntil: expiresAt, expiresAt: expiresAt + 90 * dayMs };
      assert.equal(await ledger.rotateApiKey(replacing, { ...by, at: expiresAt }), "rotated");
      assert.deepEqual(await taken(0), [], "the key that would have expired was replaced");
    },
  );

  check("takeSunsetNotice: not to a user who turned it off", async (world) => {
    const { ledger, alice: userId, application: applicationId } = world;
    const email = "alice@users.example";
    await ledger.changeProfile({ userId, screenName: "alice", email }, by);
    await ledger.markEmailVerified({ userId, email }, by);
    for (const off of [["sunsets"], []] as const) {
      await ledger.changeNotifications({ userId, off }, by);
      const name = off.length > 0 ? "first" : "second";
      await planSunset(ledger, { name, trait: undefined, applicationId });
      while (await ledger.noteSunsets({ now, most: 9 }));
      const notice = await ledger.takeSunsetNotice(now);
      assert.deepEqual([notice?.sunset.name, notice?.recipients.length], [name, 1 - off.length]);
    }
  });

  check("a choice of emails that is saved as it was leaves no event", async ({ ledger, alice }) => {
    const changes = async () =>
      (await ledger.eventsOf(alice, { after: undefined, size: 9 })).length;
    const before = await changes();
    await ledger.changeNotifications({ userId: alice, off: [] }, by);
    await ledger.changeNotifications({ userId: alice, off: ["limits"] }, by);
    await ledger.changeNotifications({ userId: alice, off: ["limits"] }, by);
    assert.equal(await changes(), before + 1);
  });

  check(
    "collaborators: who joined, was removed or left; an invitation alone is not told",
    async (world) => {
      const { ledger, application: applicationId, bob } = world;
      const mine = { applicationId, userId: bob };
      await ledger.inviteCollaborator({ ...mine, role: "editor", now }, by);
      await ledger.removeCollaborator(mine, by);
      assert.deepEqual(await taken(world), []);
      await join(world, bob, "editor");
      await authenticate(world, bob);
      await ledger.removeCollaborator(mine, by);
      const [joined, removed] = [await ledger.takeNotice(now), await ledger.takeNotice(now)];
      const both = [joined, removed];
      assert.deepEqual(both.map((one) => one?.notice.what).toSorted(), [
        "collaborator-joined",
        "collaborator-removed",
      ]);
      const told = both.find((one) => one?.notice.what === "collaborator-removed");
      assert.deepEqual(
        told?.recipients.map(({ userId, hasRole }) => [userId, hasRole]),
        [[bob, false]],
        "who was removed is told too",
      );
      await join(world, bob, "viewer");
      await taken(world);
      await ledger.removeCollaborator(mine, { ...by, actor: `user:${bob}` });
      const left = await ledger.takeNotice(now);
      assert.deepEqual(left?.notice, { what: "collaborator-left", user: "bob" });
      assert.deepEqual(left?.recipients, [], "who left knows it");
      assert.deepEqual(await taken(world), []);
    },
  );

  check(
    "offerOwnership: the owner of that moment is told, whatever they turned off",
    async (world) => {
      const { ledger, application: applicationId, alice, bob } = world;
      await authenticate(world, alice);
      await authenticate(world, bob);
      await join(world, bob, "editor");
      await taken(world);
      await ledger.changeNotifications({ userId: alice, off: notificationKinds }, by);
      const offer = (at: number) =>
        ledger.offerOwnership({ applicationId, userId: bob, now: at }, by);
      for (const at of [now, now + 1]) assert.equal(await offer(at), "offered");
      const notice = await ledger.takeNotice(now + 1);
      assert.deepEqual(notice?.notice, { what: "ownership-offered", user: "bob" });
      const whom = (due: DueNotice | undefined) =>
        due?.recipients.map(({ userId, hasRole }) => [userId, hasRole]);
      assert.deepEqual(whom(notice), [[alice, true]], "not the admin");
      assert.deepEqual(await taken(world), [], "the same news is one mail");
      assert.equal(await offer(now + 2), "offered");
      const accepted = { applicationId, userId: bob, most: 9 };
      assert.equal(await ledger.acceptOwnership(accepted, by), "accepted");
      const both = whom(await ledger.takeNotice(now + 2)) ?? [];
      assert.deepEqual(Object.fromEntries(both), { [alice]: false, [bob]: true });
      assert.deepEqual(whom(await ledger.takeNotice(now + 2)), [[alice, false]]);
    },
  );

  check("transferApplication: the owner before is told too", async (world) => {
    const { ledger, application: applicationId, alice, bob } = world;
    await authenticate(world, alice);
    await authenticate(world, bob);
    await ledger.transferApplication({ applicationId, userId: bob }, by);
    const told = await ledger.takeNotice(now);
    assert.deepEqual(told?.notice, { what: "transferred", from: "alice", to: "bob" });
    assert.deepEqual(
      new Map(told?.recipients.map(({ userId, hasRole }) => [userId, hasRole])),
      new Map([
        [alice, false],
        [bob, true],
      ]),
    );
  });

  check("noteLimitReached: once a day for each limit, and 100 % soon after 80 %", async (world) => {
    const { ledger, application: applicationId } = world;
    const reach = (percent: 80 | 100, at: number, limit = "oauth2/token" as const) =>
      ledger.noteLimitReached({
        applicationId,
        limit,
        percent,
        allowed: 60,
        per: "application",
        now: at,
      });
    const first = await Promise.all(Array.from({ length: 6 }, () => reach(80, now)));
    assert.equal(first.filter(Boolean).length, 1);
    assert.equal(await reach(80, now + minute), false);
    assert.equal(await reach(100, now + minute), true);
    assert.equal(await reach(100, now + 2 * minute), false);
    assert.equal(await reach(80, now + 2 * minute), false);
    assert.equal(await reach(80, now + minute + dayMs), true);
    const another = { limit: "oauth/request_token", allowed: 1000, per: "application" } as const;
    assert.equal(
      await ledger.noteLimitReached({ applicationId, ...another, percent: 80, now }),
      true,
    );
    const gone = { applicationId: "1000000000000000" as ApplicationId };
    assert.equal(await ledger.noteLimitReached({ ...gone, ...another, percent: 80, now }), false);
    const told = (await taken(world, now + dayMs)).map(
      (one) => one.what === "limit-reached" && [one.limit, one.percent],
    );
    assert.deepEqual(told, [
      ["oauth2/token", 100],
      ["oauth2/token", 80],
    ]);
  });

  check(
    "noteOldSecrets: each secret once, few at a time, and a new one again a year later",
    async (world) => {
      const { ledger, alice, application } = world;
      const other = await createApplication(ledger, alice);
      const old = now + oldSecretMs;
      assert.equal(await ledger.noticesWait(old - 1), false);
      assert.equal(await ledger.noteOldSecrets({ now: old - 1, most: 9 }), 0);
      assert.equal(await ledger.noticesWait(old), true);
      assert.equal(await ledger.noteOldSecrets({ now: old, most: 1 }), 1);
      assert.equal(await ledger.noteOldSecrets({ now: old, most: 9 }), 1);
      assert.equal(await ledger.noteOldSecrets({ now: old, most: 9 }), 0);
      const both = [await ledger.takeNotice(old), await ledger.takeNotice(old)];
      assert.deepEqual(
        both.map((one) => one?.applicationId).toSorted(),
        [application, other.id].toSorted(),
      );
      assert.deepEqual(both[0]?.notice, { what: "old-secret" });
      assert.equal(await ledger.noticesWait(old), false);
      await regenerate(world, old);
      await taken(world, old);
      assert.equal(await ledger.noteOldSecrets({ now: old + oldSecretMs, most: 9 }), 1);
    },
  );

  check("sweep: what no one sent for a day goes, and no one takes it", async (world) => {
    const { ledger } = world;
    await regenerate(world, now + 1);
    const late = now + 1 + noticeLifeMs;
    assert.equal(await ledger.takeNotice(late), undefined);
    await ledger.sweep({ now: late - 1, most: 100 });
    assert.equal(await ledger.noticesWait(now), true);
    await ledger.sweep({ now: late, most: 100 });
    assert.equal(await ledger.noticesWait(now), false);
  });

  check("deleteApplication: what waited goes with it", async (world) => {
    const { ledger, application } = world;
    await regenerate(world, now);
    await ledger.deleteApplication(application, by);
    assert.equal(await ledger.noticesWait(now), false);
  });

  check(
    "takeAccountNotice: each is taken once, with the address that the account had",
    async (world) => {
      const { ledger, alice } = world;
      await authenticate(world, alice);
      await accountTold(world);
      await setPassword(world, alice, now + 1);
      const profile = { userId: alice, screenName: "alice", email: "thief@users.example" };
      await ledger.changeProfile(profile, { ...by, at: now + 2 });
      assert.equal(await ledger.noticesWait(now), true);
      const first = await ledger.nextAccountNotice(now + 3);
      assert.ok(first);
      const takes = Array.from({ length: 5 }, () => ledger.takeAccountNotice(first));
      assert.equal((await Promise.all(takes)).filter(Boolean).length, 1);
      const to = {
        ...{ userId: alice, to: "alice@users.example", isAuthenticated: true, screenName: "alice" },
        language: undefined,
        from: {},
      };
      assert.deepEqual(
        [first, await takeNext(world, now + 3)],
        [
          { news: "passwordChanged", at: now + 1, ...to },
          { news: "emailChanged", at: now + 2, ...to },
        ],
      );
      assert.equal(await ledger.noticesWait(now), false);
    },
  );

  check(
    "takeAccountNotice: it has where the user did it, but not where an administrator did",
    async (world) => {
      const { ledger, alice, bob } = world;
      const origin = { address: "203.0.113.9", userAgent: "Firefox/140.0" };
      for (const [actor, from] of [
        [`user:${alice}`, origin],
        ["anonymous", origin],
        [`user:${bob}`, {}],
        ["api-key:deploy", {}],
      ] as const) {
        await authenticate(world, alice);
        await accountTold(world);
        await ledger.setPassword(alice, "$", { at: now, actor, ...origin });
        assert.deepEqual((await takeNext(world, now))?.from, from, actor);
      }
    },
  );

  check("takeAccountNotice: what is done again and again leaves one notice", async (world) => {
    const { ledger, alice } = world;
    await authenticate(world, alice);
    await accountTold(world);
    for (let times = 1; times < 9; times += 1) await setPassword(world, alice, now + times);
    assert.deepEqual(await accountTold(world), ["passwordChanged"]);
    await setPassword(world, alice, now + 9);
    assert.deepEqual(await accountTold(world), ["passwordChanged"], "the one before was taken");
    await setPassword(world, alice, now);
    const late = now + noticeLifeMs;
    assert.equal(await ledger.nextAccountNotice(late), undefined, "it is a day old");
    await setPassword(world, alice, late);
    assert.deepEqual(await accountTold(world, late), ["passwordChanged"]);
    await setPassword(world, alice, now);
    await ledger.sweep({ now: late, most: 100 });
    assert.equal(await ledger.noticesWait(now), false);
  });

  check(
    "takeAccountNotice: proven addresses come first; a write undone leaves none",
    async (world) => {
      const { ledger, alice, bob } = world;
      await authenticate(world, alice);
      const profile = { userId: bob, screenName: "bob", email: "bob@users.example" };
      await ledger.changeProfile(profile, by);
      await accountTold(world);
      await setPassword(world, bob, now + 1);
      await setPassword(world, alice, now + 2);
      const ended = { digest: await session(ledger, alice) };
      await ledger.setPassword(alice, "$again", by);
      const undone = { ...happened("recovery-codes.created"), userId: alice, session: ended };
      await assert.rejects(ledger.record(undone), SessionEnded);
      const [first, second, third] = [
        await takeNext(world, now + 3),
        await takeNext(world, now + 3),
        await takeNext(world, now + 3),
      ];
      assert.deepEqual([first?.to, second?.to], ["alice@users.example", "bob@users.example"]);
      assert.deepEqual(
        [first?.isAuthenticated, second?.isAuthenticated, third],
        [true, false, undefined],
      );
    },
  );

  check("deleteUser: what waited about the account stays, and the end is told", async (world) => {
    const { ledger, bob } = world;
    await authenticate(world, bob);
    await accountTold(world);
    await setPassword(world, bob, now + 1);
    await ledger.noteLanguage(bob, "es");
    assert.equal(
      await ledger.deleteUser({ userId: bob }, { at: now + 2, actor: "service" }),
      "deleted",
    );
    await takeNext(world, now + 3);
    assert.deepEqual(await takeNext(world, now + 3), {
      ...{ userId: bob, to: "bob@users.example", isAuthenticated: true, screenName: "bob" },
      ...{ language: "es", news: "accountDeleted", at: now + 2, from: {} },
    });
  });

  check("changeProfile: another screen name is told, by the name before", async (world) => {
    const { ledger, alice: userId } = world;
    await authenticate(world, userId);
    await accountTold(world);
    const rename = (screenName: string) => ledger.changeProfile({ userId, screenName }, by);
    await rename("Alice");
    assert.deepEqual(await accountTold(world), [], "signing in works as before");
    await rename("thief");
    await rename("thief_2");
    assert.deepEqual(await takeNext(world, now + 1), {
      ...{ userId, to: "alice@users.example", isAuthenticated: true, screenName: "Alice" },
      ...{ language: undefined, news: "screenNameChanged", at: by.at, from: {} },
    });
    assert.deepEqual(await accountTold(world), []);
  });

  check("noteLanguage: a session says which one its user reads", async (world) => {
    const { ledger, alice } = world;
    await ledger.noteLanguage(alice, "ar");
    await authenticate(world, alice);
    await regenerate(world, now);
    const told = await ledger.takeNotice(now);
    assert.equal(told?.recipients[0]?.language, "ar");
    assert.equal((await ledger.userById(alice))?.language, "ar");
    const opened = await session(ledger, alice);
    assert.equal((await ledger.session(opened))?.userLanguage, "ar");
  });
}

async function taken({ ledger }: World, at = now + dayMs - minute): Promise<Notice[]> {
  const notices: Notice[] = [];
  for (;;) {
    const one = await ledger.takeNotice(at);
    if (one === undefined) return notices;
    notices.push(one.notice);
  }
}

async function takeNext({ ledger }: World, at: number): Promise<DueAccountNotice | undefined> {
  const next = await ledger.nextAccountNotice(at);
  return next && (await ledger.takeAccountNotice(next)) ? next : undefined;
}

async function accountTold(world: World, at = now + dayMs - minute): Promise<string[]> {
  const news: string[] = [];
  for (;;) {
    const one = await takeNext(world, at);
    if (one === undefined) return news;
    news.push(one.news);
  }
}

function setPassword({ ledger }: World, userId: UserId, at: number): Promise<boolean> {
  return ledger.setPassword(userId, `$${at}`, { at, actor: "service" });
}

function regenerate({ ledger, application }: World, at: number, actor = "service") {
  const secret = mintConsumerSecret(randomBytes);
  return ledger.regenerateConsumerSecret(
    { applicationId: application, secret, now: at, previousUntil: at, overlap: "1h" },
    { ...by, at, actor },
  );
}

async function authenticate({ ledger }: World, userId: UserId): Promise<void> {
  const { screenName = "", name = "" } = (await ledger.userById(userId)) ?? {};
  const email = `${screenName}@users.example`;
  await ledger.changeProfile({ userId, screenName, name, email }, by);
  await ledger.markEmailVerified({ userId, email }, by);
}

async function join(
  { ledger, application: applicationId }: World,
  userId: UserId,
  role: "editor" | "viewer",
): Promise<void> {
  await ledger.inviteCollaborator({ applicationId, userId, role, now }, by);
  await ledger.acceptInvitation({ applicationId, userId, role }, by);
}
