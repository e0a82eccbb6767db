/** The contract of suspension: nothing that began before it works after the account is restored. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mintVerifier, type RequestToken, type Verifier } from "../../domain/credentials.ts";
import {
  by,
  checkOn,
  createApplication,
  exchange,
  grant,
  issue,
  link,
  newSession,
  now,
  type OpenLedger,
  session,
  somebody,
  type World,
} from "./seeded-ledger.ts";

export function suspensionSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("suspendUser: links, sessions and sign-ins of before end", async (world) => {
    const { ledger, bob } = world;
    const email = "bob@users.example";
    await ledger.changeProfile({ userId: bob, screenName: "bob", email }, by);
    const digests = {
      "password-reset": await link(world, "password-reset", now + 1000, bob, email),
      "account-recovery": await link(world, "account-recovery", now + 1000, bob),
      email: await link(world, "email", now + 1000, bob, email),
    } as const;
    const [digest, waiting] = [await session(ledger, bob), await link(world, "invitation")];
    const signIn = { ...newSession(bob, waiting), expiresAt: now + 1000 };
    assert.equal(await ledger.beginSignIn({ ...signIn, passwordHash: "$old" }), true);
    await suspendAndRestore(world);
    const reset = { passwordHash: "$reset", now } as const;
    for (const purpose of ["password-reset", "account-recovery"] as const) {
      const digest = digests[purpose];
      assert.equal(await ledger.resetPassword({ digest, purpose, ...reset }, by), undefined);
      assert.equal(await ledger.linkFor({ digest, purpose }, now), undefined);
    }
    const proving = { digest: digests.email, now };
    assert.equal(await ledger.verifyEmail(proving, by), undefined);
    assert.equal(await ledger.session(digest), undefined);
    assert.equal(await ledger.waitingSignIn(waiting, now), undefined);
  });

  check(
    "suspendUser: approvals end that no one has exchanged; access tokens stay",
    async (world) => {
      const { ledger, bob, alice, application, consumerKey } = world;
      const held = await grant(world, bob, "write");
      assert.ok(held);
      const [bobs, alices] = [await issueWithVerifier(world), await issueWithVerifier(world)];
      assert.equal(await approveAs(world, bobs, await session(ledger, bob)), "approved");
      assert.equal(await approveAs({ ...world, bob: alice }, alices, undefined), "approved");
      await suspendAndRestore(world);
      assert.equal(await exchange(ledger, ...bobs), "gone");
      assert.equal(typeof (await exchange(ledger, ...alices)), "object", "another user's");
      const found = await ledger.accessTokenCredentials(consumerKey, held.token, now);
      assert.equal(found?.access.user.id, bob);
      assert.equal((await ledger.grants(application, bob)).length, 1);
    },
  );

  check("suspendUser: an approval beside it does not outlive the restoration", async (world) => {
    const { ledger } = world;
    for (let times = 0; times < 10; times += 1) {
      const user = somebody();
      const bob = user.id;
      await ledger.createUser(user, by);
      const digest = await session(ledger, bob);
      const tokens = await Promise.all(Array.from({ length: 8 }, () => issueWithVerifier(world)));
      const approving = tokens.map((one) => approveAs({ ...world, bob }, one, digest));
      if (times % 2 === 1) await Promise.race(approving);
      await Promise.allSettled([ledger.suspendUser(bob, "spam", by), ...approving]);
      await ledger.restoreUser(bob, by);
      for (const one of tokens) {
        const exchanged = await exchange(ledger, ...one);
        assert.ok(exchanged === "gone" || exchanged === "wrong-verifier", "it gives access");
      }
    }
  });

  check("restoreUser, restoreApplication: only the suspension that was seen", async (world) => {
    const { ledger, bob, application, committed } = world;
    await ledger.suspendUser(bob, "stolen", by);
    await ledger.suspendApplication(application, "stolen", by);
    const before = committed.length;
    assert.equal(await ledger.restoreUser(bob, by, "spam"), false);
    assert.equal(await ledger.restoreApplication(application, by, "spam"), false);
    assert.equal(committed.length, before);
    assert.equal((await ledger.userById(bob))?.suspendedBecause, "stolen");
    assert.equal((await ledger.applicationById(application))?.suspendedBecause, "stolen");
    assert.equal(await ledger.restoreUser(bob, by, "stolen"), true);
    assert.equal(await ledger.restoreApplication(application, by, "stolen"), true);
    assert.equal((await ledger.userById(bob))?.suspendedBecause, undefined);
    assert.equal((await ledger.applicationById(application))?.suspendedBecause, undefined);
  });

  check("restoreUser: nothing ends for a user who is not suspended", async (world) => {
    const one = await issueWithVerifier(world);
    assert.equal(await approveAs(world, one, undefined), "approved");
    await world.ledger.restoreUser(world.bob, by);
    const exchanged = await exchange(world.ledger, ...one);
    assert.ok(typeof exchanged === "object", String(exchanged));
  });

  check("suspendUser: invitations to the user's applications end, and offers", async (world) => {
    const { ledger, alice, bob, application: alices } = world;
    const { id: bobs } = await createApplication(ledger, bob);
    const carol = somebody();
    await ledger.createUser(carol, by);
    const invite = (applicationId: typeof alices, userId: typeof alice) =>
      ledger.inviteCollaborator({ applicationId, userId, role: "editor", now }, by);
    const accept = (applicationId: typeof alices, userId: typeof alice) =>
      ledger.acceptInvitation({ applicationId, userId, role: "editor" }, by);
    await invite(bobs, carol.id);
    assert.equal(await accept(bobs, carol.id), true);
    await invite(bobs, alice);
    await invite(alices, carol.id);
    await ledger.offerOwnership({ applicationId: bobs, userId: alice, now }, by);
    await suspendAndRestore(world);
    assert.equal(await accept(bobs, alice), false);
    const taking = { applicationId: bobs, userId: alice, most: 9 };
    assert.equal(await ledger.acceptOwnership(taking, by), "gone");
    assert.equal(await ledger.applicationRole(bobs, carol.id), "editor", "it was accepted before");
    assert.equal(await accept(alices, carol.id), true, "another user's");
  });

  check(
    "suspendUser, deleteUser: invitations end that the user sent for another user's application",
    async (world) => {
      const { ledger, alice, bob, application: applicationId } = world;
      const [carol, dora] = [somebody(), somebody()];
      for (const one of [carol, dora]) await ledger.createUser(one, by);
      const invite = (userId: typeof alice, inviting: typeof alice) =>
        ledger.inviteCollaborator(
          { applicationId, userId, role: "viewer", now },
          { ...by, actor: `user:${inviting}` },
        );
      const accept = (userId: typeof alice) =>
        ledger.acceptInvitation({ applicationId, userId, role: "viewer" }, by);
      for (const end of [
        () => suspendAndRestore(world),
        () => ledger.deleteUser({ userId: bob }, by),
      ]) {
        await invite(carol.id, bob);
        await invite(dora.id, alice);
        await end();
        assert.equal(await accept(carol.id), false);
        assert.equal(await accept(dora.id), true, "the owner's");
        await ledger.removeCollaborator({ applicationId, userId: dora.id }, by);
      }
    },
  );

  check("deleteUser: who accepted an invitation of the user stays", async (world) => {
    const { ledger, bob, application: applicationId } = world;
    const carol = somebody();
    await ledger.createUser(carol, by);
    const one = { applicationId, userId: carol.id, role: "viewer" } as const;
    await ledger.inviteCollaborator({ ...one, now }, { ...by, actor: `user:${bob}` });
    assert.equal(await ledger.acceptInvitation(one, by), true);
    assert.equal(await ledger.deleteUser({ userId: bob }, by), "deleted");
    assert.equal(await ledger.applicationRole(applicationId, carol.id), "viewer");
  });
}

async function suspendAndRestore({ ledger, bob }: World): Promise<void> {
  assert.equal(await ledger.suspendUser(bob, "spam", by), "changed");
  await ledger.restoreUser(bob, by);
}

type IssuedRequest = readonly [RequestToken, Verifier];

async function issueWithVerifier(world: World): Promise<IssuedRequest> {
  return [await issue(world), mintVerifier(randomBytes)];
}

/** Bob's approval, in the session if there is one. */
async function approveAs(
  { ledger, bob: userId }: World,
  [token, verifier]: IssuedRequest,
  digest: Awaited<ReturnType<typeof session>> | undefined,
): Promise<string> {
  const answer = { token, userId, verifier, kind: "verifier", now } as const;
  return ledger.approveRequestToken(answer, { ...by, ...(digest && { session: { digest } }) });
}
