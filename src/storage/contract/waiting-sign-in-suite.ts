/** The contract for sign-ins that wait for their second step. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  mintSessionId,
  type RequestToken,
  Secret,
  type TokenDigest,
  tokenDigest,
} from "../../domain/credentials.ts";
import {
  maxWaitingSignIns,
  mintRecoveryCodes,
  recoveryCodeDigest,
  type SecondFactorEvent,
} from "../../domain/factors.ts";
import {
  by,
  checkOn,
  newSession,
  now,
  type OpenLedger,
  session,
  type World,
} from "./seeded-ledger.ts";

export function waitingSignInSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "finishSignIn: of many with one code exactly one; a time step counts once",
    async (world) => {
      const { ledger, alice, committed } = world;
      await withTotp(world);
      const waiting = await Promise.all([begin(world), begin(world), begin(world), begin(world)]);
      const before = committed.length;
      const answers = await Promise.all(waiting.map((one) => finish(world, one, totp(101))));
      assert.deepEqual(answers.toSorted(), ["signed-in", "spent", "spent", "spent"]);
      assert.equal(committed.length, before + 1);
      const [late = fresh()] = waiting.filter((_, at) => answers[at] === "spent");
      assert.equal(await finish(world, late, totp(100)), "spent", "an earlier one");
      assert.notEqual(await ledger.waitingSignIn(late, now), undefined, "it waits still");
      const digest = fresh();
      assert.equal(await finish(world, late, totp(102), digest), "signed-in");
      assert.deepEqual((await ledger.session(digest))?.authEvents, [
        { kind: "password", at: now - 5 },
        { kind: "totp", at: now },
      ]);
      assert.equal((await ledger.session(digest))?.userId, alice);
      assert.equal((await ledger.session(digest))?.signedInFor, "r".repeat(27));
      assert.equal(await finish(world, late, totp(103)), "gone", "it was used");
    },
  );

  check("finishSignIn: of many with one recovery code exactly one", async (world) => {
    const { ledger, alice } = world;
    const [code = ""] = await withTotp(world);
    const digest = recoveryCodeDigest(alice, code) ?? fresh();
    const authEvent = { kind: "recovery-code", digest, at: now } as const;
    const waiting = await Promise.all([begin(world), begin(world), begin(world)]);
    const answers = await Promise.all(waiting.map((one) => finish(world, one, authEvent)));
    assert.deepEqual(answers.toSorted(), ["signed-in", "spent", "spent"]);
    assert.equal((await ledger.factorsOf(alice)).recoveryCodes, 9);
  });

  check("finishSignIn: each use of a recovery code is an event, however soon", async (world) => {
    const { ledger, alice, committed } = world;
    const codes = await withTotp(world);
    const before = committed.length;
    for (const code of codes.slice(0, 2)) {
      const digest = recoveryCodeDigest(alice, code) ?? fresh();
      const {
        userId: _,
        authEvents: __,
        signedInFor: ___,
        ...details
      } = newSession(alice, fresh());
      await ledger.finishSignIn(
        {
          waiting: await begin(world),
          authEvent: { kind: "recovery-code", digest, at: now },
          session: { ...details, unrepeatedSince: now - 1000 },
        },
        by,
      );
    }
    assert.equal(committed.length, before + 2);
  });

  check("waitingSignIn: in its time; it is no session", async (world) => {
    const { ledger, alice } = world;
    await withTotp(world);
    const digest = await begin(world, now + 1000);
    assert.equal(await ledger.session(digest), undefined);
    const waiting = await ledger.waitingSignIn(digest, now + 999);
    assert.equal(waiting?.userId, alice);
    assert.equal(waiting?.screenName, "alice");
    assert.equal(await ledger.waitingSignIn(digest, now + 1000), undefined);
    assert.equal(await finish(world, digest, totp(101), fresh(), now + 1000), "gone");
    assert.equal(await ledger.sweep({ now: now + 999, most: 10 }), 0);
    assert.notEqual(await ledger.waitingSignIn(digest, now), undefined);
    await ledger.sweep({ now: now + 1000, most: 10 });
    assert.equal(await ledger.waitingSignIn(digest, now), undefined);
  });

  check("waitingSignIn: whatever ends sessions ends it", async (world) => {
    const { ledger, alice, bob } = world;
    await withTotp(world);
    const ending: Readonly<Record<string, () => Promise<unknown>>> = {
      setPassword: () => ledger.setPassword(alice, "$old", by),
      changePassword: () =>
        ledger.changePassword(
          { from: "$old", to: "$old", session: newSession(alice, fresh()) },
          by,
        ),
      resetPassword: async () => {
        const digest = fresh();
        const link = { digest, purpose: "password-reset", userId: alice, note: "" } as const;
        const life = { createdAt: now, expiresAt: now + 1000 };
        await ledger.createLink({ ...link, ...life }, by);
        await ledger.resetPassword(
          { digest, passwordHash: "$old", now },
          { at: now, actor: "service" },
        );
      },
      suspendUser: async () => {
        await ledger.suspendUser(alice, "spam", by);
        await ledger.restoreUser(alice, by);
      },
      endOtherSessions: async () => {
        const digest = await session(ledger, alice);
        await ledger.endOtherSessions({ userId: alice, digest }, by);
      },
      replaceRecoveryCodes: () =>
        ledger.replaceRecoveryCodes({ recoveryCodes: [], session: newSession(alice, fresh()) }, by),
      removeTotp: () => ledger.removeTotp(newSession(alice, fresh()), by),
    };
    for (const [name, end] of Object.entries(ending)) {
      const digest = await begin(world);
      await end();
      assert.equal(await ledger.waitingSignIn(digest, now), undefined, name);
      assert.equal(await finish(world, digest, totp(200)), "gone", name);
    }
    const others = await begin(world, now + 1000, bob);
    await ledger.setPassword(alice, "$old", by);
    assert.notEqual(await ledger.waitingSignIn(others, now), undefined);
  });

  check("beginSignIn: not for a password of before, nor for somebody suspended", async (world) => {
    const { ledger, alice } = world;
    await ledger.setPassword(alice, "$new", by);
    assert.equal(await ledger.waitingSignIn(await begin(world), now), undefined);
    const late = { ...newSession(alice, fresh()), expiresAt: now + 1000 };
    assert.equal(await ledger.beginSignIn({ ...late, passwordHash: "$old" }), false);
    await ledger.setPassword(alice, "$old", by);
    const digest = await begin(world);
    assert.notEqual(await ledger.waitingSignIn(digest, now), undefined);
    await ledger.suspendUser(alice, "spam", by);
    assert.equal(await ledger.waitingSignIn(digest, now), undefined);
    assert.equal(await ledger.waitingSignIn(await begin(world), now), undefined);
  });

  check("beginSignIn: a user has so many, and those begun first end", async (world) => {
    const { ledger, bob } = world;
    const bobs = await begin(world, now + 1, bob);
    const all = [];
    for (let at = 0; at <= maxWaitingSignIns; at += 1)
      all.push(await begin(world, now + 1000 + at));
    const waiting = await Promise.all(all.map((digest) => ledger.waitingSignIn(digest, now)));
    const [first, ...others] = waiting;
    assert.equal(first, undefined);
    assert.ok(others.every((one) => one !== undefined));
    await begin(world, now + 1, bob);
    assert.notEqual(await ledger.waitingSignIn(bobs, now), undefined, "another has many");
  });

  check("reauthenticate: in one's own session, and a proof once", async (world) => {
    const { ledger, alice, bob } = world;
    await withTotp(world);
    const digest = await session(ledger, alice);
    const mine = { digest, userId: alice };
    const again = { kind: "password", at: now + 9 } as const;
    assert.equal(await ledger.reauthenticate({ digest, userId: bob }, again), "gone");
    assert.equal(await ledger.reauthenticate({ digest: fresh(), userId: alice }, again), "gone");
    assert.equal(await ledger.reauthenticate(mine, again), "authenticated");
    const answers = await Promise.all([1, 2, 3].map(() => ledger.reauthenticate(mine, totp(101))));
    assert.deepEqual(answers.toSorted(), ["authenticated", "spent", "spent"]);
    assert.deepEqual((await ledger.session(digest))?.authEvents, [
      again,
      { kind: "totp", at: now },
    ]);
    const listed = await ledger.sessionsOf(alice, now, { after: undefined, size: 9 });
    assert.deepEqual(
      listed.find((one) => one.digest === digest)?.authEvents,
      (await ledger.session(digest))?.authEvents,
    );
  });

  check("askAboutPassword: to one of many, once in a while", async ({ ledger, alice, bob }) => {
    const ask = (at: number, userId = alice) =>
      ledger.askAboutPassword({ userId, now: at, every: 1000 });
    const answers = await Promise.all([ask(now), ask(now), ask(now)]);
    assert.deepEqual(answers.toSorted(), [false, false, true]);
    assert.deepEqual([await ask(now + 999), await ask(now + 1000)], [false, true]);
    assert.equal(await ask(now + 1, bob), true);
  });
}

function totp(step: number): SecondFactorEvent {
  return { kind: "totp", step, at: now };
}

function fresh(): TokenDigest {
  return tokenDigest(mintSessionId(randomBytes));
}

async function begin({ ledger, alice }: World, expiresAt = now + 1000, userId = alice) {
  const digest = fresh();
  await ledger.beginSignIn({
    digest,
    userId,
    passwordHash: "$old",
    authEvents: [{ kind: "password", at: now - 5 }],
    signedInFor: "r".repeat(27) as RequestToken,
    expiresAt,
  });
  return digest;
}

function finish(
  { ledger, alice }: World,
  waiting: TokenDigest,
  authEvent: SecondFactorEvent,
  digest = fresh(),
  at = now,
) {
  const { userId: _, authEvents: __, signedInFor: ___, ...details } = newSession(alice, digest);
  return ledger.finishSignIn({ waiting, authEvent, session: { ...details, now: at } }, by);
}

/** Turns on an authenticator app; returns the recovery codes. */
async function withTotp({ ledger, alice }: World): Promise<readonly string[]> {
  const codes = mintRecoveryCodes(randomBytes);
  const recoveryCodes = codes.map((code) => recoveryCodeDigest(alice, code) ?? fresh());
  await ledger.setTotp(
    {
      secret: new Secret("JBSWY3DP"),
      step: 100,
      recoveryCodes,
      session: newSession(alice, fresh()),
    },
    by,
  );
  return codes;
}
