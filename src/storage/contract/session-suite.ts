/** The contract for sessions. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  mintSessionId,
  type TokenDigest,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { maxSessions, sessionLife } from "../../domain/session.ts";
import { by, checkOn, newSession, now, type OpenLedger, session } from "./seeded-ledger.ts";

export function sessionSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("endSession, endOtherSessions: one's own only", async ({ ledger, alice, bob }) => {
    const mine = [];
    for (let times = 0; times < 4; times += 1) mine.push(await session(ledger, alice));
    const bobs = await session(ledger, bob);
    const [current = bobs, ended = bobs] = mine;
    const end = (userId: UserId, digest: typeof current) =>
      ledger.endSession({ userId, digest }, by);
    assert.equal(await end(alice, bobs), false, "another's");
    assert.equal(await end(alice, ended), true);
    assert.equal(await end(alice, ended), false);
    const others = { userId: alice, digest: current };
    assert.equal(await ledger.endOtherSessions(others, by), true);
    assert.equal(await ledger.endOtherSessions(others, by), false);
    const page = { after: undefined, size: 10 };
    const left = (await ledger.sessionsOf(alice, now, page)).map((one) => one.digest);
    assert.deepEqual(left, [current]);
    assert.notEqual(await ledger.session(bobs), undefined);
    assert.deepEqual(await ledger.sessionsOf(alice, now + 14 * dayMs, page), [], "expired");
    assert.deepEqual(await ledger.sessionsOf(alice, now, { after: current, size: 10 }), []);
  });

  check(
    "openSession ends the one that it replaces; touchSession moves its time",
    async ({ ledger, alice }) => {
      const first = await session(ledger, alice);
      const second = await session(ledger, alice, first);
      assert.equal(await ledger.session(first), undefined);
      await ledger.touchSession(second, now + 5);
      assert.deepEqual(
        {
          signedInAt: (await ledger.session(second))?.signedInAt,
          lastSeenAt: (await ledger.session(second))?.lastSeenAt,
        },
        { signedInAt: now, lastSeenAt: now + 5 },
      );
    },
  );

  check("sessionsOf: those that last, by when they began and were last used", async (world) => {
    const { ledger, alice } = world;
    const { idleMs, wholeMs } = sessionLife;
    const began = async (signedInAt: number, seenAt: number) => {
      const digest = tokenDigest(mintSessionId(randomBytes));
      const opening = {
        ...newSession(alice, digest),
        passwordHash: "$old",
        now: signedInAt,
      } as const;
      await ledger.openSession(opening, by);
      await ledger.touchSession(digest, seenAt);
      return digest;
    };
    const lasting = [
      await began(now - wholeMs + 1, now),
      await began(now, now - idleMs + 1),
      await began(now + wholeMs, now + idleMs),
    ];
    await began(now - wholeMs, now);
    await began(now, now - idleMs);
    // By a clock that was ahead.
    await began(now + wholeMs + 1, now);
    await began(now, now + idleMs + 1);
    const listed = await ledger.sessionsOf(alice, now, { after: undefined, size: 9 });
    assert.deepEqual(
      listed.map(({ digest }) => digest),
      lasting.toSorted(),
    );
    assert.equal((await ledger.sessionsOf(alice, now, { after: undefined, size: 1 })).length, 1);
  });

  check("openSession: not for a password that was changed meanwhile", async (world) => {
    const { ledger, alice, committed } = world;
    const digest = tokenDigest(mintSessionId(randomBytes));
    const opening = { ...newSession(alice, digest), passwordHash: "$old" as const };
    await ledger.setPassword(alice, "$new", by);
    const [existing, before] = [await session(ledger, alice), committed.length];
    const late = { ...opening, replaces: existing };
    assert.equal(await ledger.openSession(late, by), false);
    assert.equal(await ledger.session(digest), undefined);
    assert.notEqual(await ledger.session(existing), undefined);
    assert.equal(committed.length, before);
    assert.equal(await ledger.openSession({ ...late, passwordHash: "$new" }, by), true);
  });

  check("openSession: a user has so many, and the one unused for longest ends", async (world) => {
    const { ledger, alice, bob } = world;
    const bobs = await session(ledger, bob);
    const mine: TokenDigest[] = [];
    const open = async (at: number) => {
      const digest = tokenDigest(mintSessionId(randomBytes));
      const opening = { ...newSession(alice, digest), passwordHash: "$old" as const, now: at };
      assert.equal(await ledger.openSession(opening, by), true);
      mine.push(digest);
    };
    for (let at = 0; at < maxSessions; at += 1) await open(now + at);
    const [first, second, third] = mine;
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    await ledger.touchSession(first, now + maxSessions);
    const existing = async () => {
      const all = await Promise.all(mine.map((digest) => ledger.session(digest)));
      return mine.filter((_, at) => all[at] !== undefined);
    };
    assert.deepEqual(await existing(), mine);
    await open(now + maxSessions);
    assert.deepEqual(await existing(), [first, ...mine.slice(2)]);
    // Twenty at the same moment: all of them stay, and in total there are no more than the limit.
    await Promise.all(Array.from({ length: 20 }, () => open(now + maxSessions + 1)));
    const left = await existing();
    assert.equal(left.length, maxSessions);
    assert.deepEqual(left.slice(-20), mine.slice(-20));
    assert.notEqual(await ledger.session(bobs), undefined);
  });

  check(
    "openSession: the same event from the same address is left out until its time",
    async (world) => {
      const { ledger, alice, bob } = world;
      const open = async (userId: UserId, address: string, at: number) => {
        const digest = tokenDigest(mintSessionId(randomBytes));
        const session = { ...newSession(userId, digest), passwordHash: "$old" as const, now: at };
        assert.ok(
          await ledger.openSession(
            { ...session, unrepeatedSince: at - 1000 },
            { actor: "service", at, address },
          ),
        );
        assert.notEqual(await ledger.session(digest), undefined);
      };
      const rows = async (userId: UserId) =>
        (await ledger.eventsOf(userId, { after: undefined, size: 100 }))
          .filter(({ name }) => name === "user.signed-in")
          .map((one) => one.address);
      await Promise.all([1, 2, 3, 4].map(() => open(alice, "192.0.2.1", now)));
      assert.deepEqual(await rows(alice), ["192.0.2.1"]);
      await open(alice, "192.0.2.2", now + 1);
      await open(alice, "192.0.2.1", now + 999);
      await open(bob, "192.0.2.1", now + 999);
      assert.deepEqual(await rows(alice), ["192.0.2.2", "192.0.2.1"]);
      assert.deepEqual(await rows(bob), ["192.0.2.1"]);
      await open(alice, "192.0.2.1", now + 1000);
      assert.deepEqual(await rows(alice), ["192.0.2.1", "192.0.2.2", "192.0.2.1"]);
    },
  );
}
