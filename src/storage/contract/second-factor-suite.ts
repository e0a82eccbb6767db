/** The contract for second factors. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mintSessionId, Secret, type TokenDigest, tokenDigest } from "../../domain/credentials.ts";
import { SessionEnded } from "../../domain/errors.ts";
import { mintRecoveryCodes, recoveryCodeDigest } from "../../domain/factors.ts";
import {
  by,
  checkOn,
  newSession,
  now,
  type OpenLedger,
  session,
  type World,
} from "./seeded-ledger.ts";

export function secondFactorSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "setTotp: every other session ends, so of several that ask one is served",
    async (world) => {
      const { ledger, alice, bob } = world;
      assert.deepEqual(await ledger.factorsOf(alice), {
        totp: undefined,
        passkeys: [],
        recoveryCodes: 0,
      });
      assert.equal(await ledger.sealedTotpSecret(alice), undefined);
      const mine = [await session(ledger, alice), await session(ledger, alice)];
      const bobs = await session(ledger, bob);
      const opening = [fresh(), fresh()];
      const answers = await Promise.allSettled(
        mine.map((digest, at) => set(world, alice, { digest: opening[at], session: { digest } })),
      );
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
      const current = opening[answers.findIndex(({ status }) => status === "fulfilled")] ?? fresh();
      assert.deepEqual(await ledger.factorsOf(alice), {
        totp: { since: now },
        passkeys: [],
        recoveryCodes: 10,
      });
      for (const digest of mine) assert.equal(await ledger.session(digest), undefined);
      const existing = await ledger.session(current);
      assert.deepEqual(existing?.authEvents, bothAuthEvents);
      assert.equal(existing?.hasSecondFactor, true);
      assert.equal((await ledger.session(bobs))?.hasSecondFactor, false);
      assert.ok((await ledger.sealedTotpSecret(alice)) instanceof Uint8Array);
      await ledger.suspendUser(bob, "spam", by);
      assert.equal(await set(world, bob), false);
    },
  );

  check(
    "setTotp: another app replaces the first, whose codes and recovery codes are gone",
    async (world) => {
      const { ledger, alice } = world;
      const [code = ""] = await codes(world, alice);
      const before = await ledger.sealedTotpSecret(alice);
      await codes(world, alice);
      assert.notDeepEqual(await ledger.sealedTotpSecret(alice), before);
      assert.equal((await ledger.factorsOf(alice)).recoveryCodes, 10);
      const digest = recoveryCodeDigest(alice, code) ?? fresh();
      const at = { digest: await session(ledger, alice), userId: alice };
      const spent = await ledger.reauthenticate(at, { kind: "recovery-code", digest, at: now });
      assert.equal(spent, "spent");
    },
  );

  check("removeTotp: the codes go with the last factor", async (world) => {
    const { ledger, alice } = world;
    await set(world, alice);
    const before = await session(ledger, alice);
    const digest = fresh();
    assert.equal(await ledger.removeTotp(newSession(alice, digest), by), true);
    assert.deepEqual(await ledger.factorsOf(alice), {
      totp: undefined,
      passkeys: [],
      recoveryCodes: 0,
    });
    assert.equal(await ledger.session(before), undefined);
    assert.equal((await ledger.session(digest))?.hasSecondFactor, false);
    const again = newSession(alice, fresh());
    assert.equal(await ledger.removeTotp(again, by), false);
    assert.equal(await ledger.session(again.digest), undefined);
    assert.notEqual(await ledger.session(digest), undefined);
  });

  check("replaceRecoveryCodes: those before work no more", async (world) => {
    const { ledger, alice } = world;
    const replace = (recoveryCodes: readonly TokenDigest[], digest = fresh()) =>
      ledger.replaceRecoveryCodes({ recoveryCodes, session: newSession(alice, digest) }, by);
    assert.equal(await replace([]), false, "nothing to recover");
    const [first = "", ...others] = await codes(world, alice);
    const left = others.map((code) => recoveryCodeDigest(alice, code) ?? fresh());
    assert.equal(await replace(left), true);
    assert.equal((await ledger.factorsOf(alice)).recoveryCodes, 9);
    const at = await session(ledger, alice);
    const authEvent = (code: string) =>
      ({
        kind: "recovery-code",
        digest: recoveryCodeDigest(alice, code) ?? fresh(),
        at: now,
      }) as const;
    const authenticate = (code: string) =>
      ledger.reauthenticate({ digest: at, userId: alice }, authEvent(code));
    assert.equal(await authenticate(first), "spent");
    assert.equal(await authenticate(others[0] ?? ""), "authenticated");
    assert.equal((await ledger.factorsOf(alice)).recoveryCodes, 8);
  });

  check("removeSecondFactors: all of them, and every session", async (world) => {
    const { ledger, alice, bob, committed } = world;
    assert.equal(await ledger.removeSecondFactors(alice, "lost it", by), false);
    await set(world, alice);
    await set(world, bob);
    const [mine, bobs] = [await session(ledger, alice), await session(ledger, bob)];
    const before = committed.length;
    assert.equal(await ledger.removeSecondFactors(alice, "lost it", by), true);
    const event = { ...by, name: "second-factor.removed", userId: alice };
    assert.deepEqual(committed.slice(before), [{ ...event, details: { because: "lost it" } }]);
    assert.deepEqual(await ledger.factorsOf(alice), {
      totp: undefined,
      passkeys: [],
      recoveryCodes: 0,
    });
    assert.equal(await ledger.session(mine), undefined);
    assert.notEqual(await ledger.session(bobs), undefined);
    assert.equal((await ledger.factorsOf(bob)).recoveryCodes, 10);
  });

  check(
    "resetPassword by a link for recovery takes factors and identities, once; one for a password leaves them",
    async (world) => {
      const { ledger, alice } = world;
      const made = async (purpose: "password-reset" | "account-recovery") => {
        const digest = fresh();
        const life = { createdAt: now, expiresAt: now + 1000 };
        const link = { digest, userId: alice, note: "", ...life };
        await ledger.createLink(
          purpose === "account-recovery"
            ? { ...link, purpose, because: "lost" }
            : { ...link, purpose },
          by,
        );
        return digest;
      };
      const reset = (purpose: "password-reset" | "account-recovery", digest: TokenDigest) =>
        ledger.resetPassword({ digest, purpose, passwordHash: "$old", now }, by);
      await set(world, alice);
      const identity = { issuer: "https://login.example", subject: "1" };
      const linked = { identity, session: newSession(alice, fresh()) };
      assert.equal(await ledger.linkIdentity(linked, by), "linked");
      const recovery = await made("account-recovery");
      assert.equal(await reset("password-reset", recovery), undefined, "another kind of link");
      assert.equal(await reset("password-reset", await made("password-reset")), alice);
      assert.equal((await ledger.factorsOf(alice)).recoveryCodes, 10);
      assert.equal((await ledger.identitiesOf(alice)).length, 1);
      assert.equal(
        await reset("account-recovery", recovery),
        undefined,
        "the password changed since",
      );
      const [one, two] = [await made("account-recovery"), await made("account-recovery")];
      const before = await session(ledger, alice);
      const answers = await Promise.all(
        [one, two, one].map((digest) => reset("account-recovery", digest)),
      );
      assert.equal(answers.filter((answer) => answer === alice).length, 1);
      assert.deepEqual(await ledger.factorsOf(alice), {
        totp: undefined,
        passkeys: [],
        recoveryCodes: 0,
      });
      assert.deepEqual(await ledger.identitiesOf(alice), []);
      assert.equal(await ledger.session(before), undefined);
    },
  );

  check("changes of a factor: not in a session that has ended", async (world) => {
    const { ledger, alice } = world;
    await set(world, alice);
    const digest = await session(ledger, alice);
    await ledger.endSession({ userId: alice, digest }, by);
    const acting = { ...by, session: { digest } };
    const anew = newSession(alice, fresh());
    await assert.rejects(ledger.removeTotp(anew, acting), SessionEnded);
    await assert.rejects(
      ledger.replaceRecoveryCodes({ recoveryCodes: [], session: anew }, acting),
      SessionEnded,
    );
    assert.deepEqual(await ledger.factorsOf(alice), {
      totp: { since: now },
      passkeys: [],
      recoveryCodes: 10,
    });
  });

  check("deleteUser takes what was set up with it", async (world) => {
    const { ledger, bob } = world;
    await set(world, bob);
    await ledger.deleteUser({ userId: bob }, by);
    assert.deepEqual(await ledger.factorsOf(bob), {
      totp: undefined,
      passkeys: [],
      recoveryCodes: 0,
    });
  });
}

const bothAuthEvents = [
  { kind: "password", at: now },
  { kind: "totp", at: now },
] as const;

function fresh(): TokenDigest {
  return tokenDigest(mintSessionId(randomBytes));
}

function set(
  { ledger }: World,
  userId: World["alice"],
  {
    digest = fresh(),
    recoveryCodes = mintRecoveryCodes(randomBytes),
    session,
  }: {
    readonly digest?: TokenDigest | undefined;
    readonly recoveryCodes?: readonly string[];
    readonly session?: { readonly digest: TokenDigest };
  } = {},
) {
  const digests = recoveryCodes.map((code) => recoveryCodeDigest(userId, code) ?? fresh());
  const opened = { ...newSession(userId, digest), authEvents: bothAuthEvents };
  return ledger.setTotp(
    { secret: new Secret("JBSWY3DP"), step: 100, recoveryCodes: digests, session: opened },
    { ...by, ...(session && { session }) },
  );
}

async function codes(world: World, userId: World["alice"]): Promise<readonly string[]> {
  const minted = mintRecoveryCodes(randomBytes);
  assert.equal(await set(world, userId, { recoveryCodes: minted }), true);
  return minted;
}
