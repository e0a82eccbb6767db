/** The contract for collaborators of an application: roles, invitations, and offers to take it over. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { AuditContext } from "../../domain/audit.ts";
import {
  type ApplicationRole,
  applicationInvitationMs,
  invitationPlace,
  maxCollaborators,
  maxFromOneOwner,
} from "../../domain/collaborator.ts";
import {
  type ApplicationId,
  mintConsumerSecret,
  type TokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { RoleEnded } from "../../domain/errors.ts";
import {
  by,
  checkOn,
  createApplication,
  now,
  type OpenLedger,
  session,
  user,
  type World,
} from "./seeded-ledger.ts";

export function collaboratorSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("inviteCollaborator, acceptInvitation: a role holds once it is accepted", async (world) => {
    const { ledger, application: applicationId, alice, bob } = world;
    const roles = () =>
      Promise.all([alice, bob].map((one) => ledger.applicationRole(applicationId, one)));
    assert.deepEqual(await roles(), ["owner", undefined]);
    assert.equal(await invite(world, alice), "is-owner");
    assert.equal(await invite(world, "1000000000000000" as UserId), "gone");
    assert.equal(await invite(world, bob), "invited");
    assert.equal(await invite(world, bob), "is-collaborator");
    assert.deepEqual(await roles(), ["owner", undefined]);
    assert.deepEqual(await ledger.applicationInvitations(bob, now, page), [
      {
        applicationId,
        applicationName: "An application",
        icon: undefined,
        ownerScreenName: "alice",
        role: "viewer",
        at: now,
      },
    ]);
    const mine = { applicationId, userId: bob };
    assert.equal(await ledger.acceptInvitation({ ...mine, role: "editor" }, by), false);
    assert.equal(await ledger.acceptInvitation({ ...mine, role: "viewer" }, by), true);
    assert.equal(await ledger.acceptInvitation({ ...mine, role: "viewer" }, by), false);
    assert.deepEqual(await roles(), ["owner", "viewer"]);
    assert.deepEqual(await ledger.applicationInvitations(bob, now, page), []);
    assert.equal(await ledger.changeCollaborator({ ...mine, role: "editor" }, by), true);
    assert.deepEqual(await roles(), ["owner", "editor"]);
    assert.deepEqual(await ledger.collaborators(applicationId, now), {
      users: [{ userId: bob, screenName: "bob", role: "editor", accepted: true, invitedAt: now }],
      offer: undefined,
    });
    assert.equal(await ledger.removeCollaborator(mine, by), true);
    assert.equal(await ledger.removeCollaborator(mine, by), false);
    assert.equal(await ledger.changeCollaborator({ ...mine, role: "editor" }, by), false);
    assert.deepEqual(await roles(), ["owner", undefined]);
  });

  check("inviteCollaborator: no more than fit, however many are invited at once", async (world) => {
    const { ledger, application } = world;
    const users = Array.from({ length: maxCollaborators + 3 }, (_, at) => user(`c${at}`));
    for (const one of users) await ledger.createUser(one, by);
    const outcomes = await Promise.all(users.map((one) => invite(world, one.id)));
    assert.equal(outcomes.filter((one) => one === "invited").length, maxCollaborators);
    assert.equal(outcomes.filter((one) => one === "too-many").length, 3);
    assert.equal((await ledger.collaborators(application, now)).users.length, maxCollaborators);
  });

  check("invitations and offers expire: they open nothing, and are gone", async (world) => {
    const { ledger, application: applicationId, bob } = world;
    const life = applicationInvitationMs;
    const mine = { applicationId, userId: bob };
    const later = (at: number) => ({ ...by, at });
    const waiting = async (at: number) => [
      (await ledger.applicationInvitations(bob, at, page)).map(({ role }) => role),
      (await ledger.collaborators(applicationId, at)).users.length,
      (await ledger.collaborators(applicationId, at)).offer !== undefined,
    ];
    await invite(world, bob);
    await ledger.offerOwnership({ ...mine, now }, by);
    assert.deepEqual(await waiting(now + life - 1), [["viewer", "owner"], 1, true]);
    assert.deepEqual(await waiting(now + life), [[], 0, false]);
    const accept = (at: number) => ledger.acceptInvitation({ ...mine, role: "viewer" }, later(at));
    const own = (at: number) => ledger.acceptOwnership({ ...mine, most: 9 }, later(at));
    assert.deepEqual([await accept(now + life), await own(now + life)], [false, "gone"]);
    const again = { ...mine, role: "viewer", now: now + life } as const;
    assert.equal(await ledger.inviteCollaborator(again, later(now + life)), "invited");
    assert.equal(await accept(now + 2 * life - 1), true);
    assert.equal((await ledger.collaborators(applicationId, now + 9 * life)).users.length, 1);
    assert.equal(await own(now + life - 1), "accepted");
  });

  check("sweep: expired invitations and offers go; roles stay", async (world) => {
    const { ledger, application: applicationId, alice, bob } = world;
    const other = await createApplication(ledger, alice);
    await invite(world, bob);
    await ledger.acceptInvitation({ applicationId, userId: bob, role: "viewer" }, by);
    await ledger.offerOwnership({ applicationId, userId: bob, now }, by);
    const invitation = { applicationId: other.id, userId: bob, role: "editor", now } as const;
    await ledger.inviteCollaborator(invitation, by);
    const waiting = async () => (await ledger.applicationInvitations(bob, now, page)).length;
    await ledger.sweep({ now: now + applicationInvitationMs - 1, most: 10 });
    assert.equal(await waiting(), 2);
    await ledger.sweep({ now: now + applicationInvitationMs, most: 10 });
    assert.equal(await waiting(), 0);
    assert.equal(await ledger.applicationRole(applicationId, bob), "viewer");
  });

  check(
    "one owner has a few waiting for one user, and they are shown page by page",
    async (world) => {
      const { ledger, alice, bob } = world;
      const carol = user("carol");
      await ledger.createUser(carol, by);
      const of = async (owner: UserId) => (await createApplication(ledger, owner)).id;
      const ask = async (owner: UserId, at: number) => {
        const one = { applicationId: await of(owner), userId: carol.id, now: at };
        return at % 2 === 0
          ? ledger.offerOwnership(one, by)
          : ledger.inviteCollaborator({ ...one, role: "editor" }, by);
      };
      const made: unknown[] = [];
      for (let at = 0; at <= maxFromOneOwner; at += 1) made.push(await ask(alice, now + at));
      assert.equal(made.filter((one) => one === "too-many-waiting").length, 1);
      assert.equal(made.at(-1), "too-many-waiting");
      assert.notEqual(
        await ask(bob, now + 1),
        "too-many-waiting",
        "another owner's are counted apart",
      );
      const expired = now + applicationInvitationMs + maxFromOneOwner;
      assert.notEqual(await ask(alice, expired), "too-many-waiting");
      const looking = now + maxFromOneOwner;
      const all = await ledger.applicationInvitations(carol.id, looking, { ...page, size: 99 });
      assert.equal(all.length, maxFromOneOwner + 2);
      assert.deepEqual(
        all.map(({ at }) => at),
        all.map(({ at }) => at).toSorted((one, other) => other - one),
      );
      const seen = [];
      for (let after: string | undefined; ; ) {
        const onePage = { after, size: 1 };
        const [one, ...more] = await ledger.applicationInvitations(carol.id, looking, onePage);
        assert.deepEqual(more, [], "a page of one");
        if (one === undefined) break;
        seen.push(one);
        after = invitationPlace(one);
      }
      assert.deepEqual(seen, all);
    },
  );

  check(
    "an invitation and an offer made in the same millisecond are both shown, page by page",
    async (world) => {
      const { ledger, alice } = world;
      const made = [await createApplication(ledger, alice), await createApplication(ledger, alice)];
      const ids = made.map(({ id }) => id).toSorted((one, other) => Number(other) - Number(one));
      const [larger, smaller] = ids;
      assert.ok(larger !== undefined && smaller !== undefined);
      for (const [name, invited, offered] of [
        ["carol", larger, smaller],
        ["dave", smaller, larger],
      ] as const) {
        const account = user(name);
        const userId = account.id;
        await ledger.createUser(account, by);
        const invitation = { applicationId: invited, userId, now, role: "editor" } as const;
        await ledger.inviteCollaborator(invitation, by);
        await ledger.offerOwnership({ applicationId: offered, userId, now }, by);
        const [first] = await ledger.applicationInvitations(userId, now, { ...page, size: 1 });
        assert.ok(first !== undefined);
        const after = invitationPlace(first);
        const rest = await ledger.applicationInvitations(userId, now, { after, size: 9 });
        assert.deepEqual(
          [first, ...rest].map(({ applicationId }) => applicationId),
          ids,
        );
      }
    },
  );

  check(
    "what waits counts by its owner, and without what is invited or offered again",
    async (world) => {
      const { ledger, alice, bob: userId } = world;
      const dave = user("dave");
      await ledger.createUser(dave, by);
      const own: ApplicationId[] = [];
      for (const ownerId of [alice, dave.id]) {
        for (let at = 0; at < maxFromOneOwner; at += 1) {
          const { id } = await createApplication(ledger, ownerId);
          own.push(id);
        }
      }
      const invited = async (applicationId: ApplicationId) =>
        ledger.inviteCollaborator({ applicationId, userId, role: "viewer", now }, by);
      const offered = async (applicationId: ApplicationId) =>
        ledger.offerOwnership({ applicationId, userId, now }, by);
      const [alices, daves] = [own.slice(0, maxFromOneOwner), own.slice(maxFromOneOwner)];
      for (const id of alices) assert.equal(await invited(id), "invited");
      const [one = assert.fail(), another = assert.fail(), ...others] = daves;
      assert.equal(await invited(one), "invited", "of another owner");
      assert.equal(await offered(another), "offered", "of another owner");
      assert.equal(await offered(alices[0] ?? one), "offered", "invited to the same one");
      assert.equal(await invited(world.application), "too-many-waiting");
      assert.equal(await offered(world.application), "too-many-waiting");
      for (const id of others) assert.equal(await offered(id), "offered");
      assert.equal(await offered(another), "offered", "offered before");
    },
  );

  check(
    "acceptOwnership: the offer is answered once, and leads to the new owner",
    async (world) => {
      const { ledger, application: applicationId, alice, bob } = world;
      const carol = user("carol");
      await ledger.createUser(carol, by);
      const offer = (userId: UserId) => ledger.offerOwnership({ applicationId, userId, now }, by);
      const accept = (userId: UserId, most = 9) =>
        ledger.acceptOwnership({ applicationId, userId, most }, by);
      assert.equal(await offer(alice), "is-owner");
      assert.equal(await offer("1000000000000000" as UserId), "gone");
      assert.equal(await offer(carol.id), "offered");
      assert.equal(await offer(bob), "offered");
      assert.equal(await accept(carol.id), "gone", "another offer has taken its place");
      assert.deepEqual((await ledger.collaborators(applicationId, now)).offer, {
        userId: bob,
        screenName: "bob",
        offeredAt: now,
      });
      assert.deepEqual(
        (await ledger.applicationInvitations(bob, now, page)).map((one) => one.role),
        ["owner"],
      );
      const other = await createApplication(ledger, bob);
      assert.equal(await accept(bob, 1), "too-many");
      await ledger.deleteApplication(other.id, by);
      await invite(world, bob);
      await invite(world, carol.id);
      await ledger.acceptInvitation({ applicationId, userId: carol.id, role: "viewer" }, by);
      const outcomes = await Promise.all([accept(bob, 1), accept(bob, 1), accept(bob, 1)]);
      assert.deepEqual(outcomes.filter((one) => one === "accepted").length, 1);
      assert.equal((await ledger.applicationById(applicationId))?.ownerId, bob);
      assert.equal(await ledger.applicationRole(applicationId, alice), undefined);
      const left = await ledger.collaborators(applicationId, now);
      assert.deepEqual(
        left.users.map((one) => one.screenName),
        ["carol"],
        "the new owner is no collaborator, and the others stay",
      );
      assert.equal(left.offer, undefined);
      await offer(alice);
      assert.equal(await ledger.endOwnershipOffer({ applicationId, userId: bob }, by), false);
      assert.equal(await ledger.endOwnershipOffer({ applicationId, userId: alice }, by), true);
      assert.equal(await accept(alice), "gone");
    },
  );

  check("removeCollaborator: an offer to who is removed ends too", async (world) => {
    const { ledger, application: applicationId, alice, bob } = world;
    const mine = { applicationId, userId: bob };
    await invite(world, bob);
    assert.equal(await ledger.removeCollaborator(mine, by), true, "an open invitation");
    await invite(world, bob);
    await ledger.acceptInvitation({ ...mine, role: "viewer" }, by);
    await ledger.offerOwnership({ ...mine, now }, by);
    assert.equal(await ledger.removeCollaborator(mine, by), true);
    assert.deepEqual(await ledger.applicationInvitations(bob, now, page), []);
    assert.equal(await ledger.acceptOwnership({ ...mine, most: 9 }, by), "gone");
    assert.equal((await ledger.applicationById(applicationId))?.ownerId, alice);
  });

  check(
    "transferApplication: without consent; what the previous owner offered ends",
    async (world) => {
      const { ledger, application: applicationId, alice, bob } = world;
      const carol = user("carol");
      await ledger.createUser(carol, by);
      await invite(world, carol.id);
      await invite(world, bob);
      await ledger.acceptInvitation({ applicationId, userId: bob, role: "viewer" }, by);
      const move = (userId: UserId) => ledger.transferApplication({ applicationId, userId }, by);
      await ledger.offerOwnership({ applicationId, userId: bob, now }, by);
      assert.equal(await move(alice), "is-owner");
      assert.equal(await move("1000000000000000" as UserId), "gone");
      assert.equal(await move(bob), "moved");
      assert.equal((await ledger.applicationById(applicationId))?.ownerScreenName, "bob");
      assert.deepEqual(await ledger.collaborators(applicationId, now), {
        ...{ users: [], offer: undefined },
      });
      assert.deepEqual(await ledger.applicationInvitations(bob, now, page), []);
      assert.deepEqual(await ledger.applicationInvitations(carol.id, now, page), []);
      const late = { applicationId, userId: carol.id, role: "viewer" } as const;
      assert.equal(await ledger.acceptInvitation(late, by), false);
    },
  );

  check("collaborators: in the order of their screen names", async (world) => {
    const { ledger, application } = world;
    for (const name of ["m", "Z", "b", "y", "A"]) {
      const one = user(name);
      await ledger.createUser(one, by);
      await invite(world, one.id);
    }
    const { users } = await ledger.collaborators(application, now);
    assert.deepEqual(
      users.map((one) => one.screenName),
      ["A", "b", "m", "y", "Z"],
    );
  });

  check("deleting an account or an application ends what is tied to it", async (world) => {
    const { ledger, application: applicationId, bob } = world;
    await invite(world, bob);
    await ledger.offerOwnership({ applicationId, userId: bob, now }, by);
    await ledger.deleteUser({ userId: bob, passwordHash: "$old" }, by);
    assert.deepEqual(await ledger.collaborators(applicationId, now), {
      users: [],
      offer: undefined,
    });
    const carol = user("carol");
    await ledger.createUser(carol, by);
    await invite(world, carol.id);
    await ledger.deleteApplication(applicationId, by);
    assert.deepEqual(await ledger.applicationInvitations(carol.id, now, page), []);
    assert.equal(await invite(world, carol.id), "gone");
  });

  check(
    "session: a write is rejected, whole, once the role that it needs has ended",
    async (world) => {
      const { ledger, application: applicationId, bob, committed } = world;
      const digest = await session(ledger, bob);
      const mine = { applicationId, userId: bob };
      const on = (atLeast: ApplicationRole) => needing(digest, { applicationId, atLeast });
      const setAt = async () => (await ledger.applicationById(applicationId))?.secretSetAt;
      let at = now;
      const regenerate = (atLeast: ApplicationRole) => {
        at += 1;
        const secret = mintConsumerSecret(randomBytes);
        return ledger.regenerateConsumerSecret(
          { applicationId, secret, now: at, previousUntil: at, overlap: "1h" },
          on(atLeast),
        );
      };
      const rejected = async (write: () => Promise<unknown>) => {
        const [before, events] = [await setAt(), committed.length];
        await assert.rejects(write(), RoleEnded);
        assert.deepEqual([await setAt(), committed.length], [before, events], "undone");
      };
      await rejected(() => regenerate("viewer"));
      await ledger.inviteCollaborator({ ...mine, role: "editor", now }, by);
      await rejected(() => regenerate("editor"));
      await ledger.acceptInvitation({ ...mine, role: "editor" }, by);
      assert.equal(await regenerate("editor"), true);
      assert.equal(committed.at(-1)?.session, undefined, "it is kept nowhere");
      await rejected(() => regenerate("owner"));
      await rejected(() => ledger.deleteApplication(applicationId, on("owner")));
      assert.notEqual(await ledger.applicationById(applicationId), undefined);
      await ledger.changeCollaborator({ ...mine, role: "viewer" }, by);
      await rejected(() => regenerate("editor"));
      await ledger.removeCollaborator(mine, by);
      await rejected(() => regenerate("viewer"));
      await ledger.transferApplication(mine, by);
      assert.equal(await regenerate("owner"), true);
    },
  );
}

function invite({ ledger, application }: World, userId: UserId) {
  return ledger.inviteCollaborator({ applicationId: application, userId, role: "viewer", now }, by);
}

function needing(
  digest: TokenDigest,
  role: NonNullable<NonNullable<AuditContext["session"]>["role"]>,
): AuditContext {
  return { ...by, session: { digest, role } };
}

const page = { after: undefined, size: 9 };
