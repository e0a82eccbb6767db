/** The contract for `configureApplication`: several changes of an application as one. */
import assert from "node:assert/strict";
import type { NewApplication } from "../../domain/application.ts";
import {
  type ApplicationConfiguration,
  ConfigurationRejected,
} from "../../domain/application-configuration.ts";
import { maxFromOneOwner } from "../../domain/collaborator.ts";
import type { UserId } from "../../domain/credentials.ts";
import { change, drafted, newApplication, rename } from "./drafted-application.ts";
import {
  by,
  checkOn,
  createApplication,
  now,
  type OpenLedger,
  user,
  type World,
} from "./seeded-ledger.ts";

export function configurationSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("configureApplication: every part, with the event of each", async (world) => {
    const { ledger, application, alice, bob, committed } = world;
    const carol = await another(world, "carol");
    const before = committed.length;
    const every = {
      ...(await seen(world)),
      draft: { ...drafted, callbacks: ["weather://open"] },
      schemes: ["weather"],
      limits: { "oauth2/token": 7 },
      suspendedBecause: "abuse",
      collaborators: [{ userId: bob, role: "editor" }],
      ownerId: carol,
    } as const;
    assert.equal(await ledger.configureApplication(every, by), true);
    assert.deepEqual(
      committed
        .slice(before)
        .map(({ name }) => name)
        .sort(),
      [
        "application.changed",
        "application.limits-changed",
        "application.scheme-confirmed",
        "application.suspended",
        "collaborator.invited",
        "ownership.transferred",
      ],
    );
    const { name, ownerId, limits, suspendedBecause, confirmedSchemes } = await current(world);
    assert.deepEqual(
      [name, ownerId, limits, suspendedBecause, confirmedSchemes],
      [drafted.name, carol, { "oauth2/token": 7 }, "abuse", ["weather"]],
    );
    const roles = async () =>
      (await ledger.collaborators(application, now)).users.map(({ userId, role }) => [
        userId,
        role,
      ]);
    assert.deepEqual(await roles(), [[bob, "editor"]]);

    const people = [
      { userId: alice, role: "viewer" },
      { userId: bob, role: "viewer" },
    ] as const;
    const again = { ...(await seen(world)), suspendedBecause: null, collaborators: people };
    assert.equal(await ledger.configureApplication(again, by), true);
    assert.deepEqual(
      new Map((await roles()).map(([id, role]) => [id, role])),
      new Map([
        [alice, "viewer"],
        [bob, "viewer"],
      ]),
    );
    assert.equal((await current(world)).suspendedBecause, undefined);
    const none = { ...(await seen(world)), collaborators: [] };
    assert.equal(await ledger.configureApplication(none, by), true);
    assert.deepEqual(await roles(), []);
  });

  check(
    "configureApplication: only in place of what was seen, and one of two at once",
    async (world) => {
      const { ledger, application: applicationId, bob, committed } = world;
      for (const meanwhile of [
        () => rename(world, applicationId, "Rain"),
        () => change(world, applicationId, { ...drafted, access: "write" }),
        () => ledger.suspendApplication(applicationId, "abuse", by),
        () => ledger.changeApplicationLimits({ applicationId, limits: { "oauth2/token": 9 } }, by),
        () => ledger.inviteCollaborator({ applicationId, userId: bob, role: "viewer", now }, by),
        () => ledger.transferApplication({ applicationId, userId: bob }, by),
      ]) {
        const outdated = { ...(await seen(world)), draft: drafted, limits: { "oauth2/token": 7 } };
        await meanwhile();
        const before = committed.length;
        assert.equal(await ledger.configureApplication(outdated, by), false);
        assert.equal(committed.length, before);
      }
      const present = await seen(world);
      const both = await Promise.all(
        [1, 2].map((limit) =>
          ledger.configureApplication({ ...present, limits: { "oauth2/token": limit } }, by),
        ),
      );
      assert.deepEqual(both.toSorted(), [false, true]);
      assert.equal(await ledger.configureApplication({ ...present, isAbsent: true }, by), false);
      assert.notEqual(await ledger.applicationById(applicationId), undefined);
      const before = committed.length;
      const absent = { ...(await seen(world)), isAbsent: true } as const;
      assert.equal(await ledger.configureApplication(absent, by), true);
      assert.equal(await ledger.applicationById(applicationId), undefined);
      const deleted = committed.slice(before).map(({ name }) => name);
      assert.deepEqual(deleted, ["application.deleted"]);
      assert.equal(await ledger.configureApplication(present, by), false, "it was deleted");
    },
  );

  check("configureApplication: what a rule forbids undoes all of it", async (world) => {
    const { ledger, alice, bob, committed } = world;
    for (let at = 0; at < maxFromOneOwner; at += 1) {
      const { id } = await createApplication(ledger, alice);
      await ledger.inviteCollaborator({ applicationId: id, userId: bob, role: "viewer", now }, by);
    }
    const nowhere = "1000000000000000" as UserId;
    const before = [await current(world), committed.length];
    for (const part of [
      { collaborators: [{ userId: bob, role: "viewer" }] },
      { collaborators: [{ userId: alice, role: "viewer" }] },
      { collaborators: [{ userId: nowhere, role: "viewer" }] },
      { ownerId: nowhere },
    ] as const) {
      const configuration = { ...(await seen(world)), limits: { "oauth2/token": 7 }, ...part };
      await assert.rejects(ledger.configureApplication(configuration, by), ConfigurationRejected);
      assert.deepEqual([await current(world), committed.length], before);
    }
    const created = { ...newApplication(alice), name: "Other" };
    const of = { applicationId: created.id, from: { created, byName: true }, now };
    const people = [{ userId: bob, role: "viewer" }] as const;
    await assert.rejects(
      ledger.configureApplication({ ...of, collaborators: people }, by),
      ConfigurationRejected,
    );
    assert.equal(await ledger.applicationById(created.id), undefined);
  });

  check(
    "configureApplication: a new one, once for a name of its owner and a key",
    async (world) => {
      const { ledger, alice, bob } = world;
      const created = newApplication(bob);
      const configure = (one: NewApplication, byName = true) =>
        ledger.configureApplication(
          {
            ...{ applicationId: one.id, from: { created: one, byName }, now },
            ...{ limits: { "oauth2/token": 7 }, suspendedBecause: "abuse" },
            collaborators: [{ userId: alice, role: "editor" }],
          },
          by,
        );
      const others = [newApplication(bob), newApplication(bob)];
      const outcomes = await Promise.all([created, ...others].map((each) => configure(each)));
      assert.deepEqual(outcomes.toSorted(), [false, false, true], "the same name");
      const [one] = await ledger.applicationsOf(bob, { after: undefined, size: 5 });
      assert.deepEqual([one?.limits, one?.suspendedBecause], [{ "oauth2/token": 7 }, "abuse"]);
      const sameKey = { ...newApplication(alice), name: "Other", consumerKey: world.consumerKey };
      assert.equal(await configure(sameKey), false);
      const again = newApplication(bob);
      assert.equal(await configure(again, false), true, "of the same name");
      assert.equal(await configure(again, false), false, "of the same key");
    },
  );
}

async function seen(world: World): Promise<ApplicationConfiguration> {
  const { ledger, application: applicationId } = world;
  const { users } = await ledger.collaborators(applicationId, now);
  return { applicationId, from: { application: await current(world), collaborators: users }, now };
}

async function current({ ledger, application }: World) {
  const one = await ledger.applicationById(application);
  assert.ok(one);
  return one;
}

async function another({ ledger }: World, screenName: string): Promise<UserId> {
  const one = user(screenName);
  await ledger.createUser(one, by);
  return one.id;
}
