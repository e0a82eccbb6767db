/** The contract for passkeys. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  mintSessionId,
  type TokenDigest,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { SessionEnded } from "../../domain/errors.ts";
import type { FactorKey } from "../../domain/factors.ts";
import { noPasswordHash } from "../../domain/identity.ts";
import { maxPasskeys, type PasskeyId } from "../../domain/passkey.ts";
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

export function passkeySuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("addPasskey: as it was given, and every other session ends", async (world) => {
    const { ledger, alice, bob, committed } = world;
    const [before, bobs] = [await session(ledger, alice), await session(ledger, bob)];
    const passkey = { ...drawn(), name: "Ana’s 📱", transports: ["hybrid", "usb"] } as const;
    const [digest, recorded] = [fresh(), committed.length];
    assert.equal(await add(world, alice, { passkey, digest }), "added-first");
    assert.equal(committed.length, recorded + 1);
    assert.equal(await ledger.session(before), undefined);
    assert.equal((await ledger.session(digest))?.hasSecondFactor, true);
    assert.equal((await ledger.session(bobs))?.hasSecondFactor, false);
    const { publicKey, signCount: _, ...summary } = passkey;
    assert.deepEqual(await ledger.factorsOf(alice), {
      totp: undefined,
      passkeys: [{ ...summary, createdAt: now, lastUsedAt: undefined }],
      recoveryCodes: 1,
    });
    const holder = await ledger.passkeyHolder(passkey.id);
    assert.deepEqual(holder && { ...holder, publicKey: Buffer.from(holder.publicKey) }, {
      user: await ledger.userById(alice),
      passwordHash: "$old",
      publicKey,
      signCount: 0,
      name: passkey.name,
    });
    assert.equal(await ledger.passkeyHolder(drawn().id), undefined);
  });

  check("addPasskey: a second one leaves the recovery codes as they are", async (world) => {
    const { ledger, alice } = world;
    assert.equal(await add(world, alice, { recoveryCodes: [fresh(), fresh()] }), "added-first");
    assert.equal(await add(world, alice, { recoveryCodes: [] }), "added");
    const { passkeys, recoveryCodes } = await ledger.factorsOf(alice);
    assert.deepEqual([passkeys.length, recoveryCodes], [2, 2]);
  });

  check("addPasskey: of two who add the same one exactly one has it", async (world) => {
    const { ledger, alice, bob } = world;
    const passkey = drawn();
    const users = [alice, bob];
    const answers = await Promise.all(users.map((user) => add(world, user, { passkey })));
    assert.deepEqual(answers.toSorted(), ["added-first", "taken"]);
    const [holder = alice, other = bob] = answers[0] === "taken" ? [bob, alice] : users;
    assert.equal((await ledger.passkeyHolder(passkey.id))?.user.id, holder);
    const left = { totp: undefined, passkeys: [], recoveryCodes: 0 };
    assert.deepEqual(await ledger.factorsOf(other), left);
  });

  check("addPasskey: so many and no more, and none while suspended", async (world) => {
    const { ledger, alice, bob } = world;
    const all = Array.from({ length: maxPasskeys + 1 }, () => add(world, alice));
    const answers = await Promise.all(all);
    assert.equal(answers.filter((answer) => answer === "too-many").length, 1);
    assert.equal((await ledger.factorsOf(alice)).passkeys.length, maxPasskeys);
    await ledger.suspendUser(bob, "spam", by);
    assert.equal(await add(world, bob), "gone");
  });

  check("openSession with a passkey: its counter goes on, or it is rejected", async (world) => {
    const { ledger, alice, bob } = world;
    const { id } = await added(world, alice, 5);
    const signIn = (signCount: number, userId = alice, at = now) =>
      ledger.openSession(
        {
          ...newSession(userId, fresh()),
          authEvents: [{ kind: "passkey", at }],
          passwordHash: "$old",
          passkey: { kind: "passkey", id, signCount, at },
        },
        by,
      );
    assert.equal(await signIn(5), false, "the same");
    assert.equal(await signIn(4), false, "back");
    assert.equal(await signIn(0), false, "one that counted counts on");
    assert.equal(await signIn(6, bob), false, "it is not theirs");
    assert.equal(await signIn(6, alice, now + 7), true);
    assert.equal((await ledger.factorsOf(alice)).passkeys[0]?.lastUsedAt, now + 7);
    const answers = await Promise.all([signIn(9), signIn(9), signIn(9)]);
    assert.deepEqual(answers.toSorted(), [false, false, true]);
    await ledger.removePasskey({ id, session: newSession(alice, fresh()), offered }, by);
    assert.equal(await signIn(10), false, "it was removed");
  });

  check("an authenticator that does not count signs in again and again", async (world) => {
    const { ledger, alice } = world;
    const { id } = await added(world, alice, 0);
    const digest = await session(ledger, alice);
    const authenticate = (signCount: number) =>
      ledger.reauthenticate({ digest, userId: alice }, { kind: "passkey", id, signCount, at: now });
    assert.deepEqual(
      [await authenticate(0), await authenticate(0)],
      ["authenticated", "authenticated"],
    );
    assert.deepEqual([await authenticate(1), await authenticate(0)], ["authenticated", "spent"]);
    const authenticated = (await ledger.session(digest))?.authEvents.map(({ kind }) => kind);
    assert.deepEqual(authenticated, ["password", "passkey"]);
  });

  check("finishSignIn: a passkey is a second step, and its counter counts once", async (world) => {
    const { ledger, alice } = world;
    const { id } = await added(world, alice, 0);
    const begin = async () => {
      const digest = fresh();
      const authEvents = [{ kind: "password", at: now }] as const;
      const waiting = { digest, userId: alice, authEvents, signedInFor: undefined };
      const until = { passwordHash: "$old" as const, expiresAt: now + 1000 };
      assert.equal(await ledger.beginSignIn({ ...waiting, ...until }), true);
      return digest;
    };
    const finish = (waiting: TokenDigest) => {
      const { userId: _, authEvents: __, signedInFor: ___, ...opened } = newSession(alice, fresh());
      const authEvent = { kind: "passkey", id, signCount: 3, at: now } as const;
      return ledger.finishSignIn({ waiting, authEvent, session: opened }, by);
    };
    const answers = await Promise.all([await begin(), await begin()].map(finish));
    assert.deepEqual(answers.toSorted(), ["signed-in", "spent"]);
  });

  check("renamePasskey: its owner's alone; sessions stay", async (world) => {
    const { ledger, alice, bob, committed } = world;
    const { id } = await added(world, alice);
    const existing = await session(ledger, alice);
    const recorded = committed.length;
    const rename = (userId: UserId, name: string) => ledger.renamePasskey({ userId, id, name }, by);
    assert.equal(await rename(bob, "mine"), false);
    assert.equal(committed.length, recorded);
    assert.equal(await rename(alice, "Ana’s 🔑"), true);
    assert.equal(committed.length, recorded + 1);
    assert.equal((await ledger.factorsOf(alice)).passkeys[0]?.name, "Ana’s 🔑");
    assert.equal((await ledger.passkeyHolder(id))?.name, "Ana’s 🔑");
    assert.ok(await ledger.session(existing));
    await ledger.endSession({ userId: alice, digest: existing }, by);
    await assert.rejects(
      ledger.renamePasskey(
        { userId: alice, id, name: "late" },
        { ...by, session: { digest: existing } },
      ),
      SessionEnded,
    );
    assert.equal((await ledger.factorsOf(alice)).passkeys[0]?.name, "Ana’s 🔑");
  });

  check("removePasskey: the codes go with the last factor", async (world) => {
    const { ledger, alice, bob } = world;
    const [one, two] = [await added(world, alice), await added(world, alice)];
    const remove = (id: PasskeyId, digest = fresh(), userId = alice) =>
      ledger.removePasskey({ id, session: newSession(userId, digest), offered }, by);
    assert.equal(await remove(one.id, fresh(), bob), "gone", "it is not theirs");
    const before = await session(ledger, alice);
    assert.equal(await remove(one.id), "removed");
    assert.equal(await ledger.session(before), undefined);
    assert.equal((await ledger.factorsOf(alice)).recoveryCodes, 1);
    const digest = fresh();
    assert.equal(await remove(two.id, digest), "removed");
    const left = { totp: undefined, passkeys: [], recoveryCodes: 0 };
    assert.deepEqual(await ledger.factorsOf(alice), left);
    assert.equal((await ledger.session(digest))?.hasSecondFactor, false);
    assert.equal(await remove(two.id), "gone");
  });

  check(
    "removePasskey: of two that are removed at once the last sign-in method stays",
    async (world) => {
      const { ledger } = world;
      const dora = { ...somebody(), passwordHash: noPasswordHash(randomBytes) };
      const identity = { issuer: "https://id.example", subject: randomBytes(9).toString("hex") };
      await ledger.createUserWithIdentity(dora, identity, by);
      const unlink = () =>
        ledger.unlinkIdentity({ identity, session: newSession(dora.id, fresh()), offered }, by);
      assert.equal(await unlink(), "last-sign-in-method");
      const [one, two] = [await added(world, dora.id), await added(world, dora.id)];
      assert.equal(await unlink(), "unlinked", "a passkey lets them in");
      const remove = ({ id }: { readonly id: PasskeyId }) =>
        ledger.removePasskey({ id, session: newSession(dora.id, fresh()), offered }, by);
      const answers = await Promise.all([remove(one), remove(two)]);
      assert.deepEqual(answers.toSorted(), ["last-sign-in-method", "removed"]);
      const [left = one] = (await ledger.factorsOf(dora.id)).passkeys;
      await ledger.setPassword(dora.id, "$old", by);
      assert.equal(await remove(left), "removed", "the password lets them in");
    },
  );

  check("removePasskey: the only one, while an identity lets them in", async (world) => {
    const { ledger } = world;
    const dora = { ...somebody(), passwordHash: noPasswordHash(randomBytes) };
    const identity = { issuer: "https://id.example", subject: randomBytes(9).toString("hex") };
    await ledger.createUserWithIdentity(dora, identity, by);
    const { id } = await added(world, dora.id);
    const removal = { id, session: newSession(dora.id, fresh()), offered };
    assert.equal(await ledger.removePasskey(removal, by), "removed");
  });

  check(
    "removeSecondFactor: one goes, the codes with the last, and every session",
    async (world) => {
      const { ledger, alice, bob, committed } = world;
      const [one, two] = [await added(world, alice), await added(world, alice)];
      const remove = (factor: FactorKey, userId = alice) =>
        ledger.removeSecondFactor({ userId, factor, because: "lost" }, by);
      const passkey = ({ id }: { readonly id: PasskeyId }) => ({ kind: "passkey", id }) as const;
      const recorded = committed.length;
      assert.equal(await remove({ kind: "totp" }), false, "there is none");
      assert.equal(await remove(passkey(one), bob), false, "it is not theirs");
      assert.equal(committed.length, recorded);
      const [existing, bobs] = [await session(ledger, alice), await session(ledger, bob)];
      const opened = committed.length;
      const answers = await Promise.all([remove(passkey(one)), remove(passkey(one))]);
      assert.deepEqual(answers.toSorted(), [false, true]);
      assert.equal(committed.length, opened + 1);
      assert.equal(await ledger.session(existing), undefined);
      assert.ok(await ledger.session(bobs));
      assert.equal((await ledger.factorsOf(alice)).recoveryCodes, 1);
      assert.equal(await remove(passkey(two)), true);
      const left = { totp: undefined, passkeys: [], recoveryCodes: 0 };
      assert.deepEqual(await ledger.factorsOf(alice), left);
      const third = passkey(await added(world, alice));
      await assert.rejects(
        ledger.removeSecondFactor(
          { userId: alice, factor: third, because: "lost" },
          { ...by, session: { digest: existing, ofAdmin: true } },
        ),
        SessionEnded,
      );
    },
  );

  check("removeSecondFactors takes passkeys, and deleteUser does", async (world) => {
    const { ledger, alice, bob } = world;
    const mine = await added(world, alice);
    assert.equal(await ledger.removeSecondFactors(alice, "lost", by), true);
    assert.equal(await ledger.passkeyHolder(mine.id), undefined);
    assert.equal(await ledger.removeSecondFactors(alice, "lost", by), false);
    const bobs = await added(world, bob);
    await ledger.deleteUser({ userId: bob }, by);
    assert.equal(await ledger.passkeyHolder(bobs.id), undefined);
  });

  check("changes of passkeys: not in a session that has ended", async (world) => {
    const { ledger, alice } = world;
    const { id } = await added(world, alice);
    const digest = await session(ledger, alice);
    await ledger.endSession({ userId: alice, digest }, by);
    const acting = { ...by, session: { digest } };
    const newest = newSession(alice, fresh());
    const another = { passkey: drawn(), recoveryCodes: [], session: newest };
    await assert.rejects(ledger.addPasskey(another, acting), SessionEnded);
    await assert.rejects(
      ledger.removePasskey({ id, session: newest, offered }, acting),
      SessionEnded,
    );
    assert.equal((await ledger.factorsOf(alice)).passkeys.length, 1);
  });
}

const offered = { passwords: true, issuers: ["https://id.example"] };

function fresh(): TokenDigest {
  return tokenDigest(mintSessionId(randomBytes));
}

function drawn(signCount = 0) {
  const id = randomBytes(32).toString("base64url") as PasskeyId;
  return { id, name: "A key", publicKey: randomBytes(77), signCount, transports: [] };
}

function add(
  { ledger }: World,
  userId: UserId,
  {
    passkey = drawn(),
    digest = fresh(),
    recoveryCodes = [fresh()],
  }: {
    readonly passkey?: Parameters<World["ledger"]["addPasskey"]>[0]["passkey"];
    readonly digest?: TokenDigest;
    readonly recoveryCodes?: readonly TokenDigest[];
  } = {},
) {
  const opened = newSession(userId, digest);
  return ledger.addPasskey({ passkey, recoveryCodes, session: opened }, by);
}

async function added(world: World, userId: UserId, signCount = 0) {
  const passkey = drawn(signCount);
  assert.match(await add(world, userId, { passkey }), /^added/);
  return passkey;
}
