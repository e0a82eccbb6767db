/** The contract for users if another write commits between a read and the write that follows it. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  mintAccessTokenCandidate,
  mintSessionId,
  mintVerifier,
  type TokenDigest,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { SessionEnded } from "../../domain/errors.ts";
import {
  by,
  checkOn,
  createApplication,
  grant,
  issue,
  newSession,
  now,
  type OpenLedger,
  session,
  user,
} from "./seeded-ledger.ts";

export function usersRaceSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "session: a write is rejected, whole, once the session it was made in has ended",
    async (world) => {
      const { ledger, alice, bob, application, committed } = world;
      const carol = { ...user("carol"), isAdmin: true };
      await ledger.createUser(carol, by);
      const revoked = async (digest: TokenDigest, ofAdmin = false) => {
        await grant(world, bob);
        const before = committed.length;
        try {
          return await ledger.revokeAccess(
            { applicationId: application, userId: bob },
            { ...by, session: { digest, ofAdmin } },
          );
        } catch (error) {
          assert.ok(error instanceof SessionEnded);
          assert.equal((await ledger.grants(application, bob)).length, 1, "undone");
          assert.equal(committed.length, before);
          return "ended";
        }
      };
      const [one, other] = [await session(ledger, carol.id), await session(ledger, carol.id)];
      assert.deepEqual([await revoked(one), await revoked(one, true)], [true, true]);
      assert.equal(committed.at(-1)?.session, undefined, "it is kept nowhere");
      await ledger.endOtherSessions({ userId: carol.id, digest: other }, by);
      assert.deepEqual([await revoked(one), await revoked(other, true)], ["ended", true]);
      await ledger.createUser({ ...user("dora"), isAdmin: true }, by);
      await ledger.revokeAdmin(carol.id, by);
      assert.deepEqual([await revoked(other), await revoked(other, true)], [true, "ended"]);
      await ledger.setPassword(carol.id, "$new", by);
      assert.equal(await revoked(other), "ended");
      const alices = await session(ledger, alice);
      await ledger.suspendUser(alice, "spam", by);
      assert.equal(await revoked(alices), "ended");
    },
  );

  check(
    "session: a form of a user who was deleted meanwhile is rejected as one without a session",
    async (world) => {
      const { ledger, application: applicationId, bob: userId } = world;
      const token = await issue(world);
      const digest = await session(ledger, userId);
      const acting = {
        ...by,
        actor: `user:${userId}`,
        session: { digest, ofAdmin: true },
      } as const;
      await ledger.grantAdmin(userId, by);
      await ledger.grantAdmin(world.alice, by);
      await ledger.deleteUser({ userId }, by);
      const verifier = mintVerifier(randomBytes);
      const approval = { token, userId, verifier, kind: "verifier", now } as const;
      const candidate = mintAccessTokenCandidate(randomBytes);
      const granted = { applicationId, userId, access: "read", emailGranted: false } as const;
      const link = { purpose: "invitation", userId: undefined, note: "", createdAt: now } as const;
      for (const write of [
        () => ledger.approveRequestToken(approval, acting),
        () => createApplication(ledger, userId, {}, acting),
        () => ledger.regenerateAccess({ ...granted, candidate, now, replaces: undefined }, acting),
        () => ledger.createLink({ ...link, digest, expiresAt: now + 1 }, acting),
      ]) {
        await assert.rejects(write(), SessionEnded);
      }
    },
  );

  check("session: a session that ends itself is looked at before it does", async (world) => {
    const { ledger, alice, bob } = world;
    const on = (digest: TokenDigest) => ({ ...by, session: { digest } });
    const digest = await session(ledger, bob);
    assert.equal(await ledger.endSession({ userId: bob, digest }, on(digest)), true);
    await assert.rejects(
      ledger.deleteUser({ userId: bob, passwordHash: "$old" }, on(digest)),
      SessionEnded,
    );
    assert.notEqual(await ledger.userById(bob), undefined);
    const [old, fresh] = [await session(ledger, bob), tokenDigest(mintSessionId(randomBytes))];
    const passwords = { from: "$old", to: "$new" } as const;
    const change = { ...passwords, session: newSession(bob, fresh) };
    assert.equal(await ledger.changePassword(change, on(old)), true);
    const again = { ...change, from: "$new", to: "$newer" } as const;
    await assert.rejects(ledger.changePassword(again, on(old)), SessionEnded);
    assert.equal(
      await ledger.deleteUser({ userId: bob, passwordHash: "$new" }, on(fresh)),
      "deleted",
    );
    assert.notEqual(await ledger.userById(alice), undefined);
  });

  check(
    "the last administrator: neither demoted, suspended nor deleted, not by many at once either",
    async (world) => {
      const { ledger } = world;
      const all = ["dora", "erin", "frank"].map((name) => ({ ...user(name), isAdmin: true }));
      for (const one of all) await ledger.createUser(one, by);
      const ends = [
        (id: UserId) => ledger.revokeAdmin(id, by),
        (id: UserId) => ledger.suspendUser(id, "x", by),
        (userId: UserId) => ledger.deleteUser({ userId, passwordHash: "$old" }, by),
      ];
      const outcomes = await Promise.all(
        all.flatMap(({ id }) => ends.map(async (end, at) => [at, await end(id)] as const)),
      );
      const left = (await ledger.users({ after: undefined, size: 50 })).filter(
        (one) => one.isAdmin && one.suspendedBecause === undefined,
      );
      assert.equal(left.length, 1, JSON.stringify(outcomes));
      const [last] = left;
      assert.ok(last);
      for (const end of ends) assert.equal(await end(last.id), "last-administrator");
      assert.equal((await ledger.userById(last.id))?.suspendedBecause, undefined);
      await ledger.createUser({ ...user("grace"), isAdmin: true }, by);
      assert.equal(await ends[0]?.(last.id), "changed");
      assert.equal((await ledger.userById(last.id))?.isAdmin, false);
    },
  );

  check(
    "suspendUser: every session ends for good, and one that is just being opened is not",
    async (world) => {
      const { ledger, alice, bob } = world;
      const [digest, bobs] = [await session(ledger, alice), await session(ledger, bob)];
      await ledger.suspendUser(alice, "spam", by);
      const late = tokenDigest(mintSessionId(randomBytes));
      const opening = { ...newSession(alice, late), passwordHash: "$old" as const };
      assert.equal(await ledger.openSession(opening, by), false);
      await ledger.restoreUser(alice, by);
      for (const one of [digest, late]) assert.equal(await ledger.session(one), undefined);
      assert.notEqual(await ledger.session(bobs), undefined);
    },
  );

  check("deleteUser: not with a password that was changed since", async ({ ledger, bob }) => {
    const deletion = { userId: bob, passwordHash: "$old" as const };
    await ledger.setPassword(bob, "$new", by);
    assert.equal(await ledger.deleteUser(deletion, by), "password-changed");
    const right = { ...deletion, passwordHash: "$new" as const };
    assert.equal(await ledger.deleteUser(right, by), "deleted");
    assert.equal(await ledger.deleteUser(right, by), "gone");
  });

  check("deleteUser: by another user, without the password, once", async ({ ledger, bob }) => {
    const answers = await Promise.all([1, 2, 3].map(() => ledger.deleteUser({ userId: bob }, by)));
    assert.deepEqual(answers.toSorted(), ["deleted", "gone", "gone"]);
    assert.equal(await ledger.userById(bob), undefined);
  });

  check("createLink: none to an address that is the user's no more", async (world) => {
    const { ledger, alice: userId } = world;
    const profile = { userId, screenName: "alice", name: "", email: "a@n.example" };
    await ledger.changeProfile(profile, by);
    const made = async (purpose: "email" | "password-reset", note: string) => {
      const digest = tokenDigest(mintSessionId(randomBytes));
      const link = { digest, purpose, userId, note, createdAt: now, expiresAt: now + 1000 };
      const answer = await ledger.createLink(link, by);
      const stands = (await ledger.linkFor({ digest, purpose }, now)) !== undefined;
      assert.equal(stands, answer === "created");
      return answer;
    };
    assert.equal(await made("password-reset", "a@n.example"), "created");
    await ledger.changeProfile({ ...profile, email: "b@n.example" }, by);
    for (const purpose of ["email", "password-reset"] as const) {
      assert.equal(await made(purpose, "a@n.example"), "rejected");
      assert.equal(await made(purpose, "b@n.example"), "created");
    }
    assert.equal(await made("password-reset", ""), "created", "an administrator passes it on");
    await ledger.suspendUser(userId, "spam", by);
    assert.equal(await made("password-reset", "b@n.example"), "rejected");
  });

  check("createUser: no one comes in by a sign-up that was closed since", async (world) => {
    const { ledger } = world;
    const made = (name: string, signUpSeen: string | null) =>
      ledger.createUser({ ...user(name), signUpSeen }, by);
    assert.equal(await made("carol", null), "created");
    assert.equal(await made("dora", "open"), "sign-up-changed");
    await ledger.changeSetting("sign-up", "closed", by);
    for (const seen of [null, "open"]) assert.equal(await made("dora", seen), "sign-up-changed");
    assert.equal(await ledger.userByScreenName("dora"), undefined);
    assert.equal(await made("dora", "closed"), "created");
  });

  check(
    "createUserByLink: the first administrator's link is gone once there is one",
    async (world) => {
      const { ledger, alice } = world;
      await ledger.grantAdmin(alice, by);
      const digest = tokenDigest(mintSessionId(randomBytes));
      const purpose = "admin" as const;
      const link = { digest, purpose, userId: undefined, note: "", createdAt: now };
      // Made by a start that had looked for administrators before the first one existed.
      await ledger.createLink({ ...link, expiresAt: now + 1000 }, by);
      const made = await ledger.createUserByLink({ digest, purpose }, user("thief"), by);
      assert.equal(made, "gone");
    },
  );
}
