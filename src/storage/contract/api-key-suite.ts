/** The contract for keys of the admin API. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { apiKeyUseStepMs, neverRotated, neverUsed, newApiKey } from "../../domain/api-key.ts";
import { byApiKey, byUser } from "../../domain/audit-context.ts";
import { tokenDigest, type UserId } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { BeyondApiKey } from "../../domain/errors.ts";
import { usualTerms } from "../../domain/invitation.ts";
import { keepApiKey, rotationOf } from "./admin-api-writes.ts";
import { by, checkOn, now, type OpenLedger, somebody } from "./seeded-ledger.ts";

const wantedKey = { name: "another", role: "manager", expiresAt: undefined } as const;

export function apiKeySuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("createApiKey: found by its digest, and listed without it", async ({ ledger }) => {
    const wanted = { name: "deploy", role: "manager", expiresAt: undefined } as const;
    const { secret, key } = newApiKey(wanted, randomBytes, now);
    assert.match(secret.reveal(), /^cs_live_[A-Za-z0-9]{43}$/);
    assert.equal(await ledger.createApiKey(key, by), "created");
    const { digest, ...summary } = key;
    const none = { ...neverRotated, ...neverUsed };
    const stored = { ...summary, ...none, createdBy: by.actor };
    const listed = { ...stored, creatorScreenName: undefined };
    assert.deepEqual(await ledger.apiKeyWithDigest(digest), { ...stored, isPrevious: false });
    assert.deepEqual(await ledger.apiKeyWithDigest(tokenDigest("another")), undefined);
    assert.deepEqual(await ledger.apiKeys({ after: undefined, size: 9 }), [listed]);
    assert.deepEqual(await ledger.apiKeys({ after: key.id, size: 9 }), []);
  });

  check(
    "apiKeys: names the user who created a key, also after the user was deleted",
    async (world) => {
      const { ledger } = world;
      const carol = somebody();
      await ledger.createUser(carol, by);
      const wanted = { name: "deploy", role: "viewer", expiresAt: undefined } as const;
      const { key } = newApiKey(wanted, randomBytes, now);
      await ledger.createApiKey(key, byUser(carol.id, now, "192.0.2.1"));
      const creators = async () =>
        (await ledger.apiKeys({ after: undefined, size: 9 })).map((one) => [
          one.createdBy,
          one.creatorScreenName,
        ]);
      assert.deepEqual(await creators(), [[`user:${carol.id}`, carol.screenName]]);
      await ledger.deleteUser({ userId: carol.id }, by);
      assert.deepEqual(await creators(), [[`user:${carol.id}`, undefined]]);
    },
  );

  check("createApiKey: of two with one name, one is created", async ({ ledger, committed }) => {
    const keys = [1, 2].map(() =>
      newApiKey({ name: "deploy", role: "viewer", expiresAt: now + 5 }, randomBytes, now),
    );
    const before = committed.length;
    const outcomes = await Promise.all(keys.map(({ key }) => ledger.createApiKey(key, by)));
    assert.deepEqual(outcomes.sort(), ["created", "name-taken"]);
    assert.deepEqual(committed.slice(before), [
      { ...by, name: "api-key.created", details: { key: "deploy", role: "viewer" } },
    ]);
  });

  check("revokeApiKey: of two at once, one revokes it; the name is free", async (world) => {
    const { ledger, committed } = world;
    const key = await keepApiKey(ledger);
    const before = committed.length;
    const outcomes = await Promise.all([1, 2].map(() => ledger.revokeApiKey(key.id, by)));
    assert.deepEqual(outcomes.sort(), [key.name, undefined]);
    assert.equal(await ledger.apiKeyWithDigest(key.digest), undefined);
    assert.deepEqual(committed.slice(before), [
      { ...by, name: "api-key.revoked", details: { key: key.name } },
    ]);
    const { rows } = await ledger.revocations({ after: 0, size: 9 });
    assert.deepEqual(
      rows.map(({ kind, subject }) => ({ kind, subject })),
      [{ kind: "api-key", subject: key.digest }],
    );
    const again = newApiKey({ ...key, expiresAt: undefined }, randomBytes, now);
    assert.equal(await ledger.createApiKey(again.key, by), "created");
  });

  check("rotateApiKey: both work under one name and ID; a revocation ends both", async (world) => {
    const { ledger, committed } = world;
    const key = await keepApiKey(ledger);
    const { rotation } = rotationOf(key, "0");
    assert.equal(await ledger.rotateApiKey({ ...rotation, previousUntil: now + 9 }, by), "rotated");
    assert.deepEqual(committed.at(-1), {
      ...by,
      name: "api-key.rotated",
      details: { key: key.name, overlap: "0" },
    });
    const times = { rotatedAt: now, previousUntil: now + 9, expiresAt: key.expiresAt };
    for (const [digest, isPrevious] of [
      [rotation.digest, false],
      [key.digest, true],
    ] as const) {
      const found = await ledger.apiKeyWithDigest(digest);
      assert.deepEqual(
        { ...found },
        {
          ...{ id: key.id, name: key.name, role: key.role, createdAt: key.createdAt, ...times },
          ...{ prefix: rotation.prefix, isPrevious, createdBy: by.actor, ...neverUsed },
        },
      );
    }
    const replaced = await ledger.revocations({ after: 0, size: 9 });
    assert.deepEqual(
      replaced.rows.map(({ kind, subject }) => [kind, subject]),
      [["api-key", key.digest]],
      "a backup from before has it as the present key",
    );
    await ledger.revokeApiKey(key.id, by);
    for (const digest of [rotation.digest, key.digest]) {
      assert.equal(await ledger.apiKeyWithDigest(digest), undefined);
    }
    const gone = rotationOf({ ...key, prefix: rotation.prefix }).rotation;
    assert.equal(await ledger.rotateApiKey(gone, by), "gone");
  });

  check(
    "rotateApiKey: not while the previous key works; without an overlap none is left",
    async ({ ledger }) => {
      const key = await keepApiKey(ledger);
      const first = rotationOf(key).rotation;
      await ledger.rotateApiKey(first, by);
      const next = (at: number) => ({
        ...rotationOf({ ...key, prefix: first.prefix }, "0").rotation,
        ...{ previousUntil: at, now: at },
      });
      const until = first.previousUntil;
      assert.equal(await ledger.rotateApiKey(next(until - 1), by), "overlapping");
      const last = next(until);
      assert.equal(await ledger.rotateApiKey(last, by), "rotated");
      assert.equal(await ledger.apiKeyWithDigest(first.digest), undefined);
      assert.equal(await ledger.apiKeyWithDigest(key.digest), undefined);
      assert.equal((await ledger.apiKeyWithDigest(last.digest))?.previousUntil, undefined);
    },
  );

  for (const overlap of ["0", "1h"] as const) {
    check(`rotateApiKey: of two at once with an overlap of ${overlap}, one wins`, async (world) => {
      const { ledger, committed } = world;
      const key = await keepApiKey(ledger);
      const before = committed.length;
      const both = [1, 2].map(() => rotationOf(key, overlap).rotation);
      const outcomes = await Promise.all(both.map((one) => ledger.rotateApiKey(one, by)));
      assert.deepEqual(outcomes.toSorted(), ["changed", "rotated"]);
      const [winner] = both.filter((_, at) => outcomes[at] === "rotated");
      const [loser] = both.filter((_, at) => outcomes[at] === "changed");
      assert.ok(winner && loser);
      assert.equal((await ledger.apiKeyWithDigest(winner.digest))?.isPrevious, false);
      assert.equal(await ledger.apiKeyWithDigest(loser.digest), undefined);
      assert.equal(committed.length, before + 1);
    });
  }

  check("rotateApiKey beside a revocation: no key is left", async ({ ledger }) => {
    for (let round = 0; round < 5; round += 1) {
      const key = await keepApiKey(ledger);
      const { rotation } = rotationOf(key);
      const [outcome] = await Promise.all([
        ledger.rotateApiKey(rotation, by),
        ledger.revokeApiKey(key.id, by),
      ]);
      assert.match(outcome, /^(rotated|gone)$/);
      for (const digest of [rotation.digest, key.digest]) {
        assert.equal(await ledger.apiKeyWithDigest(digest), undefined);
      }
    }
  });

  check("T77 — rotateApiKey: an API key rotates itself, and no other", async ({ ledger }) => {
    const [key, other] = [await keepApiKey(ledger), await keepApiKey(ledger)];
    const byKey = byApiKey(key, now, "192.0.2.1");
    await assert.rejects(ledger.rotateApiKey(rotationOf(other).rotation, byKey), BeyondApiKey);
    assert.equal((await ledger.apiKeyWithDigest(other.digest))?.isPrevious, false);
    assert.equal(await ledger.rotateApiKey(rotationOf(key).rotation, byKey), "rotated");
  });

  check("an API key changes nothing about administrators and their sign-in", async (world) => {
    const { ledger, alice, bob, rows } = world;
    await ledger.grantAdmin(alice, by);
    const byKey = byApiKey({ name: "deploy" }, now, "192.0.2.1");
    const link = (userId: UserId) => ({
      ...({ digest: tokenDigest(userId), purpose: "password-reset", userId, note: "" } as const),
      ...{ createdAt: now, expiresAt: now + 9 },
    });
    const invitation = {
      ...({ digest: tokenDigest("invitation"), purpose: "invitation", note: "" } as const),
      ...({ userId: undefined, terms: { ...usualTerms, role: "admin" } } as const),
      ...{ createdAt: now, expiresAt: now + 9 },
    };
    const before = await rows();
    for (const write of [
      () => ledger.grantAdmin(bob, byKey),
      () => ledger.revokeAdmin(bob, byKey),
      () => ledger.createUser({ ...somebody(), isAdmin: true }, byKey),
      () => ledger.createLink(link(alice), byKey),
      () => ledger.createLink(invitation, byKey),
      () => ledger.createLink({ ...invitation, replaces: tokenDigest("any") }, byKey),
      () => ledger.createApiKey(newApiKey(wantedKey, randomBytes, now).key, byKey),
    ]) {
      await assert.rejects(write, BeyondApiKey);
    }
    assert.deepEqual(await rows(), before);
    await ledger.createLink(link(bob), byKey);
    assert.notDeepEqual(await rows(), before);
  });

  check("an API key beside a promotion: either is judged by the other", async ({ ledger }) => {
    const byKey = byApiKey({ name: "deploy" }, now, "192.0.2.1");
    for (let round = 0; round < 5; round += 1) {
      const user = somebody();
      await ledger.createUser(user, by);
      await ledger.suspendUser(user.id, "spam", by);
      const [, restored] = await Promise.allSettled([
        ledger.grantAdmin(user.id, by),
        ledger.restoreUser(user.id, byKey),
      ]);
      const { suspendedBecause } = (await ledger.userById(user.id)) ?? {};
      assert.equal(suspendedBecause === undefined, restored.status === "fulfilled");
    }
  });

  check("sweep: 14 and 3 days before a key expires, one event says so", async (world) => {
    const { ledger, committed } = world;
    const expiresAt = now + 20 * dayMs;
    const { key } = newApiKey({ name: "deploy", role: "viewer", expiresAt }, randomBytes, now);
    await ledger.createApiKey(key, by);
    const reported = async (left: number) => {
      const before = committed.length;
      const at = { now: expiresAt - left, most: 9, auditFrom: undefined };
      await Promise.all([1, 2].map(() => ledger.sweep(at)));
      return committed.slice(before).map(({ name, actor, details }) => [name, actor, details]);
    };
    const event = (days: number) => ["api-key.expiring", "service", { key: "deploy", days }];
    assert.deepEqual(await reported(14 * dayMs + 1), []);
    assert.deepEqual(await reported(14 * dayMs), [event(14)]);
    assert.deepEqual(await reported(13 * dayMs), []);
    assert.deepEqual(await reported(3 * dayMs), [event(3)]);
    assert.deepEqual(await reported(1), []);
    const { rotation } = rotationOf(key);
    const next = { ...rotation, expiresAt: expiresAt + 90 * dayMs };
    assert.equal(await ledger.rotateApiKey(next, by), "rotated");
    assert.deepEqual(await reported(0), [], "another key took its place");
    assert.deepEqual(await reported(-80 * dayMs), [event(14)]);
    assert.deepEqual(await reported(-89 * dayMs), [event(3)]);
    assert.deepEqual(await reported(-90 * dayMs), []);
  });

  check(
    "touchApiKey: the time of the last call, to the minute, and from where",
    async ({ ledger }) => {
      const { id, digest } = await keepApiKey(ledger);
      const lastUsed = async (at: number, network: string | undefined) => {
        await ledger.touchApiKey({ id, now: at, network });
        const { lastUsedAt, lastUsedFrom } = (await ledger.apiKeyWithDigest(digest)) ?? {};
        return [lastUsedAt, lastUsedFrom];
      };
      const later = now + apiKeyUseStepMs;
      assert.deepEqual(await lastUsed(now, "192.0.2.1"), [now, "192.0.2.1"]);
      assert.deepEqual(await lastUsed(later - 1, "192.0.2.2"), [now, "192.0.2.1"]);
      assert.deepEqual(await lastUsed(later, "2001:db8::/64"), [later, "2001:db8::/64"]);
      const last = later + apiKeyUseStepMs;
      assert.deepEqual(await lastUsed(last, undefined), [last, undefined]);
    },
  );
}
