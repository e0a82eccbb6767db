/** The contract for identities at identity providers. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  mintSessionId,
  type TokenDigest,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { SessionEnded } from "../../domain/errors.ts";
import { type IdentityKey, maxIdentities, noPasswordHash } from "../../domain/identity.ts";
import type { PasskeyId } from "../../domain/passkey.ts";
import {
  type AuthenticatedSession,
  type ProviderLogout,
  providerLogoutMs,
} from "../../domain/session.ts";
import {
  by,
  checkOn,
  newSession,
  now,
  type OpenLedger,
  session,
  somebody,
  type World,
} from "./seeded-ledger.ts";

export function identitySuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("createUserWithIdentity: of several first sign-ins at once one makes", async (world) => {
    const { ledger, committed } = world;
    const before = committed.length;
    const users = Array.from({ length: 4 }, () => newcomer());
    const answers = await Promise.all(
      users.map((user) => ledger.createUserWithIdentity(user, one, by)),
    );
    const taken = ["created", "identity-taken", "identity-taken", "identity-taken"];
    assert.deepEqual(answers.toSorted(), taken);
    assert.equal(committed.length, before + 1);
    const made = users[answers.indexOf("created")] ?? newcomer();
    const holder = await ledger.identityHolder(one);
    assert.equal(holder?.user.id, made.id);
    assert.equal(holder?.user.screenName, made.screenName);
    assert.equal(holder?.passwordHash, made.passwordHash);
    for (const user of users) {
      const found = await ledger.userById(user.id);
      assert.equal(found?.id, user === made ? made.id : undefined);
    }
    assert.deepEqual(await ledger.identitiesOf(made.id), [{ ...one, linkedAt: now }]);
  });

  check("createUserWithIdentity: a taken screen name costs no identity", async (world) => {
    const { ledger } = world;
    const named = { ...newcomer(), screenName: "ALICE" };
    const create = (user: typeof named) => ledger.createUserWithIdentity(user, one, by);
    assert.equal(await create(named), "screen-name-taken");
    assert.equal(await ledger.identityHolder(one), undefined);
    const closed = { ...newcomer(), signUpSeen: "open" };
    assert.equal(await create(closed), "sign-up-changed");
    assert.equal(await ledger.identityHolder(one), undefined);
    assert.equal(await create(newcomer()), "created");
  });

  check(
    "createUserWithIdentity: of several who would be the first administrator one is",
    async (world) => {
      const { ledger, committed } = world;
      const users = Array.from({ length: 4 }, () => ({ ...newcomer(), isAdmin: true }));
      const before = committed.length;
      await Promise.all(
        users.map((user, at) =>
          ledger.createUserWithIdentity(user, { ...one, subject: `${at}` }, by),
        ),
      );
      const found = await Promise.all(users.map(({ id }) => ledger.userById(id)));
      assert.deepEqual(found.map((user) => user?.isAdmin).toSorted(), [false, false, false, true]);
      assert.equal(committed.length, before + 5, "one event says so");
      await ledger.createUserWithIdentity({ ...newcomer(), isAdmin: true }, one, by);
      assert.equal((await ledger.identityHolder(one))?.user.isAdmin, false);
    },
  );

  check("identityHolder: issuer and subject are compared as they stand", async (world) => {
    const { ledger, alice } = world;
    await link(world, alice, one);
    for (const other of [
      { ...one, issuer: `${one.issuer}/` },
      { ...one, issuer: "https://other.example" },
      { ...one, subject: one.subject.toUpperCase() },
      { ...one, subject: `${one.subject} ` },
    ]) {
      assert.equal(await ledger.identityHolder(other), undefined, JSON.stringify(other));
    }
    assert.equal((await ledger.identityHolder(one))?.user.id, alice);
  });

  check("linkIdentity: of two who link one identity exactly one gets it", async (world) => {
    const { ledger, alice, bob, committed } = world;
    const before = committed.length;
    const answers = await Promise.all([link(world, alice, one), link(world, bob, one)]);
    assert.deepEqual(answers.toSorted(), ["linked", "taken"]);
    assert.equal(committed.length, before + 1);
    const [holder, other] = answers[0] === "linked" ? [alice, bob] : [bob, alice];
    assert.equal((await ledger.identityHolder(one))?.user.id, holder);
    assert.deepEqual(await ledger.identitiesOf(other), []);
    assert.equal(await link(world, holder, one), "theirs");
    assert.equal(committed.length, before + 1);
    assert.deepEqual(await ledger.identitiesOf(holder), [{ ...one, linkedAt: now }]);
  });

  check("linkIdentity: so many and no more, not by many at once either", async (world) => {
    const { ledger, alice } = world;
    const all = Array.from({ length: maxIdentities + 2 }, (_, at) => numbered(at));
    const answers = await Promise.all(all.map((identity) => link(world, alice, identity)));
    assert.equal(answers.filter((answer) => answer === "linked").length, maxIdentities);
    assert.equal(answers.filter((answer) => answer === "too-many").length, 2);
    assert.equal((await ledger.identitiesOf(alice)).length, maxIdentities);
  });

  check("linkIdentity: every other session ends; not while suspended", async (world) => {
    const { ledger, alice, bob } = world;
    const before = await session(ledger, alice);
    const newest = newSession(alice, fresh());
    const linked = { identity: one, session: newest };
    assert.equal(await ledger.linkIdentity(linked, by), "linked");
    assert.equal(await ledger.session(before), undefined);
    assert.equal((await ledger.session(newest.digest))?.userId, alice);
    await ledger.suspendUser(bob, "spam", by);
    assert.equal(await link(world, bob, numbered(1)), "gone");
    assert.equal(await ledger.identityHolder(numbered(1)), undefined);
  });

  check("reauthenticate: an identity of its user, and no other", async (world) => {
    const { ledger, alice, bob } = world;
    await link(world, alice, one);
    await link(world, bob, numbered(1));
    const digest = await session(ledger, alice);
    const authenticate = (identity: IdentityKey) =>
      ledger.reauthenticate(
        { digest, userId: alice },
        {
          ...{ kind: "identity-provider", at: now + 7 },
          identity: { ...identity, sid: "s", authenticatedAt: now },
        },
      );
    for (const other of [numbered(1), numbered(2)]) assert.equal(await authenticate(other), "gone");
    assert.equal(await authenticate(one), "authenticated");
    const found = (await ledger.session(digest))?.authEvents;
    assert.deepEqual(found?.at(-1), { kind: "identity-provider", at: now + 7 });
  });

  check("reauthenticate: the session ends with the sign-in that was proved last", async (world) => {
    const { ledger, alice } = world;
    const two = numbered(2);
    await link(world, alice, one);
    await link(world, alice, two);
    const digest = await session(ledger, alice);
    const provider = async () => (await ledger.session(digest))?.provider;
    const authenticate = (identity: IdentityKey, sid: string | undefined, authenticatedAt = now) =>
      ledger.reauthenticate(
        { digest, userId: alice },
        { kind: "identity-provider", at: now, identity: { ...identity, sid, authenticatedAt } },
      );
    assert.equal(await provider(), undefined);
    assert.equal(await authenticate(one, "1"), "authenticated");
    assert.deepEqual(await provider(), { ...one, sid: "1" });
    assert.equal(await authenticate(one, "2"), "authenticated");
    assert.equal(await authenticate(one, undefined), "authenticated");
    assert.equal(await authenticate(two, "3"), "authenticated");
    assert.deepEqual(await provider(), { ...one, sid: "2" }, "it came from there");
    const { issuer } = one;
    for (const sid of ["1", "3", "4"]) await endFrom(world, { issuer, sid });
    assert.equal(await authenticate(one, "4"), "gone", "it had ended there");
    assert.deepEqual(await provider(), { ...one, sid: "2" });
    assert.equal(await endFrom(world, { issuer, sid: "2" }), "ended");
    assert.equal(await ledger.session(digest), undefined);
  });

  check("changes of identities: not in a session that has ended", async (world) => {
    const { ledger, alice } = world;
    await link(world, alice, one);
    const digest = await session(ledger, alice);
    await ledger.endSession({ userId: alice, digest }, by);
    const acting = { ...by, session: { digest } };
    const linked = { identity: numbered(1), session: newSession(alice, fresh()) };
    await assert.rejects(ledger.linkIdentity(linked, acting), SessionEnded);
    const unlinked = { identity: one, session: newSession(alice, fresh()), offered };
    await assert.rejects(ledger.unlinkIdentity(unlinked, acting), SessionEnded);
    const removed = { userId: alice, identity: one, because: "lost" };
    await assert.rejects(ledger.removeIdentity(removed, acting), SessionEnded);
    assert.deepEqual(await ledger.identitiesOf(alice), [{ ...one, linkedAt: now }]);
  });

  check("unlinkIdentity: every other session ends, and no one signs in by it", async (world) => {
    const { ledger, alice, bob } = world;
    await link(world, alice, one);
    const before = await session(ledger, alice);
    const digest = fresh();
    const unlink = (userId: UserId, digest: TokenDigest) =>
      ledger.unlinkIdentity({ identity: one, session: newSession(userId, digest), offered }, by);
    assert.equal(await unlink(bob, fresh()), "gone", "it is not theirs");
    assert.equal(await unlink(alice, digest), "unlinked");
    assert.equal(await ledger.session(before), undefined);
    assert.equal((await ledger.session(digest))?.userId, alice);
    assert.equal(await ledger.identityHolder(one), undefined);
    assert.equal(
      await signIn(world, alice, { ...one, sid: undefined, authenticatedAt: now }),
      false,
    );
    assert.equal(await unlink(alice, fresh()), "gone");
  });

  check(
    "unlinkIdentity: of two that are removed at once the last sign-in method stays",
    async (world) => {
      const { ledger } = world;
      const [dora, two] = [newcomer(), numbered(2)];
      await ledger.createUserWithIdentity(dora, one, by);
      await link(world, dora.id, two);
      const unlink = (identity: IdentityKey, ways = offered) =>
        ledger.unlinkIdentity(
          { identity, session: newSession(dora.id, fresh()), offered: ways },
          by,
        );
      const answers = await Promise.all([unlink(one), unlink(two)]);
      assert.deepEqual(answers.toSorted(), ["last-sign-in-method", "unlinked"]);
      const [left = one] = await ledger.identitiesOf(dora.id);
      assert.equal(await unlink(left), "last-sign-in-method");
      await link(world, dora.id, { ...two, issuer: "https://gone.example" });
      assert.equal(await unlink(left), "last-sign-in-method", "that provider is not offered");
      const passkey = { name: "A key", publicKey: randomBytes(77), signCount: 0, transports: [] };
      const opened = newSession(dora.id, fresh());
      const id = "only" as PasskeyId;
      await ledger.addPasskey(
        { passkey: { ...passkey, id }, recoveryCodes: [], session: opened },
        by,
      );
      assert.equal(await unlink(left, { ...offered, passwords: false }), "last-sign-in-method");
      assert.equal(await unlink(left), "unlinked", "the passkey lets them in");
      await link(world, dora.id, left);
      await ledger.removePasskey({ id, session: newSession(dora.id, fresh()), offered }, by);
      assert.equal(await unlink(left), "last-sign-in-method");
      await ledger.setPassword(dora.id, "$old", by);
      assert.equal(await unlink(left, { ...offered, passwords: false }), "last-sign-in-method");
      assert.equal(await unlink(left), "unlinked", "the password lets them in");
    },
  );

  check("removeIdentity: the last sign-in method too, and every session", async (world) => {
    const { ledger, bob, committed } = world;
    const dora = newcomer();
    await ledger.createUserWithIdentity(dora, one, by);
    const mine = await session(ledger, dora.id);
    const remove = (userId: UserId) =>
      ledger.removeIdentity({ userId, identity: one, because: "lost" }, by);
    const before = committed.length;
    assert.equal(await remove(bob), false, "it is not theirs");
    assert.equal(await remove(dora.id), true);
    assert.equal(await remove(dora.id), false);
    assert.equal(committed.length, before + 1);
    assert.equal(await ledger.session(mine), undefined);
    assert.equal(await ledger.identityHolder(one), undefined);
  });

  check("a sign-in by an identity: only of its user, and while it is linked", async (world) => {
    const { ledger, alice, bob } = world;
    const authenticated = { ...one, sid: undefined, authenticatedAt: now };
    await link(world, alice, one);
    assert.equal(await signIn(world, bob, authenticated), false);
    assert.equal(await signIn(world, alice, authenticated), true);
    assert.equal(await begin(world, bob, authenticated), false);
    assert.equal(await begin(world, alice, authenticated), true);
    await ledger.removeIdentity({ userId: alice, identity: one, because: "lost" }, by);
    assert.equal(await signIn(world, alice, authenticated), false);
    assert.equal(await begin(world, alice, authenticated), false);
  });

  check("endSessionsFrom: of a sid, of a subject, or of both; waiting ones too", async (world) => {
    const { ledger, alice, bob, committed } = world;
    const two = numbered(2);
    await link(world, alice, one);
    await link(world, bob, two);
    const unlinked = numbered(3);
    await link(world, alice, unlinked);
    const open = async (userId: UserId, identity: IdentityKey, sid: string) => {
      const providerSession = {
        ...newSession(userId, fresh()),
        authEvents,
        provider: { ...identity, sid },
      };
      const authenticated = { ...identity, sid, authenticatedAt: now };
      await ledger.openSession(
        { ...providerSession, passwordHash: "$old", identity: authenticated },
        by,
      );
      assert.deepEqual((await ledger.session(providerSession.digest))?.provider, {
        ...identity,
        sid,
      });
      return providerSession.digest;
    };
    const waiting = { digest: fresh(), userId: alice, authEvents, signedInFor: undefined };
    const provider = { ...one, sid: "1" };
    const from = {
      passwordHash: "$old" as const,
      identity: { ...provider, authenticatedAt: now },
      provider,
    };
    await ledger.beginSignIn({ ...waiting, ...from, expiresAt: now + 1 });
    const first = await open(alice, one, "1");
    const second = await open(alice, one, "2");
    const others = await open(bob, two, "3");
    const another = await open(alice, unlinked, "4");
    const passwordSession = await session(ledger, alice);
    const { issuer, subject } = one;
    const end = (ended: Partial<ProviderLogout>) => endFrom(world, { issuer, ...ended });
    assert.equal(await end({ sid: "1", issuer: "https://other.example" }), "none");
    assert.equal(await end({ sid: "3", subject }), "none");
    assert.equal(await end({ subject: "nobody" }), "none");
    assert.equal(await end({}), "none");
    const before = committed.length;
    assert.equal(await end({ sid: "1" }), "ended");
    assert.equal(committed.length, before + 1);
    assert.equal(await ledger.session(first), undefined);
    assert.equal(await ledger.waitingSignIn(waiting.digest, now), undefined);
    assert.equal(await end({ subject }), "ended");
    assert.equal(await ledger.session(second), undefined);
    for (const left of [others, passwordSession, another]) assert.ok(await ledger.session(left));
  });

  check(
    "endSessionsFrom: a token ends something once, of all who send it at once",
    async (world) => {
      const { ledger, alice } = world;
      await link(world, alice, one);
      const token = { ...one, tokenId: "t" };
      const both = await Promise.all([endFrom(world, token), endFrom(world, token)]);
      assert.deepEqual(both.toSorted(), ["none", "used"]);
      const later = newSession(alice, fresh());
      const authenticated = { ...one, sid: undefined, authenticatedAt: now + 1 };
      const providerSession = {
        ...later,
        authEvents,
        provider: { ...one, sid: undefined },
        identity: authenticated,
      };
      assert.ok(await ledger.openSession({ ...providerSession, passwordHash: "$old" }, by));
      assert.equal(await endFrom(world, token), "used");
      assert.ok(await ledger.session(later.digest));
      assert.equal(await endFrom(world, { ...token, issuer: "https://other.example" }), "none");
    },
  );

  check("a sign-in that ended at its provider since it was proved opens nothing", async (world) => {
    const { ledger, alice } = world;
    await link(world, alice, one);
    const opens = async (sid: string | undefined, authenticatedAt: number) => {
      const signedIn = await signIn(world, alice, { ...one, sid, authenticatedAt });
      assert.equal(await begin(world, alice, { ...one, sid, authenticatedAt }), signedIn);
      return signedIn;
    };
    await endFrom(world, { issuer: one.issuer, sid: "1" });
    assert.deepEqual(
      [await opens("1", now), await opens("1", now + 1), await opens("2", now)],
      [false, true, true],
    );
    await endFrom(world, { ...one, sid: "3" });
    await endFrom(world, { issuer: one.issuer, subject: "another", sid: "4" });
    assert.deepEqual([await opens("3", now), await opens("4", now)], [false, true]);
    await endFrom(world, { issuer: "https://other.example", subject: one.subject });
    await endFrom(world, { issuer: one.issuer, subject: "another" });
    assert.ok(await opens(undefined, now));
    await endFrom(world, one);
    assert.deepEqual(
      [await opens("2", now), await opens(undefined, now), await opens(undefined, now + 1)],
      [false, false, true],
    );
    await ledger.sweep({ now: now + providerLogoutMs - 1, most: 10 });
    assert.equal(await opens("2", now), false);
    await ledger.sweep({ now: now + providerLogoutMs, most: 10 });
    assert.ok(await opens("2", now));
  });

  check("deleteUser takes the identities with it: they may come again", async (world) => {
    const { ledger, bob } = world;
    await link(world, bob, one);
    await ledger.deleteUser({ userId: bob }, by);
    assert.equal(await ledger.identityHolder(one), undefined);
    assert.deepEqual(await ledger.identitiesOf(bob), []);
    assert.equal(await ledger.createUserWithIdentity(newcomer(), one, by), "created");
  });
}

const one: IdentityKey = { issuer: "https://id.example", subject: "a|1" };

const offered = { passwords: true, issuers: [one.issuer] };

function numbered(at: number): IdentityKey {
  return { ...one, subject: `n${at}` };
}

function newcomer() {
  return { ...somebody(), passwordHash: noPasswordHash(randomBytes) };
}

function fresh(): TokenDigest {
  return tokenDigest(mintSessionId(randomBytes));
}

function link({ ledger }: World, userId: UserId, identity: IdentityKey) {
  return ledger.linkIdentity({ identity, session: newSession(userId, fresh()) }, by);
}

const authEvents = [{ kind: "identity-provider", at: now }] as const;

function signIn({ ledger }: World, userId: UserId, identity: AuthenticatedSession) {
  const providerSession = {
    ...newSession(userId, fresh()),
    authEvents,
    passwordHash: "$old" as const,
    identity,
  };
  return ledger.openSession(providerSession, by);
}

function begin({ ledger }: World, userId: UserId, identity: AuthenticatedSession) {
  const waiting = { digest: fresh(), userId, authEvents, signedInFor: undefined };
  return ledger.beginSignIn({ ...waiting, passwordHash: "$old", identity, expiresAt: now + 1 });
}

function endFrom(
  { ledger }: World,
  ended: Pick<ProviderLogout, "issuer"> & Partial<ProviderLogout>,
) {
  const logout = { subject: undefined, sid: undefined, tokenId: fresh(), now, ...ended };
  return ledger.endSessionsFrom(logout, by);
}
