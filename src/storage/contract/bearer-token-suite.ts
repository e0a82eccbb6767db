/** The contract for an application's bearer tokens: one for each consumer secret, which ends with it. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  type BearerToken,
  mintBearerToken,
  mintConsumerSecret,
  type Secret,
  tokenDigest,
} from "../../domain/credentials.ts";
import { importedWorld } from "./moving-writes.ts";
import { by, checkOn, now, type OpenLedger, type World } from "./seeded-ledger.ts";

const minute = 60_000;

export function bearerTokenSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("a consumer secret without an overlap: its bearer token ends with it", async (world) => {
    const { of, works, regenerate, committed } = bearers(world);
    const first = await of(world.consumerSecret);
    assert.equal(await works(first), true);
    const before = committed.length;
    const next = await regenerate(0);
    assert.equal(await works(first), false);
    assert.equal(committed.length, before + 1, "one event");
    assert.deepEqual(await revokedDigests(world), [tokenDigest(first)]);
    const second = await of(next);
    assert.notEqual(second, first);
    assert.equal(await works(second), true);
  });

  check(
    "a consumer secret with an overlap: each secret has its own bearer token, and the old one's ends with the overlap",
    async (world) => {
      const { of, outstanding, works, regenerate, keys } = bearers(world);
      const { consumerSecret } = world;
      const first = await of(consumerSecret);
      const next = await regenerate(minute);
      assert.deepEqual(
        await revokedDigests(world),
        [],
        "a token that goes on working has not ended",
      );
      assert.deepEqual(await keys(), [undefined, now]);
      assert.equal(await outstanding(next), undefined);
      const second = await of(next);
      assert.notEqual(second, first);
      assert.deepEqual(await keys(), [now, now]);
      for (const at of [now, now + minute - 1]) {
        assert.equal(await of(consumerSecret, at), first);
        assert.equal(await outstanding(consumerSecret, at), first);
        assert.equal(await outstanding(next, at), second);
        assert.deepEqual([await works(first, at), await works(second, at)], [true, true]);
      }
      const end = now + minute;
      assert.deepEqual([await works(first, end), await works(second, end)], [false, true]);
      await assert.rejects(of(consumerSecret, end), /no secret/);
      assert.equal(await outstanding(consumerSecret, end), undefined);
      assert.equal(await of(next, end), second);
      assert.deepEqual(await keys(end), [now, undefined]);
      await world.ledger.sweep({ now: end, most: 100 });
      assert.deepEqual(await revokedDigests(world), [tokenDigest(first)]);
      assert.equal(await works(first), false);
      assert.equal(await works(second, end), true);
    },
  );

  check("a previous consumer secret without a bearer token gets one of its own", async (world) => {
    const { of, works, regenerate } = bearers(world);
    const next = await regenerate(minute);
    const second = await of(next);
    const first = await of(world.consumerSecret);
    assert.notEqual(first, second);
    assert.deepEqual([await works(first), await works(first, now + minute)], [true, false]);
    assert.equal(await works(second, now + minute), true);
  });

  check("an overlap that ends early, by hand or by the next secret", async (world) => {
    const { ledger, application: applicationId, consumerSecret } = world;
    const { of, works, regenerate } = bearers(world);
    const first = await of(consumerSecret);
    const next = await regenerate(minute, now + 1);
    const second = await of(next);
    const other = { applicationId, secretSetAt: now, now };
    assert.equal(await ledger.revokePreviousSecret(other, by), false);
    assert.equal(await works(first), true);
    const seen = { applicationId, secretSetAt: now + 1, now };
    assert.equal(await ledger.revokePreviousSecret(seen, by), true);
    assert.deepEqual([await works(first), await works(second)], [false, true]);
    const third = await regenerate(minute, now + 2);
    const fourth = await regenerate(minute, now + 3);
    assert.equal(await works(second), false);
    await assert.rejects(of(next), /no secret/);
    const thirds = await of(third);
    assert.deepEqual([await works(thirds), await works(await of(fourth))], [true, true]);
    await regenerate(0, now + 4);
    assert.equal(await works(thirds), false);
  });

  check("revokeBearerTokenOf, revokeBearerToken: both tokens, and each alone", async (world) => {
    const { ledger, application } = world;
    const { of, works, regenerate } = bearers(world);
    const next = await regenerate(minute);
    const both = async () => [await of(world.consumerSecret), await of(next)] as const;
    const revoke = (token: BearerToken) =>
      ledger.revokeBearerToken({ digest: tokenDigest(token) }, by);
    const [old, current] = await both();
    assert.equal(await revoke(old), "revoked");
    assert.equal(await revoke(old), "unknown");
    assert.deepEqual([await works(old), await works(current)], [false, true]);
    const [again, same] = await both();
    assert.equal(same, current);
    assert.equal(await revoke(current), "revoked");
    assert.deepEqual([await works(again), await works(current)], [true, false]);
    const [first, second] = await both();
    assert.equal(await ledger.revokeBearerTokenOf(application, by), true);
    assert.deepEqual([await works(first), await works(second)], [false, false]);
    assert.equal(await ledger.revokeBearerTokenOf(application, by), false);
  });

  check(
    "regenerateConsumerSecret while the previous secret asks: no token of it outlives it",
    async (world) => {
      const { of, works, regenerate } = bearers(world);
      let secret = world.consumerSecret;
      for (const overlap of [0, minute, 0, minute]) {
        const asked = () => Promise.allSettled(Array.from({ length: 6 }, () => of(secret)));
        const [issued, next, later] = await Promise.all([asked(), regenerate(overlap), asked()]);
        const all = [...issued, ...later].flatMap((one) =>
          one.status === "fulfilled" ? [one.value] : [],
        );
        const theirs = await of(next);
        assert.ok(!all.includes(theirs));
        for (const one of all) {
          assert.equal(await works(one, now + minute), false);
          assert.equal(await works(one), overlap > 0);
        }
        secret = next;
      }
    },
  );

  check("replaced secrets of a restored ledger: their bearer tokens end", async (world) => {
    const { ledger, application: applicationId, consumerSecret } = world;
    const { of, works, regenerate } = bearers(world);
    const next = await regenerate(minute);
    const [first, second] = [await of(consumerSecret), await of(next)];
    const again = (kind: "previous-secret" | "consumer-secret") =>
      ledger.revokeAgain({
        rows: [{ mark: `m-${kind}`, at: now, kind, subject: applicationId, detail: undefined }],
        ...{ now, seed: "ab", passwordHash: "$nobody" as const },
      });
    await again("previous-secret");
    assert.deepEqual([await works(first), await works(second)], [false, true]);
    await again("consumer-secret");
    assert.equal(await works(second), false);
  });

  check("export, import: a bearer token of the previous consumer secret", async ({ ledger }) => {
    const { user, application, bearer } = importedWorld();
    const previous = {
      ...bearer,
      ofPreviousSecret: true,
      token: `${bearer.token}.old` as BearerToken,
    };
    const records = [user, application, bearer, previous];
    const imported = async (these: typeof records, dryRun = false) =>
      (await ledger.importRecords({ records: these, now, dryRun }, by)).map((one) =>
        "why" in one ? one.why : one.is,
      );
    assert.deepEqual(await imported(records, true), ["new", "new", "new", "new"]);
    assert.deepEqual(await imported(records), ["new", "new", "new", "new"]);
    assert.deepEqual(await imported(records), ["there", "there", "there", "there"]);
    const other = { ...previous, token: `${bearer.token}.other` as BearerToken };
    assert.deepEqual(await imported([other]), ["the application has another bearer token"]);
    const digest = tokenDigest(previous.token);
    const { until = 0 } = application.previousSecret ?? {};
    assert.ok(await ledger.bearerApplication(digest, until - 1));
    assert.equal(await ledger.bearerApplication(digest, until), undefined);
    const exported = [];
    let after: string | undefined;
    do {
      const page = await ledger.exportedRecords({ kind: "bearer_token", after, size: 1 });
      exported.push(...page.records);
      after = page.last;
    } while (after !== undefined);
    const mine = exported.flatMap((one) =>
      one.kind === "bearer_token" && one.consumerKey === application.consumerKey
        ? [one.ofPreviousSecret]
        : [],
    );
    assert.deepEqual(mine, [false, true]);
    const without = importedWorld();
    const own = [
      without.user,
      { ...without.application, previousSecret: undefined },
      { ...without.bearer, ofPreviousSecret: true },
    ];
    const none = "the application has no previous consumer secret";
    assert.deepEqual(await imported(own), ["new", "new", none]);
    assert.deepEqual(await imported(own), ["there", "there", none]);
  });
}

/** What the tests above do with the bearer tokens of one application. */
function bearers({ ledger, application: applicationId, committed, alice: userId }: World) {
  return {
    committed,
    async of(authenticatedBy: Secret, at = now) {
      const candidate = mintBearerToken(randomBytes);
      const request = { applicationId, candidate, now: at, authenticatedBy };
      const issued = await ledger.issueBearerToken(request, by);
      assert.ok(issued !== undefined, "it is no secret of the application");
      assert.notEqual(issued, "suspended");
      return issued as BearerToken;
    },
    outstanding: (authenticatedBy: Secret, at = now) =>
      ledger.outstandingBearerToken({ applicationId, authenticatedBy }, at),
    async works(token: BearerToken, at = now) {
      const found = await ledger.bearerApplication(tokenDigest(token), at);
      return found?.applicationId === applicationId;
    },
    async regenerate(overlapMs: number, at = now): Promise<Secret> {
      const secret = mintConsumerSecret(randomBytes);
      const change = {
        applicationId,
        secret,
        now: at,
        previousUntil: at + overlapMs,
        overlap: "1h",
      };
      assert.equal(await ledger.regenerateConsumerSecret(change, by), true);
      return secret;
    },
    /** Since when each of the two bearer tokens stands: that of the current secret first. */
    async keys(at = now) {
      const keys = await ledger.applicationKeys({ applicationId, userId }, at);
      return [keys.bearerSince, keys.previousBearerSince];
    },
  };
}

async function revokedDigests({ ledger }: World): Promise<readonly string[]> {
  const { rows } = await ledger.revocations({ after: 0, size: 1000 });
  return rows.filter(({ kind }) => kind === "bearer-token").map(({ subject }) => subject);
}
