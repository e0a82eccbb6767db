/** The contract for an application's secrets. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mintConsumerSecret, type Secret } from "../../domain/credentials.ts";
import { bearerOf, by, checkOn, grant, now, type OpenLedger } from "./seeded-ledger.ts";

export function applicationKeySuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "consumerCredentials: the current secret first, the old one until its overlap ends",
    async (world) => {
      const { ledger, application, consumerKey, consumerSecret } = world;
      const secrets = async (at: number) =>
        (await ledger.consumerCredentials(consumerKey, at))?.consumerSecrets.map((one) =>
          one.reveal(),
        );
      assert.deepEqual(await secrets(now), [consumerSecret.reveal()]);
      const second = mintConsumerSecret(randomBytes);
      const change = (secret: Secret, previousUntil: number) =>
        ledger.regenerateConsumerSecret(
          { applicationId: application, secret, now, previousUntil, overlap: "1h" },
          by,
        );
      await change(second, now + 1000);
      assert.deepEqual(await secrets(now + 999), [second.reveal(), consumerSecret.reveal()]);
      assert.deepEqual(await secrets(now + 1000), [second.reveal()]);
      const third = mintConsumerSecret(randomBytes);
      await change(third, now);
      assert.deepEqual(await secrets(now), [third.reveal()]);
      assert.equal(await ledger.consumerCredentials("unknown", now), undefined);
    },
  );

  check(
    "applicationKeys: which credentials stand; revokePreviousSecret before its time",
    async (world) => {
      const { ledger, application, consumerKey, alice, bob } = world;
      const mine = { applicationId: application, userId: alice };
      assert.deepEqual(await ledger.applicationKeys(mine, now), {
        previousSecretUntil: undefined,
        bearerSince: undefined,
        previousBearerSince: undefined,
        ownAccess: [],
      });
      const secret = mintConsumerSecret(randomBytes);
      const change = {
        applicationId: application,
        secret,
        now,
        previousUntil: now + 1000,
        overlap: "1h",
      };
      await ledger.regenerateConsumerSecret(change, by);
      await bearerOf(ledger, application);
      await grant(world, alice, "read");
      await grant(world, bob, "write");
      assert.deepEqual(await ledger.applicationKeys(mine, now), {
        previousSecretUntil: now + 1000,
        bearerSince: now,
        previousBearerSince: undefined,
        ownAccess: [{ access: "read", since: now }],
      });
      await grant(world, bob, "read");
      await grant(world, alice, "write");
      for (const userId of [alice, bob]) {
        const { ownAccess } = await ledger.applicationKeys({ ...mine, userId }, now);
        const levels = ownAccess.map((one) => one.access);
        assert.deepEqual(levels, ["write", "read"], "the higher one first");
      }
      assert.equal((await ledger.applicationKeys(mine, now + 1000)).previousSecretUntil, undefined);
      const old = { applicationId: application, secretSetAt: now, now };
      assert.equal(await ledger.revokePreviousSecret({ ...old, secretSetAt: now - 1 }, by), false);
      assert.equal((await ledger.applicationKeys(mine, now)).previousSecretUntil, now + 1000);
      assert.equal(await ledger.revokePreviousSecret(old, by), true);
      assert.equal(await ledger.revokePreviousSecret(old, by), false);
      const existing = await ledger.consumerCredentials(consumerKey, now);
      assert.deepEqual(
        existing?.consumerSecrets.map((one) => one.reveal()),
        [secret.reveal()],
      );
    },
  );

  check(
    "revokeConsumerSecret: no secret and no bearer token is left until it is regenerated",
    async (world) => {
      const { ledger, application, consumerKey, consumerSecret, committed } = world;
      const previousUntil = now + 10_000;
      const second = mintConsumerSecret(randomBytes);
      const overlapping = {
        applicationId: application,
        secret: second,
        now: now + 1,
        overlap: "1h",
      };
      await ledger.regenerateConsumerSecret({ ...overlapping, previousUntil }, by);
      await bearerOf(ledger, application);
      const unknown = mintConsumerSecret(randomBytes);
      const change = { applicationId: application, unknown, secretSetAt: now + 1, now: now + 2 };
      assert.equal(await ledger.revokeConsumerSecret({ ...change, secretSetAt: now }, by), false);
      const before = committed.length;
      const all = [
        ledger.revokeConsumerSecret(change, by),
        ledger.revokeConsumerSecret(change, by),
      ];
      assert.deepEqual(
        (await Promise.all(all)).sort(),
        [false, true],
        "exactly one of all callers",
      );
      assert.deepEqual(
        committed.slice(before).map(({ name }) => name),
        ["application.secret-revoked"],
      );
      const secrets = async () =>
        (await ledger.consumerCredentials(consumerKey, now + 3))?.consumerSecrets.map((one) =>
          one.reveal(),
        ) ?? [];
      const left = await secrets();
      assert.equal(left.length, 1);
      for (const ended of [consumerSecret, second]) assert.ok(!left.includes(ended.reveal()));
      const keys = { applicationId: application, userId: world.alice };
      assert.deepEqual(await ledger.applicationKeys(keys, now + 3), {
        previousSecretUntil: undefined,
        bearerSince: undefined,
        previousBearerSince: undefined,
        ownAccess: [],
      });
      const revoked = await ledger.applicationById(application);
      assert.equal(revoked?.secretRevokedAt, now + 2);
      const repeated = { ...change, secretSetAt: now + 2, now: now + 3 };
      assert.equal(await ledger.revokeConsumerSecret(repeated, by), false, "it has none to end");
      const third = { ...overlapping, secret: mintConsumerSecret(randomBytes), now: now + 4 };
      await ledger.regenerateConsumerSecret(
        { ...third, previousUntil: now, replaces: now + 2 },
        by,
      );
      assert.deepEqual(await secrets(), [third.secret.reveal()]);
      assert.equal((await ledger.applicationById(application))?.secretRevokedAt, undefined);
    },
  );

  check("notifyOwner: the latest notice stays with the application", async (world) => {
    const { ledger, application: applicationId } = world;
    const noticeAt = (at: number, message: string) =>
      ledger.notifyOwner({ applicationId, message }, { ...by, at });
    assert.equal(await noticeAt(now, "Its secret is on a web page."), true);
    assert.equal(await noticeAt(now + 1, "It is in a repository too."), true);
    const { ownerNotice } = (await ledger.applicationById(applicationId)) ?? {};
    assert.deepEqual(ownerNotice, { text: "It is in a repository too.", at: now + 1 });
    const before = world.committed.length;
    assert.equal(await noticeAt(now + 2, "It is in a repository too."), true, "a form sent twice");
    assert.equal(world.committed.length, before);
    await ledger.deleteApplication(applicationId, by);
    assert.equal(await noticeAt(now + 2, "It leaked."), false);
  });

  check("regenerateConsumerSecret: of all who saw the same secret exactly one", async (world) => {
    const { ledger, application, consumerKey, committed } = world;
    const before = committed.length;
    const secrets = Array.from({ length: 10 }, () => mintConsumerSecret(randomBytes));
    const answers = await Promise.all(
      secrets.map((secret) =>
        ledger.regenerateConsumerSecret(
          {
            applicationId: application,
            secret,
            now: now + 1,
            previousUntil: now,
            overlap: "1h",
            replaces: now,
          },
          by,
        ),
      ),
    );
    assert.equal(answers.filter(Boolean).length, 1);
    assert.equal(committed.length, before + 1);
    const existing = await ledger.consumerCredentials(consumerKey, now);
    assert.deepEqual(
      existing?.consumerSecrets.map((one) => one.reveal()),
      [secrets[answers.indexOf(true)]?.reveal()],
    );
  });
}
