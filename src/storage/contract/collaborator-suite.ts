/** The people who work on an application beside its owner: roles, invitations, and offers to take it over. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { AuditEvent } from "../../domain/audit.ts";
import { type ApplicationRole, mostCollaborators } from "../../domain/collaborator.ts";
import { mintConsumerSecret, type TokenDigest, type UserId } from "../../domain/credentials.ts";
import { RoleEnded } from "../../domain/refusals.ts";
import {
  checkOn,
  createApplication,
  happened,
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
    assert.deepEqual(await ledger.applicationInvitations(bob, 9), [
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
    assert.equal(await ledger.acceptInvitation({ ...mine, role: "admin" }, happened()), false);
    assert.equal(await ledger.acceptInvitation({ ...mine, role: "viewer" }, happened()), true);
    assert.equal(await ledger.acceptInvitation({ ...mine, role: "viewer" }, happened()), false);
    assert.deepEqual(await roles(), ["owner", "viewer"]);
    assert.deepEqual(await ledger.applicationInvitations(bob, 9), []);
    assert.equal(await ledger.changeCollaborator({ ...mine, role: "admin" }, happened()), true);
    assert.deepEqual(await roles(), ["owner", "admin"]);
    assert.deepEqual(await ledger.collaborators(applicationId), {
      people: [{ userId: bob, screenName: "bob", role: "admin", accepted: true, invitedAt: now }],
      offer: undefined,
    });
    assert.equal(await ledger.removeCollaborator(mine, happened()), true);
    assert.equal(await ledger.removeCollaborator(mine, happened()), false);
    assert.equal(await ledger.changeCollaborator({ ...mine, role: "admin" }, happened()), false);
    assert.deepEqual(await roles(), ["owner", undefined]);
  });

  check("inviteCollaborator: no more than fit, however many are invited at once", async (world) => {
    const { ledger, application } = world;
    const people = Array.from({ length: mostCollaborators + 3 }, (_, at) => user(`c${at}`));
    for (const one of people) await ledger.createUser(one, happened());
    const outcomes = await Promise.all(people.map((one) => invite(world, one.id)));
    assert.equal(outcomes.filter((one) => one === "invited").length, mostCollaborators);
    assert.equal(outcomes.filter((one) => one === "too-many").length, 3);
    assert.equal((await ledger.collaborators(application)).people.length, mostCollaborators);
  });

  check(
    "acceptOwnership: the offer is answered once, and leads to the new owner",
    async (world) => {
      const { ledger, application: applicationId, alice, bob } = world;
      const carol = user("carol");
      await ledger.createUser(carol, happened());
      const offer = (userId: UserId) =>
        ledger.offerOwnership({ applicationId, userId, now }, happened());
      const accept = (userId: UserId, most = 9) =>
        ledger.acceptOwnership({ applicationId, userId, most }, happened());
      assert.equal(await offer(alice), "is-owner");
      assert.equal(await offer("1000000000000000" as UserId), "gone");
      assert.equal(await offer(carol.id), "offered");
      assert.equal(await offer(bob), "offered");
      assert.equal(await accept(carol.id), "gone", "another offer has taken its place");
      assert.deepEqual((await ledger.collaborators(applicationId)).offer, {
        userId: bob,
        screenName: "bob",
        offeredAt: now,
      });
      assert.deepEqual(
        (await ledger.applicationInvitations(bob, 9)).map((one) => one.role),
        ["owner"],
      );
      const other = await createApplication(ledger, bob);
      assert.equal(await accept(bob, 1), "too-many");
      await ledger.deleteApplication(other.id, happened());
      await invite(world, bob);
      await invite(world, carol.id);
      await ledger.acceptInvitation(
        { applicationId, userId: carol.id, role: "viewer" },
        happened(),
      );
      const outcomes = await Promise.all([accept(bob, 1), accept(bob, 1), accept(bob, 1)]);
      assert.deepEqual(outcomes.filter((one) => one === "accepted").length, 1);
      assert.equal((await ledger.applicationById(applicationId))?.ownerId, bob);
      assert.equal(await ledger.applicationRole(applicationId, alice), undefined);
      const left = await ledger.collaborators(applicationId);
      assert.deepEqual(
        left.people.map((one) => one.screenName),
        ["carol"],
        "the new owner is no collaborator, and the others stay",
      );
      assert.equal(left.offer, undefined);
      await offer(alice);
      assert.equal(
        await ledger.endOwnershipOffer({ applicationId, userId: bob }, happened()),
        false,
      );
      assert.equal(
        await ledger.endOwnershipOffer({ applicationId, userId: alice }, happened()),
        true,
      );
      assert.equal(await accept(alice), "gone");
    },
  );

  check("removeCollaborator: an offer to who is removed ends too", async (world) => {
    const { ledger, application: applicationId, alice, bob } = world;
    const mine = { applicationId, userId: bob };
    await invite(world, bob);
    await ledger.acceptInvitation({ ...mine, role: "viewer" }, happened());
    await ledger.offerOwnership({ ...mine, now }, happened());
    assert.equal(await ledger.removeCollaborator(mine, happened()), true);
    assert.deepEqual(await ledger.applicationInvitations(bob, 9), []);
    assert.equal(await ledger.acceptOwnership({ ...mine, most: 9 }, happened()), "gone");
    assert.equal((await ledger.applicationById(applicationId))?.ownerId, alice);
  });

  check("moveApplication: without consent; what the previous owner offered ends", async (world) => {
    const { ledger, application: applicationId, alice, bob } = world;
    const carol = user("carol");
    await ledger.createUser(carol, happened());
    await invite(world, carol.id);
    const move = (userId: UserId) => ledger.moveApplication({ applicationId, userId }, happened());
    await ledger.offerOwnership({ applicationId, userId: bob, now }, happened());
    assert.equal(await move(alice), "is-owner");
    assert.equal(await move("1000000000000000" as UserId), "gone");
    assert.equal(await move(bob), "moved");
    assert.equal((await ledger.applicationById(applicationId))?.ownerScreenName, "bob");
    assert.equal((await ledger.collaborators(applicationId)).offer, undefined);
    assert.deepEqual(await ledger.applicationInvitations(bob, 9), []);
    assert.deepEqual(await ledger.applicationInvitations(carol.id, 9), []);
    const late = { applicationId, userId: carol.id, role: "viewer" } as const;
    assert.equal(await ledger.acceptInvitation(late, happened()), false);
  });

  check("deleting an account or an application ends what is tied to it", async (world) => {
    const { ledger, application: applicationId, bob } = world;
    await invite(world, bob);
    await ledger.offerOwnership({ applicationId, userId: bob, now }, happened());
    await ledger.deleteUser({ userId: bob, passwordHash: "$old" }, happened());
    assert.deepEqual(await ledger.collaborators(applicationId), { people: [], offer: undefined });
    const carol = user("carol");
    await ledger.createUser(carol, happened());
    await invite(world, carol.id);
    await ledger.deleteApplication(applicationId, happened());
    assert.deepEqual(await ledger.applicationInvitations(carol.id, 9), []);
    assert.equal(await invite(world, carol.id), "gone");
  });

  check(
    "standing: a write is refused, whole, once the role that it needs has ended",
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
          { applicationId, secret, now: at, oldUntil: at },
          on(atLeast),
        );
      };
      const refused = async (write: () => Promise<unknown>) => {
        const [before, events] = [await setAt(), committed.length];
        await assert.rejects(write(), RoleEnded);
        assert.deepEqual([await setAt(), committed.length], [before, events], "undone");
      };
      await refused(() => regenerate("viewer"));
      await ledger.inviteCollaborator({ ...mine, role: "admin", now }, happened());
      await refused(() => regenerate("admin"));
      await ledger.acceptInvitation({ ...mine, role: "admin" }, happened());
      assert.equal(await regenerate("admin"), true);
      assert.equal(committed.at(-1)?.standing, undefined, "it is kept nowhere");
      await refused(() => regenerate("owner"));
      await refused(() => ledger.deleteApplication(applicationId, on("owner")));
      assert.notEqual(await ledger.applicationById(applicationId), undefined);
      await ledger.changeCollaborator({ ...mine, role: "viewer" }, happened());
      await refused(() => regenerate("admin"));
      await ledger.removeCollaborator(mine, happened());
      await refused(() => regenerate("viewer"));
      await ledger.moveApplication(mine, happened());
      assert.equal(await regenerate("owner"), true);
    },
  );
}

function invite({ ledger, application }: World, userId: UserId) {
  return ledger.inviteCollaborator(
    { applicationId: application, userId, role: "viewer", now },
    happened(),
  );
}

function needing(
  digest: TokenDigest,
  role: NonNullable<NonNullable<AuditEvent["standing"]>["role"]>,
): AuditEvent {
  return { ...happened(), standing: { digest, role } };
}
